import { useEffect, useRef, useState } from 'react';
import { NAVIGATION, PAGE_PATHS, type PageId } from '../routes.ts';
import { useSharedContent } from '../shared-content.tsx';
import { Logo } from './Logo.tsx';
import styles from './TopBar.module.css';

const MENU_ID = 'menu';

/** Pages that begin with a large photo: the bar lies transparent over it until one scrolls. */
const PAGES_WITH_HERO: PageId[] = ['home', 'feesten', 'bedrijfsfeest', 'schoolcatering'];

/**
 * Fixed bar with the logo and the navigation; below 767 px the links move into a drop-down behind
 * the button Menu. The drop-down is a native popover: it opens, closes on Escape and on a tap
 * outside, and hands focus back without any script.
 */
export function TopBar(props: { page: PageId }) {
  const { company, messages } = useSharedContent();
  const menu = useMenu();
  const links = (
    <ul>
      {NAVIGATION.map((id) => (
        <li key={id}>
          <a href={PAGE_PATHS[id]} aria-current={id === props.page ? 'page' : undefined}>
            {messages.navigation[id]}
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <header className={styles.bar} data-over-photo={PAGES_WITH_HERO.includes(props.page)}>
      <div className={styles.row}>
        <Logo />
        <nav className={styles.wide} aria-label={messages.shell.mainNavigation}>
          {links}
        </nav>
        <button
          type="button"
          className={styles.menuButton}
          popoverTarget={MENU_ID}
          aria-expanded={menu.isOpen}
          aria-controls={MENU_ID}
        >
          {messages.shell.menu}
        </button>
        <div className={styles.panel} id={MENU_ID} popover="auto" ref={menu.ref}>
          <nav aria-label={messages.shell.mainNavigation}>{links}</nav>
          <p className={styles.contact}>
            <a href={`tel:${company.phoneLink}`}>{company.phone}</a>
            <a href={`mailto:${company.email}`}>{company.email}</a>
          </p>
        </div>
      </div>
    </header>
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
