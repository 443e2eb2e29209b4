import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { App } from './App.tsx';
import { Document, type DocumentAssets } from './document.tsx';
import type { PageData } from './page-data.ts';
import { loadPage } from './pages/pages.ts';

/**
 * Renders a page to a whole HTML document.
 *
 * The page's tree is rendered by itself, because the browser takes over just that tree: ids that
 * React makes (`useId`) depend on where a tree begins.
 *
 * @throws whatever a component throws: a page that cannot be rendered stops the build.
 */
export async function renderPage(data: PageData, assets: DocumentAssets): Promise<string> {
  const Page = await loadPage(data.content);
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <App shared={data.shared} page={data.content.page}>
      <Page content={data.content} />
    </App>,
    { onError: (error) => void errors.push(error) },
  );
  // A page that is whole only once a browser has mended it is not whole.
  if (errors.length > 0) throw errors[0];
  const pageHtml = await new Response(prelude).text();
  const html = renderToStaticMarkup(<Document data={data} pageHtml={pageHtml} assets={assets} />);
  return `<!doctype html>${html}`;
}

export { PAGE_FILES } from './pages/pages.ts';
