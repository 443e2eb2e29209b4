import type { Company, Content, Messages, Page, Site } from '../content/content.ts';
import { NOT_FOUND_PATH } from '../content/content.ts';
import { fullDaysToCome } from '../content/full-days.ts';
import type { Photo } from '../photo/photo.ts';
import { type PhotoList, type PublishPhotoList, photoListOf } from '../photo/photo-list.ts';
import { traitsOf } from '../sections/section-kinds.ts';

/** What a section can use besides its own fields. */
export interface PageContext {
  company: Company;
  site: Site;
  messages: Messages;
  /** The path of the page, '/feesten'; undefined on the not-found page. */
  path: string | undefined;
  /** Future days on which the caterer takes no party, in order: '2027-03-05'. */
  fullDays: string[];
  navigation: NavigationLink[];
  /** Pages with a link at the bottom of every page. */
  footerLinks: NavigationLink[];
  /** Path that '/' redirects to. */
  homePath: string;
  /** The page with the enquiry form; undefined when there is none. */
  formPath: string | undefined;
  logo: Logo;
  /** @throws Error for a name that the checks of `content/` would have refused */
  photo: (name: string) => Photo;
  /**
   * The photo list of a carousel, as part of its props.
   *
   * @param startIndex index of the first photo shown; default 0
   */
  photoList: (photos: Photo[], startIndex?: number) => PhotoList;
  /** @throws Error for a name that the checks of `content/` would have refused */
  file: (name: string) => DownloadableFile;
}

export interface NavigationLink {
  label: string;
  path: string;
}

/**
 * A logo as safe SVG, by variant (specification, section 2, 'Shell'), the mark alone, and the tab's
 * icon.
 */
export interface Logo {
  large: string;
  small: string;
  mark: string;
  icon: string;
}

/** A file of `content/files/`. */
export interface DownloadableFile {
  /** '/files/maandmenu.pdf' */
  href: string;
  bytes: number;
}

/** Prepared photos, files and logos, by name. */
export interface PageResources {
  photos: ReadonlyMap<string, Photo>;
  files: ReadonlyMap<string, DownloadableFile>;
  logo: Logo;
  publishPhotoList?: PublishPhotoList;
}

export function pageContext(page: Page, content: Content, resources: PageResources): PageContext {
  const { company, site, messages } = content;
  const { publishPhotoList } = resources;
  return {
    company,
    site,
    messages,
    fullDays: fullDaysToCome(content.fullDays?.days ?? [], site.timeZone, new Date()),
    path: page.path === NOT_FOUND_PATH ? undefined : page.path,
    navigation: navigationOf(content.pages),
    footerLinks: content.pages
      .filter(({ inFooter }) => inFooter)
      .map(({ path, title }) => ({ path, label: title })),
    homePath: homePathOf(content.pages),
    formPath: formPagesOf(content.pages)[0]?.path,
    logo: resources.logo,
    photo: (name) => required(resources.photos.get(name), `photo ${name}`),
    photoList: (photos, startIndex) => photoListOf(photos, startIndex, publishPhotoList),
    file: (name) => required(resources.files.get(name), `file ${name}`),
  };
}

/** The links of the top bar, sorted by `place` (specification, section 2, 'Shell'). */
export function navigationOf(pages: Page[]): NavigationLink[] {
  const listed = pages.flatMap(({ path, title, navigation }) => {
    return navigation ? [{ ...navigation, path, title }] : [];
  });
  listed.sort((a, b) => a.place - b.place || a.title.localeCompare(b.title));
  return listed.map(({ label, path }) => ({ label, path }));
}

/** The path that '/' redirects to; the checks of `content/` ensure that there is one. */
export function homePathOf(pages: Page[]): string {
  return required(
    pages.find(({ redirects }) => redirects.includes('/')),
    'home page',
  ).path;
}

/** Pages with the enquiry form. */
export function formPagesOf(pages: Page[]): Page[] {
  return pages.filter(({ sections }) => {
    return sections.some((section) => traitsOf(section).hasForm);
  });
}

function required<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`There is no ${what}`);
  return value;
}
