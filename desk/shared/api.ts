import type { Finding } from '../../publish/content/finding.ts';
import type { Call } from '../server/call.ts';
import type { FileResult } from '../server/content/save.ts';
import type { createRoutes } from '../server/http/routes.ts';
import type { createSignInRoutes } from '../server/sign-in/sign-in-routes.ts';
import type { Value } from './values.ts';

/**
 * The calls of the app. They carry JSON, or `application/octet-stream` for uploads. A refused call
 * gets 401 without a session, 409 for a conflict with something else, 422 for unusable input, and
 * 426 when the app is of another version.
 */
export type DeskApi = {
  [Route in keyof Routes]: {
    body: Routes[Route] extends (call: Call<infer Body>) => unknown
      ? Body extends Uint8Array
        ? Blob
        : Body
      : never;
    response: Awaited<ReturnType<Routes[Route]>>;
  };
};

type Routes = ReturnType<typeof createSignInRoutes> & Awaited<ReturnType<typeof createRoutes>>;
type ResponseOf<Route extends keyof Routes> = DeskApi[Route]['response'];

/** A response other than 2xx. The server throws it, and so does `call`. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  /** The HTTP status; 0 when the desk did not respond. */
  readonly status: number;

  /** @param message in Dutch, for the caterer */
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }

  get response() {
    return { message: this.message };
  }
}

/**
 * The version of the protocol for saving, and of the format in which the browser stores unsaved
 * work. Increase it when the new code cannot read what an earlier app sends or stores.
 */
export const PROTOCOL_VERSION = 2;

export interface ContentFile {
  /** 'pages/home.yaml' */
  path: string;
  /** SHA-256 of the file's bytes, in hex. */
  hash: string;
  value: Value;
}

export type { FileResult, Finding };
export type ContentResponse = ResponseOf<'GET /api/content'>;
export type SaveRequest = DeskApi['PUT /api/content']['body'];
export type SaveResponse = ResponseOf<'PUT /api/content'>;
export type DeskPhoto = ResponseOf<'GET /api/photos'>[number];
export type DeskFile = ResponseOf<'GET /api/files'>[number];
export type BrandPreview = ResponseOf<'POST /api/brand-preview'>;
export type LogoSlot = keyof BrandPreview['logo'];
export type Job = NonNullable<ResponseOf<'GET /api/job'>>;
export type ContentVersion = ResponseOf<'GET /api/versions'>[number];
export type FileChange = SaveResponse['changes']['changes'][number];
export type DeskEnquiry = ResponseOf<'GET /api/enquiries'>['enquiries'][number];
export type DeskVisits = ResponseOf<'GET /api/visits'>;
export type EnquiryMail = DeskEnquiry['mails'][number];
