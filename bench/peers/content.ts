import type { Browser } from '@playwright/test';
import { type Photo as OurPhoto, photoSrcSet, photoUrl } from '../../site/picture/photo.ts';
import { documentOf, type Published } from '../published.ts';
import type { Content, Photo } from './shared/content.ts';

/** What a carousel's island is given; the rest of its photos stand in a list beside the page. */
interface CarouselProps {
  photos: { known: OurPhoto[]; href: string };
}

type Taken = Omit<Content, 'home'> & {
  home: Omit<Content['home'], 'photos' | 'story'> & {
    story: Omit<Content['home']['story'], 'photos'>;
  };
  carousels: [CarouselProps, CarouselProps];
};

/**
 * The words, links, fields and photos of our published home, form's and privacy page, read from their
 * documents, for a site that is made otherwise.
 *
 * @param browser takes the documents apart
 * @param readFile of `public/`, by web path
 * @throws Error where a page no longer has what the others show
 */
export async function contentOf(
  published: Published,
  browser: Browser,
  readFile: (path: string) => Promise<string>,
): Promise<Content> {
  const { release } = published;
  const home = release.redirects.find(({ from }) => from === '/')?.to ?? '';
  const documents = await Promise.all(
    [home, release.captcha.pagePaths[0] ?? '', release.privacyPath].map((path) =>
      documentOf(published, path),
    ),
  );
  const page = await browser.newPage();
  const { carousels, ...taken } = await page.evaluate(takeApart, documents);
  await page.close();
  const photosOf = async (index: 0 | 1, sizes: string): Promise<Photo[]> => {
    const { known, href } = carousels[index].photos;
    const list: OurPhoto[] = JSON.parse(await readFile(href));
    const rest = list.filter(({ id }) => !known.some((one) => one.id === id));
    return [...known, ...rest].map((photo) => asFiles(photo, sizes));
  };
  const hero = await photosOf(0, 'max(100vw, 141vh)');
  const gallery = (await photosOf(1, '(max-width: 991.98px) 120vw, 67vw')).map(
    ({ tall: _, ...photo }) => photo,
  );
  return {
    ...taken,
    home: { ...taken.home, photos: hero, story: { ...taken.home.story, photos: gallery } },
  };
}

function asFiles(photo: OurPhoto, sizes: string): Photo {
  const { alt, full } = photo;
  return {
    alt,
    width: full.width,
    height: full.height,
    src: photoUrl(photo, 'full', full.fallbackWidth, 'jpeg'),
    srcSet: photoSrcSet(photo, 'full'),
    sizes,
    ...(photo.tall && { tall: photoSrcSet(photo, 'tall') }),
  };
}

/**
 * The faces of our fonts, those that stand in for them, and the tokens of our brand, as a style sheet.
 *
 * @param html a published document
 */
export function brandOf(html: string): string {
  const [tokens = ''] = /:root\{--serif[^}]*\}/.exec(html) ?? [];
  return [...html.matchAll(/@font-face\{[^}]*\}/g), tokens].join('\n');
}

