import { preload } from 'react-dom';
import { Carousel } from '../../../shared/Carousel.tsx';
import { readContent } from '../../../shared/content.ts';
import { Home } from '../../../shared/Home.tsx';
import { TALL_MEDIA } from '../../../shared/Picture.tsx';
import { Shell } from '../Shell.tsx';

const content = readContent();
const { home, words } = content;
export const metadata = { title: home.title, description: home.description };

export default function HomePage() {
  const [hero] = home.photos;
  if (hero) {
    const options = { as: 'image', type: 'image/avif', fetchPriority: 'high' } as const;
    const { tall = '', srcSet, sizes } = hero;
    preload(hero.src, { ...options, media: TALL_MEDIA, imageSrcSet: tall, imageSizes: '100vw' });
    const wide = { media: `not all and ${TALL_MEDIA}`, imageSrcSet: srcSet, imageSizes: sizes };
    preload(hero.src, { ...options, ...wide });
  }
  return (
    <Shell content={content} isOverPhoto>
      <Home
        content={content}
        hero={<Carousel photos={home.photos} words={words.carousel} autoSeconds={10} />}
        gallery={<Carousel photos={home.story.photos} words={words.carousel} />}
      />
    </Shell>
  );
}
