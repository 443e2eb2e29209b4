import { sectionKinds } from '../../../site/sections/section-kinds.ts';
import type { DeskPhoto } from '../../shared/api.ts';
import type { DraftSection } from '../../shared/pages.ts';
import { thumbnailIn } from '../form/form-values.ts';
import { SectionDrawing, Thumbnail } from '../ui/pictures.tsx';

/**
 * The picture of a row: the first photo of these sections or, if they have none, a drawing of the
 * first section.
 */
export function SectionPicture(props: { sections: DraftSection[]; photos: DeskPhoto[] }) {
  const { sections, photos } = props;
  for (const section of sections) {
    const src = thumbnailIn(sectionKinds[section.kind].schema, section, photos);
    if (src) return <Thumbnail src={src} />;
  }
  return <SectionDrawing kind={sections[0]?.kind ?? 'text'} />;
}