/** Runs in the browser. Classes have no lasting names: elements, islands and data attributes do. */
function takeApart(documents: string[]): Taken {
  const [home, contact, privacy] = documents.map((html) => {
    const parsed = new DOMParser().parseFromString(html, 'text/html');
    for (const one of parsed.querySelectorAll('noscript, .visually-hidden')) one.remove();
    return parsed;
  }) as [Document, Document, Document];

  const all = (from: ParentNode, selector: string) => [...from.querySelectorAll(selector)];
  const one = (from: ParentNode, selector: string): Element => {
    const found = from.querySelector(selector);
    if (!found) throw new Error(`A published page has no ${selector}`);
    return found;
  };
  const wordsIn = (element: Element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  const words = (from: ParentNode, selector: string) => wordsIn(one(from, selector));
  const linkOf = (element: Element) => ({
    label: wordsIn(element),
    href: element.getAttribute('href') ?? '',
  });
  const link = (from: ParentNode, selector: string) => linkOf(one(from, selector));
  const propsOf = (from: ParentNode, island: string) =>
    JSON.parse(one(from, `[data-island="${island}"]`).getAttribute('data-props') ?? '{}');
  const photo = (from: ParentNode) => {
    const source = one(from, 'picture > source[type="image/avif"]');
    const img = one(from, 'picture > img');
    return {
      alt: img.getAttribute('alt') ?? '',
      width: Number(img.getAttribute('width')),
      height: Number(img.getAttribute('height')),
      src: img.getAttribute('src') ?? '',
      srcSet: source.getAttribute('srcset') ?? '',
      sizes: source.getAttribute('sizes') ?? '',
    };
  };
  const page = (of: Document) => ({
    title: of.title,
    description: one(of, 'meta[name="description"]').getAttribute('content') ?? '',
  });
  const drawing = (selector: string) => one(home, selector).outerHTML;

  const [story, card, call] = all(home, 'main > section') as [Element, Element, Element];
  const [lead = '', ...paragraphs] = all(story, 'p').map(wordsIn);
  const footer = one(home, 'footer');
  const { rules, form: ofForm } = propsOf(contact, 'EnquiryForm').words;
  const requiredOf: Record<string, string> = {
    email: rules.emailRequired,
    name: rules.nameRequired,
    message: rules.messageRequired,
  };
  const hero = propsOf(home, 'HeroCarousel');
  const menu = propsOf(home, 'Menu').words;

  return {
    carousels: [hero, propsOf(home, 'Gallery')],
    serif: one(home, 'link[rel="preload"][as="font"]').getAttribute('href') ?? '',
    company: {
      name: words(contact, 'address > p'),
      phone: link(footer, 'a[href^="tel:"]'),
      email: link(footer, 'a[href^="mailto:"]'),
      addresses: all(contact, 'main address > p')
        .filter((part) => !part.querySelector('a'))
        .map((part) =>
          part.innerHTML
            .split(/<br>|<\/span>/)
            .map((line) => line.replaceAll(/<[^>]*>/g, '').trim()),
        ),
    },
    logo: {
      small: drawing('header svg'),
      large: drawing('header span + span svg'),
      mark: drawing('footer svg'),
    },
    links: all(home, 'header > div > nav a').map(linkOf),
    footer: {
      lines: all(footer, 'div > div:not(:last-child) > p').map(wordsIn),
      legal: words(footer, 'div > div:last-child > p'),
      designer: link(footer, 'a[target="_blank"]'),
      accessibility: link(footer, 'p > a:not([target]):not([href*=":"])'),
      privacy: link(footer, '[data-island="PrivacyLink"] a'),
    },
    words: {
      menu: menu.menu,
      mainNavigation: menu.mainNavigation,
      skip: words(home, '[data-island="SkipLink"]'),
      logo: one(home, 'header a').getAttribute('aria-label') ?? '',
      carousel: {
        region: hero.words.region,
        previous: hero.words.previous,
        next: hero.words.next,
        pause: hero.words.pause,
        play: hero.words.play,
        position: hero.words.position,
      },
      close: hero.words.close,
    },
    home: {
      ...page(home),
      eyebrow: hero.eyebrow,
      heading: hero.sentence,
      scrollLink: hero.scrollLink,
      story: {
        heading: words(story, 'h2'),
        lead,
        paragraphs,
        button: link(story, 'p ~ a'),
      },
      quote: {
        text: words(home, 'blockquote'),
        who: words(home, 'figcaption > span'),
        occasion: words(home, 'figcaption > span + span'),
      },
      menu: {
        heading: words(card, 'h2'),
        lines: all(card, 'li').map((line) => {
          const [name, , detail] = all(line, 'a > span') as [Element, Element, Element];
          const { href } = link(line, 'a');
          return {
            link: { label: wordsIn(name), href },
            detail: wordsIn(detail),
            photo: photo(line),
          };
        }),
      },
      call: {
        heading: words(call, 'h2'),
        text: words(call, 'p'),
        button: link(call, 'a'),
        photo: photo(call),
      },
    },
    contact: {
      ...page(contact),
      heading: words(contact, 'h1'),
      intro: words(contact, 'h1 ~ p'),
      form: {
        label: ofForm.label,
        requiredNote: ofForm.requiredNote,
        choose: ofForm.choose,
        submit: ofForm.submit,
        cancel: ofForm.cancel,
        missing: ofForm.missing,
        pending: ofForm.pending,
        success: ofForm.success,
        error: ofForm.error,
        emailInvalid: rules.emailInvalid,
        dateInvalid: rules.dateInvalid,
        countInvalid: rules.countInvalid,
        groups: all(contact, 'fieldset[data-group]').map((group) => ({
          legend: words(group, 'legend'),
          fields: all(group, '[data-field]').map((field) => {
            const control = one(field, 'input, select, textarea');
            const name = control.getAttribute('name') ?? '';
            return {
              name,
              label: words(field, 'label').replace(' *', ''),
              kind: control.localName as 'input' | 'select' | 'textarea',
              type: control.getAttribute('type') ?? '',
              inputMode: (control.getAttribute('inputmode') ?? 'text') as 'text',
              autoComplete: control.getAttribute('autocomplete') ?? '',
              width: field.getAttribute('data-width') ?? '',
              options: all(control, 'option').map(wordsIn).slice(1),
              ...(requiredOf[name] && { required: requiredOf[name] }),
            };
          }),
        })),
      },
    },
    privacy: {
      ...page(privacy),
      blocks: all(privacy, 'main :is(h1, h2, h3, p)').map((block) => ({
        tag: block.localName as 'p',
        text: wordsIn(block),
      })),
    },
  };
}
