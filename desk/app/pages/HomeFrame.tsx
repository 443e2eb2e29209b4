import { useMemo } from 'react';
import type { Notice } from '../../../site/content.ts';
import { pagesOf } from '../../pages.ts';
import { useDesk } from '../Desk.tsx';
import { PageFrame } from './PageFrame.tsx';
import { focusCss, useLook, usePageContext } from './use-page-context.ts';

const nothing = () => {};

/** The start page beside a form, to be looked at only: what the form changes shows there. */
export function HomeFrame({ notice }: { notice: Notice | undefined }) {
  const { draft } = useDesk();
  const look = useLook();
  const pages = pagesOf(draft);
  const home = (pages.find(({ page }) => page.redirects?.includes('/')) ?? pages[0])?.page;
  const context = usePageContext(home as never, look);
  const css = useMemo(() => look && `${look.css}\n${focusCss(draft)}`, [look, draft]);
  if (!context || !css || !home) return <p className="loading">De pagina komt eraan.</p>;
  return (
    <PageFrame
      {...{ context, css, notice }}
      sections={home.sections}
      chosen={undefined}
      focused={undefined}
      onChoose={nothing}
      onEdit={nothing}
      onSplit={nothing}
      onKey={nothing}
    />
  );
}
