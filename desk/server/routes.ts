import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Value } from '../operations.ts';
import { addLogo, previewBrand } from './brand.ts';
import { type Edit, editContent, readContent, removeContent } from './content.ts';
import type { DeskOptions } from './http-server.ts';
import { createTurns } from './in-turn.ts';
import { listPhotos } from './photos/photos.ts';
import { createPublishing } from './publishing.ts';
import { RefusalError } from './refusal.ts';
import { sendSession } from './sign-in/guard.ts';
import {
  addUpload,
  listBin,
  listPdfs,
  readUpload,
  replaceUpload,
  restoreUpload,
} from './uploads.ts';
import { changesSinceOnline, listVersions, revertFile } from './versions.ts';

export interface Call<Body = unknown> {
  /** A Buffer where the file itself is sent. */
  body: Body;
  /** The one variable part of the address. */
  name: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The calls that need a session, by method and address. */
export function createRoutes(options: DeskOptions) {
  const { folders, origin, access, enquiries, runTask } = options;
  // Serialises writes to `content/`: the checked content is the one that is written.
  const inTurn = createTurns();
  const publishing = createPublishing(options, inTurn);

  return {
    'GET /api/passkeys': ({ request }: Call) =>
      access.passkeys().map(({ id, name, createdAtMs, lastUsedAtMs }) => {
        const isCurrent = id === request.session?.passkeyId;
        return { id, name, createdAtMs, lastUsedAtMs, isCurrent };
      }),
    /** Ends the sessions that it opened. 409 for the last one: then nobody could sign in. */
    'DELETE /api/passkeys/:id': async ({ name: id }: Call) => {
      if (access.passkeys().every((one) => one.id === id)) {
        throw new RefusalError(409, 'Dit is je laatste toestel. Voeg eerst een ander toe.');
      }
      await access.removePasskey(id);
    },
    'POST /api/sign-out': async ({ body, request, reply }: Call<{ everywhere?: boolean }>) => {
      await access.endSessions(body.everywhere ? undefined : request.session);
      sendSession(reply, origin, undefined);
    },

    'GET /api/state': () => publishing.readState(),

    'GET /api/content': () => inTurn(() => readContent(folders)),
    /** 409 `ConflictRefusal`, like the next. */
    'PATCH /api/content': ({ body }: Call<Edit>) => inTurn(() => editContent(folders, body)),
    /** A page or the notice. */
    'POST /api/content/remove': ({ body }: Call<{ path: string; hash: string }>) =>
      inTurn(() => removeContent(folders, body.path, body.hash)),
    /** Restores one file as it is online, for a broken file. 404 when it is not there. */
    'POST /api/content/revert': ({ body }: Call<{ path: string }>) =>
      inTurn(() => revertFile(folders, body.path)),

    'GET /api/photos': () => listPhotos(folders),
    'GET /api/files': () => listPdfs(folders),
    /**
     * Adds a photo or PDF under a free name made from its own: 'photos/Taart & Café.HEIC'. Adds no
     * entry to `photos.yaml`: that is an edit like any other.
     */
    'POST /api/uploads/:path': async ({ name: path, body }: Call<Buffer>) => {
      const bytes = await readUpload(runTask, path, body);
      return inTurn(() => addUpload(folders, path, bytes));
    },
    /** The previous one goes to the bin. */
    'PUT /api/uploads/:path': async ({ name: path, body }: Call<Buffer>) => {
      const bytes = await readUpload(runTask, path, body);
      await inTurn(() => replaceUpload(folders, path, bytes));
    },
    /** To the bin; a photo with its entry in `photos.yaml`. */
    'DELETE /api/uploads/:path': ({ name: path }: Call) =>
      inTurn(() => replaceUpload(folders, path, null)),
    /** Answers its name for `brand.yaml`. */
    'POST /api/logo': ({ body }: Call<Buffer>) => inTurn(() => addLogo(folders, body)),
    'POST /api/brand-preview': ({ body }: Call<{ brand: Value }>) =>
      previewBrand(folders, body.brand),

    'GET /api/bin': () => listBin(folders),
    'POST /api/bin/:id/restore': ({ name: id }: Call) => inTurn(() => restoreUpload(folders, id)),
    /** 'Wis voorgoed'. The job fails while the release online contains it. */
    'DELETE /api/bin/:id': ({ name: id }: Call) => publishing.purge(id),

    'GET /api/job': () => publishing.job(),
    'GET /api/changes': () => changesSinceOnline(folders),
    /** Publishes the saved content; the app saves first. */
    'POST /api/publish': () => publishing.publish(),
    'GET /api/versions': () => listVersions(folders),
    /** 'Zet terug': content and site as they were. The current content becomes a version first. */
    'POST /api/versions/:id/restore': ({ name: id }: Call) => publishing.restore(id),

    'GET /api/enquiries/:order': ({ name: order }: Call) =>
      enquiries.list(order === 'partyDate' ? order : 'received'),
    /** The mail in the mailbox stays. */
    'DELETE /api/enquiries/:id': ({ name: id }: Call) => enquiries.erase(id),
    'POST /api/enquiries/:id/requeue': ({ name: id }: Call) => enquiries.requeue(id),
    /** To the company's address. Answers the mail server's answer; 422 when it fails. */
    'POST /api/test-mail': () => enquiries.sendTestMail(),
  };
}
