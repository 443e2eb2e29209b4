import { fillIn } from '../../release/text.ts';
import type { NavigationLink, PageContext } from '../document/page-context.ts';
import { ContactLinks } from '../parts/ContactLinks.tsx';
import { contactOf } from '../parts/contact.ts';
import { Drawing } from './Drawing.tsx';
import styles from './TopBar.module.css';

const MENU_ID = 'menu';

/**
 * The fixed bar with the logo and the navigation. Below 767 px the links are in a menu: a native
 * popover, which also closes on Escape or a tap outside, and works without scripts.
 *
 * @param isOverPhoto whether the bar is transparent over a photo until the page is scrolled
 */
export function TopBar(props: { page: PageContext; isOverPhoto: boolean }) {
  const { page, isOverPhoto } = props;
  const { menu, closeMenu, mainNavigation } = page.messages.shell;
  const links = { links: page.navigation, current: page.path };
  return (
    <header className={styles.bar} data-over-photo={isOverPhoto}>
      <div className={styles.row}>
        <Logo page={page} />
        <nav className={styles.wide} aria-label={mainNavigation}>
          <NavigationList {...links} formPath={page.formPath} />
        </nav>
        <button type="button" className={styles.menuButton} popoverTarget={MENU_ID}>
          <span>{menu}</span>
          <span>{closeMenu}</span>
        </button>
        <div className={styles.panel} id={MENU_ID} popover="auto">
          <nav aria-label={mainNavigation}>
            <NavigationList {...links} />
          </nav>
          <ContactLinks contact={contactOf(page.company)} />
        </div>
      </div>
    </header>
  );
}

/** The logo in two variants, of which CSS shows one (specification, section 2, 'Shell'). */
function Logo({ page }: { page: PageContext }) {
  const { logo, company, messages, homePath } = page;
  return (
    <a
      className={styles.logo}
      href={homePath}
      aria-label={fillIn(messages.shell.logo, { company: company.name })}
    >
      <Drawing svg={logo.small} className={styles.small} />
      <Drawing svg={logo.large} className={styles.large} />
    </a>
  );
}

export function NavigationList(props: {
  links: NavigationLink[];
  current?: string | undefined;
  /** The path of the page with the form, whose link is highlighted. */
  formPath?: string | undefined;
  className?: string | undefined;
}) {
  return (
    <ul className={props.className}>
      {props.links.map(({ label, path }) => (
        <li key={path}>
          <a
            href={path}
            aria-current={path === props.current ? 'page' : undefined}
            data-form-link={path === props.formPath || undefined}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
