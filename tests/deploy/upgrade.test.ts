import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import { FAULT_SETTINGS, newPost, type Post } from '../faults/post-enquiry.ts';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { count } from '../soak.ts';
import { page, TEST_FILES, TEST_RELEASE } from '../test-release.ts';
import { type Answer, hasProgram, type Machine, NAME, openMachine } from './machine.ts';

// A busy machine needs longer; no test here is about time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

/** Of today and yesterday, as they come one after the other. */
const idOf = (edition: number) =>
  `${new Date(Date.now() - (9 - edition) * 3_600_000).toISOString().replace(/[-:.]/g, '')}-cafe000${edition}`;
const scriptOf = (edition: number) => `console.log("Uitgave ${edition}");`.repeat(100);
/** Between two requests of a visitor, of whom there are five. */
const PAUSE_MS = count(200);
const MENU = '/files/menu%20van%20de%20maand.pdf';

/** What tells one edition from another: its page, a hashed file, and the caterer's own. */
const filesOf = (edition: number) => ({
  ...TEST_FILES,
  'home.html': page(`Uitgave ${edition}.`),
  [`assets/edition-${edition}.js`]: scriptOf(edition),
  'files/menu van de maand.pdf': `%PDF-1.7 van uitgave ${edition}`,
});

const MISSING = !hasProgram('nginx', '-v') || !hasProgram('curl', '--version');

