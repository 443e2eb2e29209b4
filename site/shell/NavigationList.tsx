import type { NavigationLink } from '../page-context.ts';

/** The links of the navigation, in order. */
export function NavigationList(props: {
  links: NavigationLink[];
  /** Path of the current page. */
  current?: string | undefined;
  /** Path of the page with the form, whose link is highlighted. */
  ask?: string | undefined;
  className?: string | undefined;
}) {
  return (
    <ul className={props.className}>
      {props.links.map(({ label, path }) => (
        <li key={path}>
          <a
            href={path}
            aria-current={path === props.current ? 'page' : undefined}
            data-ask={path === props.ask || undefined}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
