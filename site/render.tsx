// This import must come first: it declares the order of the cascade layers.
import './styles/main.css';

import { prerender } from 'react-dom/static';
import { PhotoGallery } from './carousel/PhotoGallery.tsx';
import type { Notice, Page } from './content/content.ts';
import type { PageContext } from './document/page-context.ts';
import {
  type RenderDependencies,
  RenderDependenciesContext,
} from './render/render-dependencies.ts';
import { sectionComponents } from './sections/components.ts';
import { positionOf, traitsOf } from './sections/section-kinds.ts';
import { Shell } from './shell/Shell.tsx';
import type { GalleryExample } from './style-guide/style-guide-pages.ts';

interface RenderedPage extends RenderDependencies {
  html: string;
}

/**
 * Renders a page's body.
 *
 * @param notice shown above the page, if any
 * @throws whatever a component throws: a page that cannot be rendered stops publishing
 */
export async function renderPage(
  page: Page & GalleryExample,
  context: PageContext,
  notice: Notice | undefined,
): Promise<RenderedPage> {
  const sections = page.sections.map((section, index) => {
    const Section = sectionComponents[section.kind];
    const position = positionOf(page.sections, index);
    return (
      <Section key={position.headingId} section={section} page={context} position={position} />
    );
  });
  const [first] = page.sections;
  const isOverPhoto = first !== undefined && traitsOf(first).liesUnderTopBar === true;
  const used: RenderDependencies = { islands: new Set(), photos: new Set() };
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <RenderDependenciesContext value={used}>
      <Shell page={context} notice={notice} isOverPhoto={isOverPhoto}>
        {sections}
        {page.gallery && (
          <PhotoGallery
            {...page.gallery.options}
            page={context}
            photos={page.gallery.photos.map(context.photo)}
            label={page.title}
          />
        )}
      </Shell>
    </RenderDependenciesContext>,
    { onError: (error) => void errors.push(error) },
  );
  // React may have recovered from an error, but such a page must not be published.
  if (errors.length > 0) throw errors[0];
  return { html: await new Response(prelude).text(), ...used };
}
