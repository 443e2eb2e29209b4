/** A file that exists while there is a notice. */
export const NOTICE = 'notice.yaml';
export const PHOTOS = 'photos/photos.yaml';
export const FULL_DAYS = 'full-days.yaml';
/** Files that are a form beside the page (`more/FormScreen.tsx`). */
export const FORM_FILES = [
  'company.yaml',
  NOTICE,
  'mails.yaml',
  'messages.yaml',
  'brand.yaml',
  'site.yaml',
] as const;
export type FormFile = (typeof FORM_FILES)[number];
