import { Picture } from '../picture/Picture.tsx';
import type { Photo } from '../picture/photo.ts';
import styles from './PicturesWithoutScript.module.css';

/** So that a list of 500 does not fill the document for the few who see this. */
const AT_MOST = 12;

/**
 * Without script nothing can be leafed through: the other pictures stand side by side below the
 * first. Browsers with script never look inside.
 */
export function PicturesWithoutScript(props: {
  /** Without the one that the gallery shows. */
  photos: Photo[];
  sizes: (photo: Photo) => string;
}) {
  const others = props.photos.slice(0, AT_MOST);
  if (others.length === 0) return null;
  return (
    <noscript>
      <ul className={styles.pictures}>
        {others.map((photo) => (
          <li key={photo.id}>
            <Picture photo={photo} sizes={props.sizes(photo)} />
          </li>
        ))}
      </ul>
    </noscript>
  );
}
