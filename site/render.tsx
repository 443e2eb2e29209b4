// First: it puts the layers of the cascade in order.
import './styles/main.css';

import { prerender } from 'react-dom/static';
import type { Notice, Page } from './content.ts';
import type { PageContext } from './page-context.ts';
import { sectionKinds } from './sections/index.ts';
import { placeOf } from './sections/section-place.ts';
import { Shell } from './shell/Shell.tsx';
import type { ComponentState } from './style-guide/component-states.ts';

/**
 * Renders what stands in a page's body.
 *
 * @param notice to stand above the page; undefined on the days without one
 * @param example of the style guide: what stands below the sections
 * @throws whatever a component throws: a page that cannot be rendered stops publishing
 */
export async function renderPage(
  page: Page,
  context: PageContext,
  notice: Notice | undefined,
  example?: { state: ComponentState; photos: string[] },
): Promise<string> {
  const sections = await Promise.all(
    page.sections.map(async (section, index) => {
      const Section = await sectionKinds[section.kind].load();
      const place = placeOf(page.sections, index);
      return <Section key={place.headingId} section={section} page={context} place={place} />;
    }),
  );
  if (example) sections.push(await renderExample(example, context));
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <Shell page={context} notice={notice} isOverPhoto={page.sections[0]?.kind === 'hero'}>
      {sections}
    </Shell>,
    { onError: (error) => void errors.push(error) },
  );
  // A page that is whole only once a browser has mended it is not whole.
  if (errors.length > 0) throw errors[0];
  return plainlyQuoted(await new Response(prelude).text());
}

/** The props of islands are JSON: in single quotes, which React escapes, their own need no `&quot;`. */
function plainlyQuoted(html: string): string {
  return html.replace(
    / data-props="([^"]*)"/g,
    (_, json: string) => ` data-props='${json.replaceAll('&quot;', '"')}'`,
  );
}

/** Loaded only when asked for, so that the order of the site's styles does not follow from it. */
async function renderExample(
  example: { state: ComponentState; photos: string[] },
  page: PageContext,
) {
  const { ComponentStateExample } = await import('./style-guide/ComponentStateExample.tsx');
  return <ComponentStateExample key={example.state} page={page} {...example} />;
}
