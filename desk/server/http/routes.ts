import { join, parse } from 'node:path';
import * as v from 'valibot';
import { publishBrand } from '../../../publish/brand/publish-brand.ts';
import { CONTENT_FILES } from '../../../publish/content/content-files.ts';
import { type Brand, brandSchema } from '../../../site/content/content.ts';
import { RefusedError } from '../../shared/api.ts';
import type { RunExclusive } from '../../shared/mutex.ts';
import type { Value } from '../../shared/values.ts';
import type { Call } from '../call.ts';
import { listVersions, readOnlineFiles, restoreFile } from '../content/content-versions.ts';
import { openIdempotencyKeys } from '../content/idempotency-keys.ts';
import { readFileAt, readShownFiles } from '../content/read-content.ts';
import { listBin } from '../content/recycle-bin.ts';
import { hashNow, readStatus, type SaveRequest, saveContent } from '../content/save.ts';
import {
  addLogo,
  addUpload,
  listPdfs,
  readLogoUpload,
  readPdfUpload,
  replaceUpload,
} from '../content/uploads.ts';
import type { Folders } from '../desk-folders.ts';
import type { DeskOptions } from '../desk-options.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { readState } from '../jobs/read-state.ts';
import { listPhotos, readPhotoUpload } from '../photos/photos.ts';
import type { Preview } from '../preview/preview.ts';
import { sendSession } from '../sign-in/guard.ts';
import type { EnquiryNoteRequest, EnquiryStateRequest } from '../visitors/enquiries.ts';

/** The folder of the fonts and logos of the edited page. */
export const brandDirOf = ({ cacheDir }: Folders) => join(cacheDir, 'desk-brand');

/**
 * The calls that need a session. Only one writes at a time, so that what it has checked cannot
 * change before it writes.
 */
export async function createRoutes(
  options: DeskOptions,
  preview: Preview,
  jobs: Jobs,
  runExclusive: RunExclusive,
) {
  const { folders, origin, access, enquiries, visits, runTask } = options;
  const keys = await openIdempotencyKeys(folders.deskDir, (path) => hashNow(folders, path));

  const previewBrand = async (brand: Brand) => {
    const { css, logo } = await publishBrand(folders.contentDir, brand, brandDirOf(folders));
    return { css, logo };
  };

  const readUpload = async (path: string, bytes: Buffer) =>
    parse(path).dir === 'photos'
      ? readPhotoUpload(runTask, path, bytes)
      : readPdfUpload(path, bytes);

  return {
    'GET /api/passkeys': ({ request }: Call) =>
      access.passkeys().map(({ id, name, createdAtMs }) => {
        return { id, name, createdAtMs, isCurrent: id === request.session?.passkeyId };
      }),
    'DELETE /api/passkeys/:id': async ({ parameter: id }: Call) => {
      if (!(await access.removePasskey(id))) {
        throw new RefusedError(409, 'Dit is je laatste toestel. Meld eerst een ander aan.');
      }
    },
    'POST /api/sign-out': async ({ request, reply }: Call) => {
      await access.endSession(request.session);
      sendSession(reply, origin, undefined);
    },

    'GET /api/state': () => readState(options, jobs.isRunning),

    'GET /api/content': () =>
      runExclusive(async () => ({
        ...(await readShownFiles(folders.contentDir)),
        ...(await readStatus(folders)),
      })),
    'PUT /api/content': ({ body }: Call<SaveRequest>) =>
      runExclusive(() => saveContent(folders, keys, body)),

    'GET /api/photos': () => listPhotos(folders),
    'GET /api/files': () => listPdfs(folders),
    /** Adds a file under a free name made from 'photos/Taart & Café.HEIC'. */
    'POST /api/uploads/:path': async ({ parameter: path, body }: Call<Buffer>) => {
      const bytes = await readUpload(path, body);
      return runExclusive(() => addUpload(folders, path, bytes));
    },
    'PUT /api/uploads/:path': async ({ parameter: path, body }: Call<Buffer>) => {
      const bytes = await readUpload(path, body);
      await runExclusive(() => replaceUpload(folders, path, bytes));
    },
    'DELETE /api/uploads/:path': ({ parameter: path }: Call) =>
      runExclusive(() => replaceUpload(folders, path, null)),
    'POST /api/logo': async ({ body }: Call<Buffer>) => {
      const logo = await readLogoUpload(runTask, body);
      return runExclusive(() => addLogo(folders, logo));
    },
    /** The style of the edited page, with the brand as saved. */
    'GET /api/brand-preview': async () => {
      const file = await readFileAt(folders.contentDir, CONTENT_FILES.brand.file);
      const brand = v.parse(brandSchema, file?.value);
      return { brand, preview: await previewBrand(brand) };
    },
    /** The style of the edited page, with the brand as typed. */
    'POST /api/brand-preview': ({ body }: Call<{ brand: Value }>) =>
      previewBrand(v.parse(brandSchema, body.brand)),

    'GET /api/bin': () => listBin(folders),
    'POST /api/bin/:id/restore': ({ parameter: id }: Call) => jobs.restoreFromBin(keys, id),
    /** 'Wis voorgoed' calls this. */
    'DELETE /api/bin/:id': ({ parameter: id }: Call) => jobs.erase(id),

    'GET /api/job': jobs.latest,
    'POST /api/publish': jobs.publish,
    'GET /api/preview': () => preview.readState(),
    'POST /api/preview': jobs.makePreview,
    'POST /api/preview/links': ({ body }: Call<{ kind: 'own' | 'shared' }>) =>
      preview.createLink(body.kind === 'shared' ? 'shared' : 'own'),
    'DELETE /api/preview/links/:id': ({ parameter: id }: Call) => preview.links.end(id),
    /** Returns the files that are online, so that the app can restore a value from them. */
    'GET /api/online': () => readOnlineFiles(folders),
    /** Restores one file, also one that cannot be read. */
    'POST /api/online/:path': ({ parameter: path }: Call) =>
      runExclusive(() => restoreFile(folders, path)),
    'GET /api/versions': () => listVersions(folders),
    /** 'Zet terug' calls this. */
    'POST /api/versions/:id/restore': ({ parameter: id }: Call) => jobs.restore(id),

    'GET /api/enquiries': enquiries.list,
    'DELETE /api/enquiries/:id': ({ parameter: id }: Call) => enquiries.erase(id),
    'PUT /api/enquiries/:id/state': ({ parameter: id, body }: Call<EnquiryStateRequest>) =>
      enquiries.setState(id, body),
    'PUT /api/enquiries/:id/note': ({ parameter: id, body }: Call<EnquiryNoteRequest>) =>
      enquiries.setNote(id, body),
    'POST /api/enquiries/:id/requeue': ({ parameter: id }: Call) => enquiries.requeue(id),
    'POST /api/test-mail': enquiries.sendTestMail,

    'GET /api/visits': visits.read,
  };
}
