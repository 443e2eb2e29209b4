import { useEffect, useRef, useState } from 'react';
import type { NavigationLink } from '../page-context.ts';
import { ContactLinks } from '../parts/ContactLinks.tsx';
import type { Contact } from '../parts/phone.ts';
import { NavigationList } from './NavigationList.tsx';
import styles from './TopBar.module.css';

const MENU_ID = 'menu';

export interface MenuProps {
  links: NavigationLink[];
  /** Path of the current page. */
  current: string | undefined;
  contact: Contact;
  labels: { menu: string; closeMenu: string; mainNavigation: string };
}

/**
 * Below 767 px the links are in a drop-down menu. It is a native popover, which opens, closes on
 * Escape or a tap outside, and restores the focus without scripts.
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
 * Adds what the popover lacks: `aria-expanded` as an attribute (before hydration the browser
 * derives it), and closing when a link is followed, so that the menu is not open after a return
 * from the back-forward cache.
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
