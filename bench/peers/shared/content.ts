/** What both sites show, as `bench/peers/content.ts` takes it from our published pages. */
import { readFileSync } from 'node:fs';

export interface Content {
  company: { name: string; phone: Link; email: Link; addresses: string[][] };
  /** The font of headings, fetched with the document. */
  serif: string;
  /** Drawings as SVG: bar, wide bar, footer. */
  logo: { small: string; large: string; mark: string };
  links: Link[];
  footer: { lines: string[]; legal: string; designer: Link; accessibility: Link; privacy: Link };
  words: Words;
  home: PageWords & {
    eyebrow: string;
    heading: string;
    scrollLink: string;
    photos: Photo[];
    story: { heading: string; lead: string; paragraphs: string[]; button: Link; photos: Photo[] };
    quote: { text: string; who: string; occasion: string };
    menu: { heading: string; lines: { link: Link; detail: string; photo: Photo }[] };
    call: { heading: string; text: string; button: Link; photo: Photo };
  };
  contact: PageWords & { heading: string; intro: string; form: Form };
  privacy: PageWords & { blocks: { tag: 'h1' | 'h2' | 'h3' | 'p'; text: string }[] };
}

export interface PageWords {
  title: string;
  description: string;
}

export interface Link {
  label: string;
  href: string;
}

/** A photo in the files that our build made of it. */
export interface Photo {
  alt: string;
  width: number;
  height: number;
  /** JPEG */
  src: string;
  /** AVIF */
  srcSet: string;
  sizes: string;
  /** AVIF for an upright phone, of a hero alone. */
  tall?: string;
}

export interface Form {
  label: string;
  requiredNote: string;
  choose: string;
  submit: string;
  cancel: string;
  missing: string;
  pending: string;
  success: string;
  error: string;
  emailInvalid: string;
  dateInvalid: string;
  countInvalid: string;
  groups: { legend: string; fields: Field[] }[];
}

export interface Field {
  name: string;
  label: string;
  kind: 'input' | 'select' | 'textarea';
  type: string;
  inputMode: 'text' | 'email' | 'numeric' | 'tel';
  autoComplete: string;
  width: string;
  options: string[];
  /** What is said when nothing stands in it; absent for a field that may stay empty. */
  required?: string;
}

export interface Words {
  menu: string;
  mainNavigation: string;
  skip: string;
  logo: string;
  carousel: CarouselWords;
  close: string;
}

export interface CarouselWords {
  region: string;
  previous: string;
  next: string;
  pause: string;
  play: string;
  /** 'Foto {index} van {count}' */
  position: string;
}

/** The folder above each site has it. */
export function readContent(): Content {
  return JSON.parse(readFileSync('../content.json', 'utf8'));
}
