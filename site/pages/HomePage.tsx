import { ButtonLink } from '../button/Button.tsx';
import { Gallery } from '../carousel/Gallery.tsx';
import { Hero } from '../sections/hero/Hero.tsx';
import { Seeds } from '../seeds/Seeds.tsx';
import type { ContentOf } from '../page-data.ts';
import type { GalleryFrame } from '../picture/photo.ts';
import { PAGE_PATHS } from '../routes.ts';
import styles from './HomePage.module.css';

/** As `HomePage.module.css` says. */
const ABOUT_FRAME: GalleryFrame = { shape: 6 / 5 };

export default function HomePage(props: { content: ContentOf<'home'> }) {
  const { copy, heroPhotos, aboutPhotos } = props.content;
  return (
    <>
      <Hero photos={heroPhotos} {...copy.hero} />
      <section
        className={styles.about}
        id="scroll-content"
        aria-labelledby="over-ons"
        tabIndex={-1}
      >
        <div className={styles.aboutWords}>
          <h2 id="over-ons">{copy.about.heading}</h2>
          <p className={styles.lead}>{copy.about.lead}</p>
          {copy.about.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <ButtonLink variant="main" href={PAGE_PATHS.info}>
            {copy.about.button}
          </ButtonLink>
        </div>
        <div className={styles.aboutPhotos}>
          <Gallery photos={aboutPhotos} label={copy.about.heading} frame={ABOUT_FRAME} />
        </div>
      </section>
      <section className={styles.menu} aria-labelledby="menukaart">
        <div className={styles.card}>
          <Seeds />
          <h2 id="menukaart">{copy.menu.heading}</h2>
          <ul>
            {copy.menu.lines.map((line) => (
              <li key={line.name}>
                <a href={line.href}>
                  <span className={styles.dish}>{line.name}</span>
                  <span className={styles.leader} />
                  <span className={styles.detail}>{line.detail}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className={styles.closing} aria-labelledby="tot-gauw">
        <h2 id="tot-gauw">{copy.closing.heading}</h2>
        <p>{copy.closing.text}</p>
        <ButtonLink variant="main" href={PAGE_PATHS.info}>
          {copy.closing.button}
        </ButtonLink>
      </section>
    </>
  );
}
