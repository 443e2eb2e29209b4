import { PhotoGallery } from '../../carousel/PhotoGallery.tsx';
import { ButtonLink } from '../../parts/Button.tsx';
import { Lead } from '../../parts/Lead.tsx';
import type { GalleryFrame } from '../../photo/photo.ts';
import { Paragraphs } from '../../rich-text/RichText.tsx';
import type { SectionProps } from '../section.ts';
import styles from './Story.module.css';
import type { storySchema } from './schema.ts';

/** This frame must match `Story.module.css`. */
const FRAME: GalleryFrame = {
  aspectRatio: 1,
  tabletAspectRatio: 4 / 5,
  maxHeightVh: 80,
};

/** Text on the left, a small carousel on the right up to the window's edge. */
export default function Story(props: SectionProps<typeof storySchema>) {
  const { section, page, position } = props;
  return (
    <section className={styles.story} {...position.attributes}>
      <div className={styles.content}>
        <position.Heading id={position.headingId}>{section.heading}</position.Heading>
        <Lead className={styles.lead}>{section.lead}</Lead>
        <Paragraphs texts={section.paragraphs} />
        <Lead>{section.signature}</Lead>
        {section.button && (
          <ButtonLink variant="main" href={section.button.to}>
            {section.button.label}
          </ButtonLink>
        )}
      </div>
      <div className={styles.photos}>
        <PhotoGallery
          page={page}
          photos={section.photos.map(page.photo)}
          label={section.heading}
          frame={FRAME}
        />
      </div>
    </section>
  );
}
