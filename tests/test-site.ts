import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import { type Counters, createCounters } from '../server/counters.ts';
import { createAltchaVerifier } from '../server/enquiries/captcha/altcha.ts';
import { createLimits } from '../server/enquiries/limits.ts';
import { type AppParts, buildApp } from '../server/http/http-server.ts';
import { createLog } from '../server/log.ts';
import { mailComposer } from '../server/outbox/compose-mails.ts';
import type { Release } from '../server/release.ts';
import { parseSettings } from '../server/settings.ts';
import { openStore } from '../server/store/open-store.ts';
import type { Store } from '../server/store/store.ts';

/** A small built site, a real store in a temporary folder and the app over them, for tests. */
export interface TestSite {
  app: FastifyInstance;
  store: Store;
  counters: Counters;
  /** Lines the app logged. */
  logLines: string[];
  /** How often the outbox was woken. */
  wakes: () => number;
  /** A captcha's result, as the widget makes it. */
  solveCaptcha(): Promise<string>;
  close(): Promise<void>;
}

export const TEST_SECRET = 'a secret of the tests, long enough';

const LITTLE_WORK = { cost: 10, derivations: { least: 5, most: 10 } };

export const TEST_RELEASE: Release = {
  siteUrl: 'https://maanzaad.example',
  sampleFacts: true,
  company: {
    slug: 'maanzaad',
    name: 'Maanzaad',
    legalForm: 'VOF',
    email: 'info@maanzaad.example',
    phone: '09 000 00 00',
    addresses: ['Papaverdreef 0, 0000 Zaaddonk'],
  },
  pages: ['home', 'feesten', 'info', 'privacy'].map((name) => ({
    path: `/${name}`,
    file: `${name}.html`,
  })),
  notFoundFile: 'not-found.html',
  redirects: [
    { from: '/', to: '/home' },
    { from: '/recepties', to: '/feesten' },
    { from: '/contact', to: '/info' },
  ],
  captcha: { provider: 'altcha', pagePath: '/info' },
  privacyFrameOrigin: '',
  apiOrigin: '',
  confirmation: {
    subject: 'Ontvangen',
    greeting: 'Dag,',
    received: 'Goed aangekomen.',
    summaryHeading: 'Dit weten we',
    whatNext: 'Je hoort van ons.',
    notYou: 'Niet gevraagd? Dan hoef je niets te doen.',
    signOff: 'Tot gauw,',
  },
  fieldLabels: {},
};

const page = (title: string) =>
  `<!doctype html><html lang="nl-BE"><title>${title}</title><p>${title} `.padEnd(2000, 'lorem ');

const FILES: Record<string, string> = {
  'home.html': page('Home'),
  'feesten.html': page('Feesten'),
  'info.html': page('Info'),
  'privacy.html': page('Privacy'),
  'not-found.html': page('Oeps'),
  'assets/site-3fa9c1d2.js': 'console.log("site");'.repeat(100),
  'assets/site-3fa9c1d2.css': 'p { color: red }'.repeat(100),
  'photos/champagne-3fa9c1d2-full-640.avif': 'not really a picture',
  'fonts/sans-3fa9c1d2.woff2': 'not really a font',
  'robots.txt': 'User-agent: *\n',
  'speculation-rules.json': '{}',
  _redirects: '/ /home 301\n',
};

type Changes = Partial<
  Pick<
    AppParts,
    'trustedProxies' | 'corsOrigins' | 'captcha' | 'now' | 'limits' | 'composeMails' | 'timeouts'
  >
> & {
  release?: Partial<Release>;
  /** Settings by their name in the environment. */
  env?: Record<string, string>;
  /** Wraps the store, to make it fail. */
  wrapStore?: (store: Store) => Store;
};

/**
 * Writes what a build leaves behind: `release.json` and `public/`.
 *
 * @returns the folder `public`
 */
export async function writeTestSite(dist: string, release = TEST_RELEASE): Promise<string> {
  const publicDir = join(dist, 'public');
  for (const [name, text] of Object.entries(FILES)) {
    const file = join(publicDir, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    if (/\.(?:html|js|css)$/.test(name)) {
      await writeFile(`${file}.br`, brotliCompressSync(text));
      await writeFile(`${file}.gz`, gzipSync(text));
    }
  }
  await writeFile(join(dist, 'release.json'), JSON.stringify(release));
  return publicDir;
}

export async function openTestSite(changes: Changes = {}): Promise<TestSite> {
  const folder = await mkdtemp(join(tmpdir(), 'website-'));
  const release = { ...TEST_RELEASE, ...changes.release };
  const publicDir = await writeTestSite(join(folder, 'dist'), release);
  const realStore = await openStore({ dataDir: join(folder, 'data'), databaseUrl: '' });
  const store = changes.wrapStore?.(realStore) ?? realStore;
  const captcha = changes.captcha ?? createAltchaVerifier(TEST_SECRET, LITTLE_WORK);
  const now = changes.now ?? Date.now;
  const logLines: string[] = [];
  const destination: DestinationStream = { write: (line) => void logLines.push(line) };
  const counters = createCounters();
  let wakes = 0;
  const app = await buildApp({
    release,
    publicDir,
    store,
    captcha,
    counters,
    now,
    limits:
      changes.limits ?? (await createLimits(parseSettings(changes.env ?? {}).limits, TEST_SECRET)),
    composeMails: changes.composeMails ?? mailComposer(release),
    wakeOutbox: () => {
      wakes += 1;
    },
    log: createLog('debug', destination),
    trustedProxies: changes.trustedProxies ?? [],
    corsOrigins: changes.corsOrigins ?? [],
    ...(changes.timeouts && { timeouts: changes.timeouts }),
  });
  return {
    app,
    store,
    counters,
    logLines,
    wakes: () => wakes,
    solveCaptcha: () => solveChallengeOf(app),
    async close() {
      await app.close();
      await realStore.close();
      await rm(folder, { recursive: true });
    },
  };
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends bytes exactly as they are over a socket of its own; for what an HTTP client would mend.
 *
 * @param silenceMs when given, a server that waits for more is left after so long
 */
export async function sendRaw(
  app: FastifyInstance,
  request: string,
  silenceMs?: number,
): Promise<RawAnswer> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port });
  // Not 'end': Node takes a half-closed connection for a visitor who left.
  socket.write(Buffer.from(request, 'latin1'));
  if (silenceMs !== undefined) socket.setTimeout(silenceMs, () => socket.end());
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  const [head = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  };
}

export const getRaw = (app: FastifyInstance, path: string, method = 'GET') =>
  sendRaw(app, `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);

/** Fetches a challenge, does the work and answers as the widget does: JSON in base64. */
async function solveChallengeOf(app: FastifyInstance): Promise<string> {
  const challenge = (await app.inject('/api/captcha/challenge')).json();
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
