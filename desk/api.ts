import type { Finding } from '../publish/content/finding.ts';
import type { Call, createRoutes } from './server/routes.ts';
import type { createSignInRoutes } from './server/sign-in/sign-in-routes.ts';

/**
 * The calls of the app: JSON, and uploads as `application/octet-stream`. A refused one answers 401
 * without a session, 409 for a conflict, 422 for what cannot be read.
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

type Routes = ReturnType<typeof createSignInRoutes> & ReturnType<typeof createRoutes>;
type Answer<Route extends keyof Routes> = DeskApi[Route]['answer'];

/** An answer other than 2xx: thrown by the server, and by `call`. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** Of HTTP; 0 when the desk did not answer. */
  readonly status: number;
  readonly answer: { message: string };

  /**
   * @param message in Dutch, for the caterer
   * @param more what this answer has besides the message
   */
  constructor(status: number, message: string, more: object = {}) {
    super(message);
    this.status = status;
    this.answer = { message, ...more };
  }

  /** The same call may succeed later. */
  get isTemporary() {
    return this.status === 0 || this.status === 401;
  }
}

/** The file has changed: the app rebases its operations on `now`. */
export interface ConflictAnswer {
  message: string;
  /** Null when it is gone. */
  now: ContentFile | null;
}

export type { Finding };
export type ContentAnswer = Answer<'GET /api/content'>;
export type ContentFile = ContentAnswer['files'][number];
export type SaveAnswer = Answer<'PUT /api/content'>;
export type DeskPhoto = Answer<'GET /api/photos'>[number];
export type DeskFile = Answer<'GET /api/files'>[number];
export type BrandPreview = Answer<'POST /api/brand-preview'>;
export type LogoPlace = keyof BrandPreview['logo'];
export type Job = NonNullable<Answer<'GET /api/job'>>;
export type Version = Answer<'GET /api/versions'>[number];
export type FileChange = Answer<'GET /api/changes'>['changes'][number];
export type DeskEnquiry = Answer<'GET /api/enquiries'>['enquiries'][number];
export type EnquiryMail = DeskEnquiry['mails'][number];
