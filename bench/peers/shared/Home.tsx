import type { ReactNode } from 'react';
import type { Content } from './content.ts';
import { Picture } from './Picture.tsx';

interface HomeProps {
  content: Content;
  /** The carousels, which wake in the browser. */
  hero: ReactNode;
  gallery: ReactNode;
}

export function Home({ content, hero, gallery }: HomeProps) {
  const { eyebrow, heading, scrollLink, story, quote, menu, call } = content.home;
  return (
    <>
      <div className="hero">
        {hero}
        <div className="words">
          <p>{eyebrow}</p>
          <h1>{heading}</h1>
          <a className="pill" href="#over-ons">
            {scrollLink}
          </a>
        </div>
      </div>
      <section className="story" id="over-ons">
        <div className="words">
          <h2>{story.heading}</h2>
          <p className="lead">{story.lead}</p>
          {story.paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <a className="button" href={story.button.href}>
            {story.button.label}
          </a>
        </div>
        {gallery}
      </section>
      <figure className="quote">
        <blockquote>{quote.text}</blockquote>
        <figcaption>
          <b>{quote.who}</b> {quote.occasion}
        </figcaption>
      </figure>
      <section className="card">
        <h2>{menu.heading}</h2>
        <ul>
          {menu.lines.map(({ link, detail, photo }) => (
            <li key={link.href}>
              <a href={link.href}>
                <span className="dish">{link.label}</span> <span>{detail}</span>
              </a>
              <Picture photo={photo} />
            </li>
          ))}
        </ul>
      </section>
      <section className="call">
        <Picture photo={call.photo} />
        <div className="words">
          <h2>{call.heading}</h2>
          <p>{call.text}</p>
          <a className="button" href={call.button.href}>
            {call.button.label}
          </a>
        </div>
      </section>
    </>
  );
}
