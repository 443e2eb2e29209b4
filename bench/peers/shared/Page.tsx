import type { ReactNode } from 'react';
import type { Content, Link } from './content.ts';

interface PageProps {
  content: Content;
  isOverPhoto?: boolean;
  /** The menu's button and the link to privacy, which wake in the browser. */
  menu: ReactNode;
  privacy: ReactNode;
  children: ReactNode;
}

/** Bar, what is in the page, and footer. */
export function Page({ content, isOverPhoto, menu, privacy, children }: PageProps) {
  const { company, footer, links, logo, words } = content;
  return (
    <>
      <a className="skip" href="#main">
        {words.skip}
      </a>
      <header className="bar" data-over-photo={isOverPhoto}>
        <a className="logo" href="/home" aria-label={words.logo}>
          <Drawing svg={logo.small} className="small" />
          <Drawing svg={logo.large} className="large" />
        </a>
        <nav aria-label={words.mainNavigation}>
          <Links links={links} />
        </nav>
        {menu}
      </header>
      <main id="main">{children}</main>
      <footer>
        <Drawing svg={logo.mark} className="mark" />
        <div>
          {footer.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        <Links links={[company.phone, company.email]} />
        <Links links={links} />
        <div className="legal">
          <p>{footer.legal}</p>
          <p>
            designed by <a href={footer.designer.href}>{footer.designer.label}</a>
          </p>
          <a href={footer.accessibility.href}>{footer.accessibility.label}</a>
          {privacy}
        </div>
        <p className="reach">
          <a href={company.phone.href}>{company.phone.label}</a>
          {isOverPhoto && (
            <a className="ask" href={content.home.call.button.href}>
              {content.home.call.button.label}
            </a>
          )}
        </p>
      </footer>
    </>
  );
}

function Links({ links }: { links: Link[] }) {
  return (
    <ul>
      {links.map(({ href, label }) => (
        <li key={href}>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ul>
  );
}

function Drawing({ svg, className }: { svg: string; className: string }) {
  return <span className={className} dangerouslySetInnerHTML={{ __html: svg }} />;
}
