// First: it puts the layers of the cascade in order.
import './styles/main.css';

import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import type { Notice, Page } from './content.ts';
import type { PageContext } from './page-context.ts';
import { withTextsWithoutBreaks } from './rich-text/no-break.ts';
import { sectionKinds } from './sections/index.ts';
import { placeOf } from './sections/section-place.ts';
import { Shell } from './shell/Shell.tsx';

/**
 * Renders what stands in a page's body.
 *
 * @param notice to stand above the page; undefined on the days without one
 * @param below what tests show below the sections
 * @throws whatever a component throws: a page that cannot be rendered stops publishing
 */
export async function renderPage(
  page: Page,
  context: PageContext,
  notice: Notice | undefined,
  below?: ReactNode,
): Promise<string> {
  const sections = await Promise.all(
    page.sections.map(async (section, index) => {
      const { schema, load } = sectionKinds[section.kind];
      const Section = await load();
      const place = placeOf(page.sections, index);
      const set = withTextsWithoutBreaks(schema, section);
      return <Section key={place.headingId} section={set} page={context} place={place} />;
    }),
  );
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <Shell page={context} notice={notice} isOverPhoto={page.sections[0]?.kind === 'hero'}>
      {sections}
      {below}
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
