import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson, writeJson } from '../folders.ts';
import { createTurns } from '../in-turn.ts';

const SESSION_MS = 30 * 24 * 3_600_000;
const LINK_MS = 30 * 60_000;

export interface StoredPasskey {
  /** The credential's id, base64url. */
  id: string;
  /** base64url */
  publicKey: string;
  /** Of the authenticator, against copies of it; most passkeys leave it at 0. */
  counter: number;
  name: string;
  createdAtMs: number;
  lastUsedAtMs: number | null;
}

export interface StoredSession {
  /** SHA-256 of the cookie's value: the file alone opens nothing. */
  hash: string;
  /** Null: opened with the token of `npm run desk`. */
  passkeyId: string | null;
  expiresAtMs: number;
}

/** Who may use the desk: `DATA_DIR/desk/access.json`, written as a whole. */
export interface Access {
  passkeys(): StoredPasskey[];
  savePasskey(passkey: StoredPasskey): Promise<void>;
  /** Ends its sessions too. */
  removePasskey(id: string): Promise<void>;
  /** @returns the value of the cookie */
  openSession(passkeyId: string | null): Promise<string>;
  findSession(cookie: string | undefined): StoredSession | undefined;
  /** Default: all sessions. */
  endSessions(one?: StoredSession): Promise<void>;
}

export async function openAccess(deskDir: string): Promise<Access> {
  const file = join(deskDir, 'access.json');
  const stored = await readJson<{ passkeys: StoredPasskey[]; sessions: StoredSession[] }>(file);
  let { passkeys, sessions } = stored ?? { passkeys: [], sessions: [] };
  const inTurn = createTurns();
  const save = () => {
    sessions = sessions.filter(({ expiresAtMs }) => expiresAtMs > Date.now());
    return inTurn(() => writeJson(file, { passkeys, sessions }));
  };
  return {
    passkeys: () => passkeys,
    savePasskey(passkey) {
      passkeys = [...passkeys.filter(({ id }) => id !== passkey.id), passkey];
      return save();
    },
    removePasskey(id) {
      passkeys = passkeys.filter((one) => one.id !== id);
      sessions = sessions.filter(({ passkeyId }) => passkeyId !== id);
      return save();
    },
    async openSession(passkeyId) {
      const cookie = newSecret();
      const expiresAtMs = Date.now() + SESSION_MS;
      sessions = [...sessions, { hash: sha256(cookie), passkeyId, expiresAtMs }];
      await save();
      return cookie;
    },
    findSession(cookie = '') {
      const hash = sha256(cookie);
      return sessions.find((one) => one.expiresAtMs > Date.now() && isSame(one.hash, hash));
    },
    endSessions(one) {
      sessions = one ? sessions.filter((session) => session !== one) : [];
      return save();
    },
  };
}

const linkFile = (deskDir: string) => join(deskDir, 'link.json');

/**
 * A link that registers one passkey within 30 minutes, in place of the one before. A command makes
 * it, beside the running desk.
 *
 * @returns its secret
 */
export async function createLink(deskDir: string): Promise<string> {
  const secret = newSecret();
  await mkdir(deskDir, { recursive: true, mode: 0o700 });
  const expiresAtMs = Date.now() + LINK_MS;
  await writeJson(linkFile(deskDir), { hash: sha256(secret), expiresAtMs });
  return secret;
}

export async function isLinkValid(deskDir: string, secret: string): Promise<boolean> {
  const link = await readJson<{ hash: string; expiresAtMs: number }>(linkFile(deskDir));
  return link !== undefined && link.expiresAtMs > Date.now() && isSame(link.hash, sha256(secret));
}

/** @returns false when it is not valid, or another call was first */
export async function spendLink(deskDir: string, secret: string): Promise<boolean> {
  if (!(await isLinkValid(deskDir, secret))) return false;
  return unlink(linkFile(deskDir)).then(
    () => true,
    () => false,
  );
}

export const newSecret = () => randomBytes(32).toString('base64url');

/** In a time that says nothing about the difference. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
