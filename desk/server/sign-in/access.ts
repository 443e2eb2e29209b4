import { randomBytes } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createMutex } from '../../shared/mutex.ts';
import { readJson, saveFile } from '../desk-files.ts';
import { hashOf } from '../hash.ts';

export const SESSION_MS = 30 * 24 * 3_600_000;
export const LINK_MS = 30 * 60_000;

interface Passkey {
  /** The credential's id, base64url. */
  id: string;
  /** base64url */
  publicKey: string;
  /** The counter at registration. Synced passkeys have none. */
  counter: number;
  /** 'Gsm van An' */
  name: string;
  createdAtMs: number;
}

export interface Session {
  /**
   * The hash of the session's cookie. The cookie is not stored, so that the file alone gives no
   * access.
   */
  hash: string;
  /** The device's passkey; null for a session that `npm run desk` opened. */
  passkeyId: string | null;
  expiresAtMs: number;
}

export type Access = Awaited<ReturnType<typeof openAccess>>;

/** Opens the passkeys and sessions. Secrets are compared by their hash, against timing attacks. */
export async function openAccess(deskDir: string) {
  const file = join(deskDir, 'access.json');
  const stored = await readJson<{ passkeys: Passkey[]; sessions: Session[] }>(file);
  let { passkeys, sessions } = stored ?? { passkeys: [], sessions: [] };
  const runExclusive = createMutex();
  const save = () => {
    sessions = sessions.filter(({ expiresAtMs }) => expiresAtMs > Date.now());
    return runExclusive(() => saveFile(file, JSON.stringify({ passkeys, sessions })));
  };
  return {
    passkeys: (): readonly Passkey[] => passkeys,
    addPasskey(passkey: Passkey) {
      passkeys = [...passkeys, passkey];
      return save();
    },
    /** Removes a device and ends its sessions. */
    removePasskey(id: string) {
      passkeys = passkeys.filter((passkey) => passkey.id !== id);
      sessions = sessions.filter(({ passkeyId }) => passkeyId !== id);
      return save();
    },
    /** @returns the cookie */
    async openSession(passkeyId: string | null) {
      const cookie = newSecret();
      const expiresAtMs = Date.now() + SESSION_MS;
      sessions = [...sessions, { hash: hashOf(cookie), passkeyId, expiresAtMs }];
      await save();
      return cookie;
    },
    findSession(cookie = ''): Session | undefined {
      const hash = hashOf(cookie);
      return sessions.find((session) => session.expiresAtMs > Date.now() && session.hash === hash);
    },
    endSession(ended: Session | undefined) {
      sessions = sessions.filter((session) => session !== ended);
      return save();
    },
  };
}

interface Link {
  /** Hash of the secret in the link. The secret is not stored. */
  hash: string;
  expiresAtMs: number;
}

const linkFile = (deskDir: string) => join(deskDir, 'link.json');

/**
 * Returns the secret of a new link, which registers a passkey or opens `npm run desk`. The link has
 * a file of its own, because a command writes it while the desk is running.
 */
export async function createLink(deskDir: string): Promise<string> {
  const secret = newSecret();
  const link: Link = { hash: hashOf(secret), expiresAtMs: Date.now() + LINK_MS };
  await saveFile(linkFile(deskDir), JSON.stringify(link));
  return secret;
}

export async function isLinkValid(deskDir: string, secret: string): Promise<boolean> {
  const link = await readJson<Link>(linkFile(deskDir));
  if (!link || link.expiresAtMs <= Date.now()) return false;
  return link.hash === hashOf(secret);
}

/** @returns false for an invalid or spent link */
export async function spendLink(deskDir: string, secret: string): Promise<boolean> {
  if (!(await isLinkValid(deskDir, secret))) return false;
  const error = await unlink(linkFile(deskDir)).catch((reason) => reason);
  return error === undefined;
}

const newSecret = () => randomBytes(32).toString('base64url');
