import { Picture } from '../../photo/Picture.tsx';
import { type GalleryFrame, gallerySizes } from '../../photo/photo.ts';
import { RichLine } from '../../rich-text/RichText.tsx';
import type { SectionProps } from '../section.ts';
import styles from './PictureSection.module.css';
import type { pictureSchema } from './schema.ts';

/** This frame must match `PictureSection.module.css`. */
const FRAME: GalleryFrame = {
  aspectRatio: 16 / 10,
  maxHeightVh: 100,
  widthVw: 100,
};

/** A full-width photo with an optional caption. */
export default function PictureSection(props: SectionProps<typeof pictureSchema>) {
  const { section, page, position } = props;
  const photo = page.photo(section.photo);
  return (
    <figure
      className={styles.figure}
      {...position.attributes}
      aria-labelledby={section.caption ? position.headingId : undefined}
    >
      <div className={styles.frame} id={section.caption ? undefined : position.headingId}>
        <Picture
          photo={photo}
          sizes={gallerySizes(photo, FRAME)}
          crops={['tall', 'full']}
          hasPriority={position.isFirst}
        />
      </div>
      {section.caption && (
        <figcaption className={styles.caption} id={position.headingId}>
          <RichLine text={section.caption} />
        </figcaption>
      )}
    </figure>
  );
}
