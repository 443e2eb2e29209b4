import type { Photo } from '../../picture/photo.ts';
import { Carousel } from '../../carousel/Carousel.tsx';
import { ScrollLink } from '../../scroll/ScrollLink.tsx';
import styles from './Hero.module.css';

/** Hero carousels advance by themselves after this time (specification, section 9). */
const HERO_AUTO_SCROLL_MS = 10_000;

/** First screen of a page: photos that change by themselves, a short sentence, the way down. */
export function Hero(props: { photos: Photo[]; sentence: string; scrollLink: string }) {
  return (
    <div className={styles.hero}>
      <Carousel
        photos={props.photos}
        autoScrollDelayMs={HERO_AUTO_SCROLL_MS}
        hideIndicators
        noDialog
      >
        <div className={styles.words}>
          <h1>{props.sentence}</h1>
          <ScrollLink>{props.scrollLink}</ScrollLink>
        </div>
      </Carousel>
    </div>
  );
}
