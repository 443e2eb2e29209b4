import type { Finding } from '../publish/content/finding.ts';
import type { Call, createRoutes } from './server/routes.ts';
import type { FileAnswer } from './server/save.ts';
import type { createSignInRoutes } from './server/sign-in/sign-in-routes.ts';
import type { Value } from './values.ts';

/**
 * The calls of the app: JSON, and uploads as `application/octet-stream`. A refused call gets 401
 * without a session, 409 when something else is in the way, 422 for what cannot be used, 426 for an
 * app of another version.
 */
export type DeskApi = {
  [Route in keyof Routes]: {
    body: Routes[Route] extends (call: Call<infer Body>) => unknown
      ? Body extends Uint8Array
        ? Blob
        : Body
      : never;
    answer: Awaited<ReturnType<Routes[Route]>>;
  };
};

type Routes = ReturnType<typeof createSignInRoutes> & Awaited<ReturnType<typeof createRoutes>>;
type Answer<Route extends keyof Routes> = DeskApi[Route]['answer'];

/** An answer other than 2xx. The server throws it, and so does `call`. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** The HTTP status; 0 when the desk did not answer. */
  readonly status: number;

  /** @param message in Dutch, for the caterer */
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }

  get answer() {
    return { message: this.message };
  }
}

/**
 * The version of the protocol of saving, and of what the browser keeps unsaved. Increase it when an
 * earlier app would send or keep what this one cannot read.
 */
export const PROTOCOL_VERSION = 2;

export interface ContentFile {
  /** 'pages/home.yaml' */
  path: string;
  /** SHA-256 of the file's bytes, in hex. */
  hash: string;
  value: Value;
}

export type { FileAnswer, Finding };
export type ContentAnswer = Answer<'GET /api/content'>;
export type SaveRequest = DeskApi['PUT /api/content']['body'];
export type SaveAnswer = Answer<'PUT /api/content'>;
export type DeskPhoto = Answer<'GET /api/photos'>[number];
export type DeskFile = Answer<'GET /api/files'>[number];
export type BrandPreview = Answer<'POST /api/brand-preview'>;
export type LogoSlot = keyof BrandPreview['logo'];
export type Job = NonNullable<Answer<'GET /api/job'>>;
export type Version = Answer<'GET /api/versions'>[number];
export type FileChange = SaveAnswer['changes']['changes'][number];
export type BinItem = Answer<'GET /api/bin'>[number];
export type DeskEnquiry = Answer<'GET /api/enquiries'>['enquiries'][number];
export type DeskVisits = Answer<'GET /api/visits'>;
export type EnquiryMail = DeskEnquiry['mails'][number];
