import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Edit, FileVersion, Passkey, Session } from '../api.ts';
import type { Value } from '../operations.ts';
import { addLogo, previewBrand } from './brand.ts';
import { editContent, readContent, removeContent } from './content.ts';
import { hashOf } from './folders.ts';
import type { DeskOptions } from './http-server.ts';
import type { InTurn } from './in-turn.ts';
import { convertUpload, listPhotos } from './photos/photos.ts';
import type { Publishing } from './publishing.ts';
import { RefusalError } from './refusal.ts';
import { sendSession } from './sign-in/guard.ts';
import { createPasskeys } from './sign-in/passkeys.ts';
import { readState } from './state.ts';
import {
  addUpload,
  assertPdf,
  listBin,
  listPdfs,
  replaceUpload,
  restoreFromBin,
} from './uploads.ts';
import { changesSinceOnline, listVersions, revertFile } from './versions.ts';

export interface Call<Body = unknown> {
  /** A Buffer where the file itself is sent. */
  body: Body;
  /** The one variable part of the address, after `:` or `=`. */
  name: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Every call of the app (`DeskApi`), by method and address. An address that ends in `=` takes a name
 * in its query.
 *
 * @param inTurn serialises writes to `content/`: the checked content is the one that is written
 */
export function createRoutes(options: DeskOptions, publishing: Publishing, inTurn: InTurn) {
  const { folders, origin, access, enquiries, worker, site, readHealth } = options;
  const passkeys = createPasskeys(access, origin, folders.deskDir);
  let { token } = options;

  const sessionOf = (isSignedIn: boolean): Session => ({
    isSignedIn,
    signIn: options.token === undefined ? 'passkey' : 'token',
    hasPasskeys: access.passkeys().length > 0,
  });
  async function signIn(reply: FastifyReply, passkeyId: string | null): Promise<Session> {
    sendSession(reply, origin, await access.openSession(passkeyId));
    return sessionOf(true);
  }
  const listPasskeys = ({ session }: FastifyRequest) =>
    access.passkeys().map(({ publicKey: _, counter: _counter, ...passkey }): Passkey => {
      return { ...passkey, isCurrent: passkey.id === session?.passkeyId };
    });

  return {
    // Without a session (`PUBLIC_CALLS`)
    'GET /api/session': ({ request }: Call) => sessionOf(request.session !== undefined),
    'POST /api/sign-in/options': () => passkeys.signInOptions(),
    'POST /api/sign-in': async ({ body, reply }: Call<AuthenticationResponseJSON>) =>
      signIn(reply, await passkeys.signIn(body)),
    'POST /api/sign-in/token': ({ body, reply }: Call<{ token: string }>) => {
      if (token === undefined || hashOf(String(body.token)) !== hashOf(token)) {
        throw new RefusalError(401, 'Deze link is al gebruikt. Start de werktafel opnieuw.');
      }
      token = undefined;
      return signIn(reply, null);
    },
    'POST /api/passkeys/options': ({ body, request }: Call<{ secret?: string }>) =>
      passkeys.registrationOptions(String(body.secret ?? ''), request.session !== undefined),
    'POST /api/passkeys': async (
      call: Call<{ secret?: string; name: string; response: RegistrationResponseJSON }>,
    ) => {
      const { secret = '', name, response } = call.body;
      const isSignedIn = call.request.session !== undefined;
      const id = await passkeys.register(response, String(name), String(secret), isSignedIn);
      return isSignedIn ? sessionOf(true) : signIn(call.reply, id);
    },

    // With a session
    'GET /api/passkeys': ({ request }: Call) => listPasskeys(request),
    /** Ends the sessions that it opened. 409 for the last one: then nobody could sign in. */
    'DELETE /api/passkeys/:id': async ({ name: id, request }: Call) => {
      if (access.passkeys().every((one) => one.id === id)) {
        throw new RefusalError(409, 'Dit is je laatste toestel. Voeg eerst een ander toe.');
      }
      await access.removePasskey(id);
      return listPasskeys(request);
    },
    'POST /api/sign-out': async ({ body, request, reply }: Call<{ everywhere?: boolean }>) => {
      await access.endSessions(body.everywhere ? undefined : request.session);
      sendSession(reply, origin, undefined);
      return sessionOf(false);
    },

    'GET /api/state': () => readState(folders, site.address, readHealth, publishing),

    'GET /api/content': () => inTurn(() => readContent(folders)),
    /** 409 `ConflictRefusal`, like the next two. */
    'PATCH /api/content': ({ body }: Call<Edit>) => inTurn(() => editContent(folders, body)),
    /** A page or the notice. */
    'POST /api/content/remove': ({ body }: Call<FileVersion>) =>
      inTurn(() => removeContent(folders, body)),
    /** Restores one file as it is online, for a broken file. 404 when it is not there. */
    'POST /api/content/revert': ({ body }: Call<FileVersion>) =>
      inTurn(() => revertFile(folders, body)),

    'GET /api/photos': () => listPhotos(folders),
    /** Adds no entry to `photos.yaml`: that is an edit like any other. */
    'POST /api/photos?name=': async ({ name, body }: Call<Buffer>) => {
      const jpeg = await convertUpload(worker, body);
      return inTurn(() => addUpload(folders, 'photos', name, jpeg));
    },
    /** The previous one goes to the bin. */
    'PUT /api/photos/:name': async ({ name, body }: Call<Buffer>) => {
      const jpeg = await convertUpload(worker, body);
      await inTurn(() => replaceUpload(folders, `photos/${name}.jpg`, jpeg));
      return { name };
    },
    /** To the bin, with its entry in `photos.yaml`. */
    'DELETE /api/photos/:name': ({ name }: Call) =>
      inTurn(async () => {
        await replaceUpload(folders, `photos/${name}.jpg`, null);
        return readContent(folders);
      }),

    'GET /api/files': () => listPdfs(folders),
    'POST /api/files?name=': ({ name, body }: Call<Buffer>) => {
      assertPdf(body);
      return inTurn(() => addUpload(folders, 'files', name, body));
    },
    'PUT /api/files/:name': async ({ name, body }: Call<Buffer>) => {
      assertPdf(body);
      await inTurn(() => replaceUpload(folders, `files/${name}`, body));
      return { name };
    },
    'DELETE /api/files/:name': async ({ name }: Call) => {
      await inTurn(() => replaceUpload(folders, `files/${name}`, null));
      return listPdfs(folders);
    },

    'GET /api/bin': () => listBin(folders),
    'POST /api/bin/:id/restore': ({ name: id }: Call) =>
      inTurn(async () => {
        await restoreFromBin(folders, id);
        return readContent(folders);
      }),
    /** 'Wis voorgoed'. The job fails while the release online contains it. */
    'DELETE /api/bin/:id': ({ name: id }: Call) => publishing.purge(id),

    /** Answers its name for `brand.yaml`. */
    'POST /api/logo?place=': ({ body }: Call<Buffer>) => inTurn(() => addLogo(folders, body)),
    'POST /api/brand-preview': ({ body }: Call<{ brand: Value }>) =>
      previewBrand(folders, body.brand),

    'GET /api/job': () => publishing.job(),
    'GET /api/changes': () => changesSinceOnline(folders),
    /** Publishes the saved content; the app saves first. */
    'POST /api/publish': () => publishing.publish(),
    'GET /api/versions': () => listVersions(folders),
    /** 'Zet terug': content and site as they were. The current content becomes a version first. */
    'POST /api/versions/:id/restore': ({ name: id }: Call) => publishing.restore(id),

    /** By `EnquiryOrder`. */
    'GET /api/enquiries?order=': ({ name: order }: Call) =>
      enquiries.list(order === 'partyDate' ? order : 'received'),
    /** The mail in the mailbox stays. */
    'DELETE /api/enquiries/:id': async ({ name: id }: Call) => {
      await enquiries.erase(id);
      return enquiries.list('received');
    },
    'POST /api/enquiries/:id/requeue': async ({ name: id }: Call) => {
      await enquiries.requeue(id);
      return enquiries.read(id);
    },
    /** To the company's address. Answers the mail server's answer; 422 when it fails. */
    'POST /api/test-mail': () => enquiries.sendTestMail(),
  };
}