describe.skipIf(MISSING)('a machine that website.sh looks after, behind nginx', () => {
  let mailbox: Mailbox;
  let machine: Machine;
  const packed: string[] = [];
  const install = (...args: string[]) =>
    machine.website('install', String(packed[0]), '--name', NAME, '--also', `www.${NAME}`, ...args);
  // With types it follows no link: a version's code is this checkout's.
  const filesIn = async (folder: string) =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort();

  beforeAll(async () => {
    mailbox = await openMailbox();
    machine = await openMachine({ ...FAULT_SETTINGS, SMTP_URL: mailbox.url });
    for (const edition of [0, 1, 2]) {
      const release = { ...TEST_RELEASE, id: idOf(edition) };
      packed[edition] = await machine.pack(release, filesOf(edition));
    }
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await machine?.dispose();
    await mailbox?.close();
  });

  /** The page, and then the script it needs. */
  async function editionNow(): Promise<number> {
    const home = await machine.ask('/home');
    const edition = Number(/<title>Uitgave (\d+)\./.exec(String(home.body))?.[1]);
    expect(home.status).toBe(200);
    const script = await machine.ask(`/assets/edition-${edition}.js`);
    expect([script.status, String(script.body)]).toEqual([200, scriptOf(edition)]);
    return edition;
  }

  const send = ({ submissionId, body }: Post) =>
    machine.ask('/api/mail/maanzaad', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': submissionId,
        'sec-fetch-site': 'same-origin',
      },
      body,
    });

  it('is installed once: first said, then done, and done again it changes nothing', async () => {
    const before = await filesIn(machine.root);
    expect(await install()).toMatch(/would unpack: .*\n[\s\S]*Nothing was changed\. Add --yes/);
    expect(await filesIn(machine.root)).toEqual(before);
    expect(await install('--yes')).toContain('wrote');
    expect(await editionNow()).toBe(0);
    const firewall = await readFile(join(machine.root, 'etc/nftables.conf'), 'utf8');
    expect(firewall).toContain('tcp dport { 2222, 80, 443 } accept');
    const installed = await filesIn(machine.root);
    const again = await install('--yes');
    expect(again).not.toContain('wrote');
    expect(again).toContain('runs already');
    expect(await filesIn(machine.root)).toEqual(installed);
    expect(await machine.website('status')).toContain('status ok');
  });

  it('answers files itself, as the website would, and asks the website for all else', async () => {
    const viaWebsite = async (path: string, headers: Record<string, string>) => {
      const port = await livePort();
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        length: (await response.bytes()).length,
      };
    };
    const SAME = [
      'content-type',
      'content-encoding',
      'content-length',
      'vary',
      'cache-control',
      'content-disposition',
      'content-security-policy',
      'cross-origin-resource-policy',
      'x-content-type-options',
    ];
    const paths = [
      '/assets/site-3fa9c1d2.js',
      '/assets/site-3fa9c1d2.css',
      '/photos/champagne-3fa9c1d2-full-640.avif',
      '/fonts/sans-3fa9c1d2.woff2',
      MENU,
    ];
    for (const path of paths) {
      for (const encoding of ['br, gzip', 'gzip', 'identity']) {
        const headers = { 'accept-encoding': encoding };
        const [ours, theirs] = [
          await machine.ask(path, { headers }),
          await viaWebsite(path, headers),
        ];
        const shown = ({ headers }: { headers: Record<string, unknown> }) =>
          Object.fromEntries(
            SAME.map((name) => [name, String(headers[name] ?? '').toLowerCase()]).filter(
              // fetch takes a coding off, and its name with it.
              ([name]) => name !== 'content-length' && name !== 'content-encoding',
            ),
          );
        expect({ path, encoding, ...shown(ours) }).toEqual({ path, encoding, ...shown(theirs) });
        const isCompressed = /\.(?:js|css)$/.test(path) && encoding !== 'identity';
        expect(ours.headers['content-encoding'] !== undefined, `${path} ${encoding}`).toBe(
          isCompressed,
        );
      }
    }
    // Whoever calls us by another name is sent to ours, or gets no answer.
    const other = await machine.ask('/home', { host: 'elsewhere.example' });
    expect([other.status, other.headers.location]).toEqual([301, `https://${NAME}/home`]);
    expect(await machine.askInTheClear(NAME)).toEqual({
      status: 301,
      location: `https://${NAME}/home?a=b`,
    });
    await expect(machine.askInTheClear('elsewhere.example')).rejects.toThrow();
    const redirect = await machine.ask('/recepties?x=1');
    expect([redirect.status, redirect.headers.location]).toEqual([301, '/feesten?x=1']);
    expect((await machine.ask('/assets/nothing.js')).status).toBe(404);
    expect(String((await machine.ask('/nergens')).body)).toContain('Oeps');
    expect((await machine.ask('/home')).headers['strict-transport-security']).toBeDefined();
    const tooLarge = await machine.ask('/api/mail/maanzaad', {
      method: 'POST',
      body: 'x'.repeat(20_000),
    });
    expect(tooLarge.headers['content-type']).toContain('application/problem+json');
    const forged = await machine.ask('/api/mail/maanzaad', {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example', 'content-type': 'application/json' },
      body: '{}',
    });
    expect(forged.status).toBe(403);

    // What is not linked the website answers; what is, nobody needs the website for.
    await rm(join(machine.root, 'srv/website/files/assets/edition-0.js'));
    expect(String((await machine.ask('/assets/edition-0.js')).body)).toBe(scriptOf(0));
    await machine.systemctl('stop', `website@${await livePort()}`);
    expect((await machine.ask(MENU)).status).toBe(200);
    expect((await machine.ask('/home')).status).toBe(502);
    await machine.systemctl('start', `website@${await livePort()}`);
    while ((await machine.ask('/home')).status !== 200) await sleep(50);
  });

  const livePort = async () =>
    Number(
      /:(\d+)/.exec(
        await readFile(join(machine.root, 'etc/nginx/website-processes.conf'), 'utf8'),
      )?.[1],
    );

  it('moves to another version and back under load: no request fails, no open tab misses a file, no mail is doubled', async () => {
    const failed: string[] = [];
    const acknowledged: string[] = [];
    const seen = new Set<number>();
    const isOver = new AbortController();
    const repeat = async (what: string, ask: () => Promise<unknown>) => {
      while (!isOver.signal.aborted) {
        await ask().catch((error: Error) => failed.push(`${what}: ${error.message}`));
        await sleep(PAUSE_MS);
      }
    };
    const is200 = ({ status }: Answer) => expect(status).toBe(200);
    const load = [
      repeat('a visitor', async () => seen.add(await editionNow())),
      // A tab that was opened before all this.
      repeat('a tab', async () => is200(await machine.ask('/assets/edition-0.js'))),
      repeat('a file', async () => is200(await machine.ask(MENU))),
      repeat('the form', async () => is200(await machine.ask('/api/status'))),
      repeat('an enquiry', async () => {
        const post = await newPost();
        const { status, body } = await send(post);
        expect(`${status} ${body}`).toMatch(/^202/);
        acknowledged.push(post.submissionId);
      }),
    ];
    const untilSent = async (count: number) => {
      while (acknowledged.length < count && failed.length === 0) await sleep(20);
    };
    await untilSent(3);
    expect(await machine.website('upgrade', String(packed[1]), '--yes')).toContain('is in force');
    expect(await editionNow()).toBe(1);
    expect(String((await machine.ask(MENU)).body)).toContain('uitgave 1');
    await untilSent(acknowledged.length + 3);
    await machine.website('rollback', '--yes');
    expect(await editionNow()).toBe(0);
    expect((await machine.ask('/assets/edition-1.js')).status).toBe(200);
    await untilSent(acknowledged.length + 3);
    isOver.abort();
    await Promise.all(load);
    expect(failed).toEqual([]);
    expect([...seen].sort()).toEqual([0, 1]);

    const store = await openStore({
      dataDir: join(machine.root, 'var/lib/website'),
      databaseUrl: '',
    });
    for (const id of acknowledged) expect(await store.findSubmission(id), id).toBeDefined();
    while (mailbox.mails.length < 2 * acknowledged.length) await sleep(50);
    await store.close();
    expect(new Set(mailbox.mails.map(({ email }) => email.messageId)).size).toBe(
      mailbox.mails.length,
    );
    expect(mailbox.mails.length).toBe(2 * acknowledged.length);
    // Each began with a backup.
    expect(await readdir(join(machine.root, 'var/backups/website'))).toHaveLength(2);
  });

  it('stays as it is when a version does not come up, or a file is no version', async () => {
    const broken = await machine.pack(
      {
        ...TEST_RELEASE,
        id: idOf(3),
        pages: [{ ...TEST_RELEASE.notFound, path: '/home', file: 'none.html' }],
      },
      TEST_FILES,
    );
    const before = await livePort();
    vi.stubEnv('WEBSITE_WELL_WITHIN_S', '1');
    await expect(machine.website('upgrade', broken, '--yes')).rejects.toMatchObject({
      stderr: expect.stringMatching(/is not well on port \d+ .* answers as before/),
    });
    expect(await livePort()).toBe(before);
    expect(await editionNow()).toBe(0);
    const half = await readFile(String(packed[2]));
    await writeFile(join(machine.root, 'half.tar.gz'), half.subarray(0, half.length / 2));
    await expect(
      machine.website('upgrade', join(machine.root, 'half.tar.gz'), '--yes'),
    ).rejects.toMatchObject({
      stderr: expect.stringMatching(/damaged or cut off: nothing was changed\.\n$/),
    });
    expect(await editionNow()).toBe(0);
  });

  it('keeps no visitor’s address', async () => {
    for (const name of await readdir(join(machine.root, 'run'))) {
      const text = await readFile(join(machine.root, 'run', name), 'utf8');
      expect(text, name).not.toMatch(/client: |127\.0\.0\.1.*GET/);
    }
  });
});
