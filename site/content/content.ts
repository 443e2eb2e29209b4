import type { MailTexts } from '../../release/mail-texts.ts';
import type { Brand } from './brand.ts';
import type { Company } from './company.ts';
import type { FullDays } from './full-days.ts';
import type { Messages } from './messages.ts';
import type { Notice } from './notice.ts';
import type { Page } from './page.ts';
import type { Photos } from './photos.ts';
import type { Site } from './site.ts';

/*
 * Schemas of the files in `content/`, and the types that follow from them. Publishing validates the
 * YAML with these and reports findings (`publish/content/`).
 */
export { type Brand, brandSchema, COLOR_ROLES, FONT_PAIRS } from './brand.ts';
export { type Company, companySchema } from './company.ts';
export { type FullDays, fullDaysSchema } from './full-days.ts';
export { type Messages, messagesSchema } from './messages.ts';
export { type Notice, noticeSchema } from './notice.ts';
export { NOT_FOUND_PATH, type Page, pageSchema } from './page.ts';
export { type Photos, photosSchema } from './photos.ts';
export { type Site, siteSchema } from './site.ts';

/** Everything in `content/`, read and checked (`publish/content/load-content.ts`). */
export interface Content {
  company: Company;
  site: Site;
  messages: Messages;
  mails: MailTexts;
  brand: Brand;
  /** Absent when there is no notice. */
  notice?: Notice;
  /** Absent when no day was ever marked. */
  fullDays?: FullDays;
  /** Whether the privacy page says how long a booked enquiry is kept after its party. */
  statesBookedRetention?: boolean;
  /** The pages, without hidden pages and sections, and with the not-found page. */
  pages: Page[];
  photos: Photos;
}
