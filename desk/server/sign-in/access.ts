import { randomBytes } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf, readJson, saveFile } from '../folders.ts';
import { createTurns } from '../in-turn.ts';

export const SESSION_MS = 30 * 24 * 3_600_000;
const LINK_MS = 30 * 60_000;

interface Passkey {
  /** The credential's id, base64url. */
  id: string;
  /** base64url */
  publicKey: string;
  /** Signature counter, which detects copies; most passkeys leave it at 0. */
  counter: number;
  /** 'Gsm van An' */
  name: string;
  createdAtMs: number;
}

export interface Session {
  /** SHA-256 of the cookie's value: with the file alone nobody can sign in. */
  hash: string;
  /** Null: opened with the link of `npm run desk`. */
  passkeyId: string | null;
  expiresAtMs: number;
}

export type Access = Awaited<ReturnType<typeof openAccess>>;

/**
 * Opens the passkeys and sessions in `access.json`. Secrets are compared by their hash, so that the
 * time of a comparison reveals nothing.
 */
export async function openAccess(deskDir: string) {
  const file = join(deskDir, 'access.json');
  const stored = await readJson<{ passkeys: Passkey[]; sessions: Session[] }>(file);
  let { passkeys, sessions } = stored ?? { passkeys: [], sessions: [] };
  const inTurn = createTurns();
  const save = () => {
    sessions = sessions.filter(({ expiresAtMs }) => expiresAtMs > Date.now());
    return inTurn(() => saveFile(file, JSON.stringify({ passkeys, sessions })));
  };
  return {
    passkeys: (): readonly Passkey[] => passkeys,
    savePasskey(passkey: Passkey) {
      passkeys = [...passkeys.filter(({ id }) => id !== passkey.id), passkey];
      return save();
    },
    /** Ends its sessions too. */
    removePasskey(id: string) {
      passkeys = passkeys.filter((one) => one.id !== id);
      sessions = sessions.filter(({ passkeyId }) => passkeyId !== id);
      return save();
    },
    /** @returns the value of the cookie */
    async openSession(passkeyId: string | null) {
      const cookie = newSecret();
      const expiresAtMs = Date.now() + SESSION_MS;
      sessions = [...sessions, { hash: hashOf(cookie), passkeyId, expiresAtMs }];
      await save();
      return cookie;
    },
    findSession(cookie = ''): Session | undefined {
      const hash = hashOf(cookie);
      return sessions.find((one) => one.expiresAtMs > Date.now() && one.hash === hash);
    },
    endSession(one: Session | undefined) {
      sessions = sessions.filter((session) => session !== one);
      return save();
    },
  };
}

const linkFile = (deskDir: string) => join(deskDir, 'link.json');

/**
 * Replaces the link that registers one passkey, and returns its secret. It has a file of its own,
 * because a command writes it while the desk is running. At `npm run desk` it opens a session.
 */
export async function createLink(deskDir: string): Promise<string> {
  const secret = newSecret();
  const link = { hash: hashOf(secret), expiresAtMs: Date.now() + LINK_MS };
  await saveFile(linkFile(deskDir), JSON.stringify(link));
  return secret;
}

export async function isLinkValid(deskDir: string, secret: string): Promise<boolean> {
  const link = await readJson<{ hash: string; expiresAtMs: number }>(linkFile(deskDir));
  return link !== undefined && link.expiresAtMs > Date.now() && link.hash === hashOf(secret);
}

/** @returns false when it is not valid, or a concurrent call was first */
export async function spendLink(deskDir: string, secret: string): Promise<boolean> {
  if (!(await isLinkValid(deskDir, secret))) return false;
  const error = await unlink(linkFile(deskDir)).catch((reason) => reason);
  return error === undefined;
}

const newSecret = () => randomBytes(32).toString('base64url');
