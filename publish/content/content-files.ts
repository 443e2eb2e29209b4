import type * as v from 'valibot';
import * as shapes from '../../site/content.ts';

/** Every file the caterer edits, and the shape it must have. */
export const CONTENT_FILES = {
  'company.yaml': shapes.companySchema,
  'site.yaml': shapes.siteSchema,
  'messages.yaml': shapes.messagesSchema,
  'mails.yaml': shapes.mailsSchema,
  'pages/home.yaml': shapes.homePageSchema,
  'pages/feesten.yaml': shapes.partiesPageSchema,
  'pages/bedrijfsfeest.yaml': shapes.companyPartyPageSchema,
  'pages/schoolcatering.yaml': shapes.schoolPageSchema,
  'pages/info.yaml': shapes.infoPageSchema,
  'pages/niet-gevonden.yaml': shapes.notFoundPageSchema,
  'pages/privacy.yaml': shapes.privacyPageSchema,
  'photos/photos.yaml': shapes.photosSchema,
} as const;

export type ContentFile = keyof typeof CONTENT_FILES;
export type ContentOf<File extends ContentFile> = v.InferOutput<(typeof CONTENT_FILES)[File]>;

/** The parts of a Valibot schema that {@link CONTENT_FILES} uses, to walk through it. */
export interface SchemaNode extends v.GenericSchema {
  entries?: Record<string, SchemaNode>;
  item?: SchemaNode;
  /** A record's values. */
  value?: SchemaNode;
  pipe?: readonly { type: string; requirement?: unknown }[];
}
