import type { ReactNode } from 'react';
import type { Content } from '../../shared/content.ts';
import { Menu } from '../../shared/Menu.tsx';
import { Page } from '../../shared/Page.tsx';
import { PrivacyLink } from '../../shared/PrivacyLink.tsx';

interface ShellProps {
  content: Content;
  isOverPhoto?: boolean;
  children: ReactNode;
}

export function Shell({ content, isOverPhoto = false, children }: ShellProps) {
  const { company, footer, links, words } = content;
  return (
    <Page
      content={content}
      isOverPhoto={isOverPhoto}
      menu={
        <Menu
          links={links}
          contact={[company.phone, company.email]}
          label={words.menu}
          name={words.mainNavigation}
        />
      }
      privacy={<PrivacyLink link={footer.privacy} close={words.close} />}
    >
      {children}
    </Page>
  );
}
