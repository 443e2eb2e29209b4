import { useEffect, useRef, useState } from 'react';
import type { NavigationLink } from '../page-context.ts';
import { ContactLinks } from '../parts/ContactLinks.tsx';
import type { Contact } from '../parts/phone.ts';
import { NavigationList } from './NavigationList.tsx';
import styles from './TopBar.module.css';

const MENU_ID = 'menu';

export interface MenuProps {
  links: NavigationLink[];
  /** Path of the page it stands on. */
  current: string | undefined;
  contact: Contact;
  labels: { menu: string; closeMenu: string; mainNavigation: string };
}

/**
 * Below 767 px the links are in a drop-down behind the button Menu. The drop-down is a native
 * popover: it opens, closes on Escape and on a tap outside, and hands focus back without any script.
 */
export default function Menu({ links, current, contact, labels }: MenuProps) {
  const menu = useMenu();
  return (
    <>
      <button
        type="button"
        className={styles.menuButton}
        popoverTarget={MENU_ID}
        aria-expanded={menu.isOpen}
        aria-controls={MENU_ID}
      >
        <span>{labels.menu}</span>
        <span>{labels.closeMenu}</span>
      </button>
      <div className={styles.panel} id={MENU_ID} popover="auto" ref={menu.ref}>
        <nav aria-label={labels.mainNavigation}>
          <NavigationList links={links} current={current} />
        </nav>
        <ContactLinks contact={contact} className={styles.contact} />
      </div>
    </>
  );
}

/**
 * What the popover does not do by itself: `aria-expanded` as an attribute (once scripts run; until
 * then the browser derives it), and closing when a link is chosen, so that coming back from the
 * back-forward cache does not find it open.
 */
function useMenu() {
  const ref = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState<boolean>();
  useEffect(() => {
    const panel = ref.current;
    if (!panel) return;
    const onToggle = () => setIsOpen(panel.matches(':popover-open'));
    const onClick = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('a')) panel.hidePopover();
    };
    onToggle();
    panel.addEventListener('toggle', onToggle);
    panel.addEventListener('click', onClick);
    return () => {
      panel.removeEventListener('toggle', onToggle);
      panel.removeEventListener('click', onClick);
    };
  }, []);
  return { ref, isOpen };
}
