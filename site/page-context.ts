import type { Company, Messages, Site } from './content.ts';
import type { Photo } from './picture/photo.ts';

/** What a section may know besides its own fields. The same object for every section of a page. */
export interface PageContext {
  company: Company;
  site: Site;
  messages: Messages;
  /** '/feesten'; undefined on the not-found page, which stands at no address of its own. */
  path: string | undefined;
  navigation: NavigationLink[];
  /** Where '/' leads. */
  homePath: string;
  /** The page with the enquiry form; undefined when there is none. */
  formPath: string | undefined;
  logo: Logo;
  /** @throws Error for a name that the checks of `content/` would have refused */
  photo: (name: string) => Photo;
  /** @throws Error for a name that the checks of `content/` would have refused */
  file: (name: string) => DownloadableFile;
}

export interface NavigationLink {
  label: string;
  path: string;
}

/** The two variants of the specification (section 2, 'Shell'), as SVG that the checks let pass. */
export interface Logo {
  large: string;
  small: string;
}

/** A file of `content/files/`. */
export interface DownloadableFile {
  /** '/files/maandmenu.pdf' */
  href: string;
  bytes: number;
}
