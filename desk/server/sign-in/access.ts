import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createMutex } from '../../shared/mutex.ts';
import { readJson, saveFile } from '../desk-files.ts';
import { logError } from '../desk-log.ts';
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

interface Stored {
  passkeys: Passkey[];
  sessions: Session[];
  /** The hash of the link that was used last. */
  spentLink?: string;
}

export type Access = Awaited<ReturnType<typeof openAccess>>;

/** Opens the passkeys and sessions. Secrets are compared by their hash, against timing attacks. */
export async function openAccess(deskDir: string) {
  const file = join(deskDir, 'access.json');
  let stored: Stored = (await readJson<Stored>(file)) ?? { passkeys: [], sessions: [] };
  const runExclusive = createMutex();

  /** Writes the file first, so that a write that fails on a full disk changes nothing. */
  async function save(change: Partial<Stored>) {
    const next = { ...stored, ...change };
    next.sessions = next.sessions.filter(({ expiresAtMs }) => expiresAtMs > Date.now());
    await saveFile(file, JSON.stringify(next));
    stored = next;
  }

  /** Changes the sessions, in memory also when they cannot be written. */
  async function saveSessions(sessions: Session[]) {
    try {
      await save({ sessions });
    } catch (error) {
      logError(error, 'sessions are in memory only');
      stored = { ...stored, sessions };
    }
  }

  async function isLinkValid(secret: string): Promise<boolean> {
    const link = await readJson<Link>(linkFile(deskDir));
    if (!link || link.expiresAtMs <= Date.now() || link.hash === stored.spentLink) return false;
    return link.hash === hashOf(secret);
  }

  return {
    passkeys: (): readonly Passkey[] => stored.passkeys,
    isLinkValid,

    /**
     * Spends a link on a session, and on the passkey of that session if there is one. One write
     * stores them all, so that a link that failed can be used again, and one that worked cannot.
     *
     * @returns the cookie; undefined for an invalid or spent link
     */
    spendLink: (secret: string, passkey?: Passkey): Promise<string | undefined> =>
      runExclusive(async () => {
        if (!(await isLinkValid(secret))) return undefined;
        const { cookie, session } = newSession(passkey?.id ?? null);
        await save({
          passkeys: passkey ? [...stored.passkeys, passkey] : stored.passkeys,
          sessions: [...stored.sessions, session],
          spentLink: hashOf(secret),
        });
        return cookie;
      }),

    /**
     * Removes a device and ends its sessions.
     *
     * @returns false for the last device, which stays
     */
    removePasskey: (id: string): Promise<boolean> =>
      runExclusive(async () => {
        const passkeys = stored.passkeys.filter((passkey) => passkey.id !== id);
        if (passkeys.length === 0) return false;
        const sessions = stored.sessions.filter(({ passkeyId }) => passkeyId !== id);
        await save({ passkeys, sessions });
        return true;
      }),

    /**
     * Opens a session. On a full disk it lasts until the next start, so that the caterer can sign
     * in and read the enquiries.
     *
     * @returns the cookie
     */
    openSession: (passkeyId: string | null): Promise<string> =>
      runExclusive(async () => {
        const { cookie, session } = newSession(passkeyId);
        await saveSessions([...stored.sessions, session]);
        return cookie;
      }),

    findSession(cookie = ''): Session | undefined {
      const hash = hashOf(cookie);
      const nowMs = Date.now();
      return stored.sessions.find(
        (session) => session.expiresAtMs > nowMs && session.hash === hash,
      );
    },

    /** Ends a session. On a full disk it would be valid again after the next start. */
    endSession: (ended: Session | undefined): Promise<void> =>
      runExclusive(() => saveSessions(stored.sessions.filter((session) => session !== ended))),
  };
}

function newSession(passkeyId: string | null): { cookie: string; session: Session } {
  const cookie = newSecret();
  const session = { hash: hashOf(cookie), passkeyId, expiresAtMs: Date.now() + SESSION_MS };
  return { cookie, session };
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

const newSecret = () => randomBytes(32).toString('base64url');
