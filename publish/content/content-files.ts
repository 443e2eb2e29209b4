import type * as v from 'valibot';
import { mailTextsSchema } from '../../enquiry/mail-texts.ts';
import {
  brandSchema,
  companySchema,
  messagesSchema,
  noticeSchema,
  pageSchema,
  photosSchema,
  siteSchema,
} from '../../site/content.ts';
import type { SchemaNode } from '../../site/content-walk.ts';
import type { YamlFile } from './yaml/parse-yaml.ts';

/** Every file the caterer edits besides the pages, and the shape it must have. */
export const CONTENT_FILES = {
  company: { file: 'company.yaml', schema: companySchema },
  site: { file: 'site.yaml', schema: siteSchema },
  messages: { file: 'messages.yaml', schema: messagesSchema },
  mails: { file: 'mails.yaml', schema: mailTextsSchema },
  brand: { file: 'brand.yaml', schema: brandSchema },
  /** May be absent: nothing to tell. */
  notice: { file: 'notice.yaml', schema: noticeSchema },
  photos: { file: 'photos/photos.yaml', schema: photosSchema },
} as const;

/** Every `*.yaml` in there is a page. */
export const PAGES_FOLDER = 'pages';
export const PAGE_SCHEMA = pageSchema;

type ContentFile = keyof typeof CONTENT_FILES;

/** A file that has the right shape. */
export interface CheckedFile<Schema extends v.GenericSchema> {
  yaml: YamlFile;
  schema: SchemaNode;
  value: v.InferOutput<Schema>;
}

export type CheckedPage = CheckedFile<typeof pageSchema>;

/**
 * What could be read of `content/`, for the checks that look beyond one field. A file is absent
 * when its own shape is wrong; that is told already.
 */
export type CheckedContent = {
  [File in ContentFile]: CheckedFile<(typeof CONTENT_FILES)[File]['schema']> | undefined;
} & {
  /** Hidden ones too. */
  pages: CheckedPage[];
  /** Whether `pages` are all there are, so that what is not among them does not exist. */
  hasEveryPage: boolean;
  /** Paths of all files from the content folder, with forward slashes. */
  files: string[];
};

/** Every file that could be read, whatever it holds. */
export function checkedFiles(content: CheckedContent): CheckedFile<v.GenericSchema>[] {
  const { pages, hasEveryPage: _, files: _files, ...single } = content;
  return [...Object.values(single), ...pages].filter((file) => file !== undefined);
}
