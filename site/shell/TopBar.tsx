import { Island } from '../island.tsx';
import type { PageContext } from '../page-context.ts';
import { contactOf } from '../parts/phone.ts';
import { Logo } from './Logo.tsx';
import Menu from './Menu.tsx';
import { NavigationList } from './NavigationList.tsx';
import styles from './TopBar.module.css';

/**
 * Fixed bar with the logo and the navigation.
 *
 * @param isOverPhoto whether the page starts with a large photo, over which the bar is transparent
 *   until the page is scrolled
 */
export function TopBar({ page, isOverPhoto }: { page: PageContext; isOverPhoto: boolean }) {
  const { menu, closeMenu, mainNavigation } = page.messages.shell;
  return (
    <header className={styles.bar} data-over-photo={isOverPhoto}>
      <div className={styles.row}>
        <Logo page={page} />
        <nav className={styles.wide} aria-label={mainNavigation}>
          <NavigationList links={page.navigation} current={page.path} ask={page.formPath} />
        </nav>
        <Island
          name="Menu"
          component={Menu}
          props={{
            links: page.navigation,
            current: page.path,
            contact: contactOf(page.company),
            labels: { menu, closeMenu, mainNavigation },
          }}
        />
      </div>
    </header>
  );
}
