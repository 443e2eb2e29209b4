import { carouselLabels } from '../../carousel/Carousel.tsx';
import { ButtonLink } from '../../parts/Button.tsx';
import { Island } from '../../render/Island.tsx';
import type { SectionProps } from '../section.ts';
import styles from './Hero.module.css';
import HeroCarousel from './HeroCarousel.tsx';
import type { heroSchema } from './schema.ts';

/** The first screen of a page, with a photo carousel, a short sentence and a scroll link. */
export default function Hero(props: SectionProps<typeof heroSchema>) {
  const { section, page } = props;
  return (
    <div id={section.anchor}>
      <div className={styles.hero}>
        <Island
          name="HeroCarousel"
          component={HeroCarousel}
          props={{
            photos: page.photoList(section.photos.map(page.photo)),
            eyebrow: section.eyebrow,
            sentence: section.sentence,
            scrollLink: section.scrollLink,
            autoScrollDelayMs: section.intervalSeconds * 1000,
            labels: carouselLabels(page.messages),
          }}
        />
      </div>
      {section.promises && (
        <div className={styles.promises}>
          <ul>
            {section.promises.map((promise) => (
              <li key={promise}>{promise}</li>
            ))}
          </ul>
          {page.formPath && (
            <ButtonLink variant="main" href={page.formPath}>
              {page.messages.shell.ask}
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  );
}
