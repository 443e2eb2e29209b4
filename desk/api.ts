import type { Finding } from '../publish/content/finding.ts';
import type { Call, createRoutes } from './server/routes.ts';
import type { createSignInRoutes } from './server/sign-in/sign-in-routes.ts';

/**
 * The calls of the app to its server: JSON, and an upload as `application/octet-stream`. One that is
 * refused answers with a `Refusal`: 401 without a session, 409 for a conflict, 422 for an upload or a
 * file that cannot be read.
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

export interface Refusal {
  /** In Dutch, for the caterer. */
  message: string;
}

/** A save of a file that has changed: the app merges its value with `now`, and tries again. */
export interface ConflictRefusal extends Refusal {
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
