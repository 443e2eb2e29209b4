import type { Notice, Page } from '../../../site/content.ts';
import type { PageContext } from '../../../site/page-context.ts';
import { renderPage as renderSitePage } from '../../../site/render.tsx';
import { ComponentStateExample } from './ComponentStateExample.tsx';
import { componentStateAt } from './component-states.ts';

/** Renders a page of the tests' release, with its component state if it has one. */
export async function renderPage(page: Page, context: PageContext, notice: Notice | undefined) {
  const state = componentStateAt(page.path);
  return renderSitePage(
    page,
    context,
    notice,
    state && <ComponentStateExample state={state} page={context} />,
  );
}
