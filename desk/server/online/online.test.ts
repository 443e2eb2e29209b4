import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishRelease } from '../../../publish/publish-release.ts';
import { FIXTURE_CONTENT_DIR } from '../../../tests/fixture-content.ts';
import type { Release, Target } from '../../api.ts';
import { type DeskFolders, foldersIn } from '../folders.ts';
import { CODE_ROOT, type Publish } from '../publish-site.ts';
import { changesBetween } from './changes.ts';
import { saveMailSettings } from './mail-settings.ts';
import { createOnline, type Online } from './online.ts';

/** In this process; that of its own is the preview's too, and tested there. */
const publishHere: Publish = (options, onProgress) => publishRelease({ ...options, onProgress });

/** Photos and bundles of all tests in one place: they cost time, not meaning. */
let root = '';
let folders: DeskFolders;
let online: Online;
const steps: string[] = [];
const step = (line: string) => steps.push(line);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'desk-online-'));
  folders = { ...foldersIn(join(root, 'own')), cacheDir: join(CODE_ROOT, '.cache') };
  await cp(FIXTURE_CONTENT_DIR, folders.contentDir, { recursive: true });
  online = createOnline(folders, publishHere);
  steps.length = 0;
});
afterEach(() => rm(root, { recursive: true, force: true }));

const company = () => join(folders.contentDir, 'company.yaml');

async function rename(name: string): Promise<void> {
  const text = await readFile(company(), 'utf8');
  await writeFile(company(), text.replace(/^name: .*$/m, `name: ${name}`));
}

/** Publishes twice, takes the first back, and is asked when somebody else was there. */
async function publishAndTakeBack(titleOnline: (release: Release) => Promise<string>) {
  // With one every page is published three times.
  await rm(join(folders.contentDir, 'notice.yaml'));
  expect(await online.changes()).toMatchObject({ since: null, isUnknown: false });
  await online.assertKnown({});
  const first = await online.publish(step);
  await rename('De Mees');
  const { since, changes, isUnknown } = await online.changes();
  expect([since?.id, isUnknown]).toEqual([first.release, false]);
  expect(changes).toEqual([
    {
      file: 'company.yaml',
      title: 'Gegevens van de zaak',
      kind: 'changed',
      texts: [{ place: 'Naam', kind: 'changed', before: 'La Mésange', after: 'De Mees' }],
    },
  ]);
  const second = await online.publish(step);
  const releases = await online.releases();
  expect(releases.map(({ id, isOnline }) => [id, isOnline])).toEqual([
    [second.release, true],
    [first.release, false],
  ]);
  expect(await titleOnline(releases[0] as Release)).toContain('De Mees');
  expect(await online.changesIn(String(second.release))).toEqual(changes);
  const back = await online.restore(String(first.release), { withContent: false }, step);
  const [now] = (await online.releases()).filter(({ isOnline }) => isOnline);
  expect(now?.id).toBe(back.release);
  expect(await titleOnline(now as Release)).toContain('La Mésange');
  return { first: String(first.release), second: String(second.release) };
}

const pageOf =
  (dist: string) =>
  async ({ id }: Release) => {
    const pages = join(dist, 'releases', id, 'public');
    const [page = ''] = (await readdir(pages)).filter((name) => name.endsWith('.html'));
    return readFile(join(pages, page), 'utf8');
  };

describe('on the same machine', { timeout: 180_000 }, () => {
  it('switches, takes back, and rebuilds what is too old to switch to', async () => {
    const { first, second } = await publishAndTakeBack(pageOf(folders.distDir));
    expect(await readFile(company(), 'utf8')).toContain('De Mees');
    await rm(join(folders.distDir, 'releases', second, 'public'), { recursive: true });
    expect(await online.releases()).toContainEqual(
      expect.objectContaining({ id: second, isQuick: false }),
    );
    await rename('Nog een andere');
    const { release } = await online.restore(second, { withContent: true }, step);
    expect(await pageOf(folders.distDir)({ id: String(release) } as Release)).toContain('De Mees');
    expect(await readFile(company(), 'utf8')).toContain('De Mees');
    // Somebody publishes with another copy of the desk.
    await writeFile(join(folders.distDir, 'current'), `${first}\n`);
    await expect(online.assertKnown({})).rejects.toMatchObject({ status: 409 });
    await expect(online.assertKnown({ evenIfUnknown: true })).resolves.toBeUndefined();
    await expect(online.restore('../../x', { withContent: false }, step)).rejects.toMatchObject({
      status: 404,
    });
  });

  it('says section by section what was moved, added, and taken away', async () => {
    const before = join(root, 'before');
    await cp(folders.contentDir, before, { recursive: true });
    const page = join(folders.contentDir, 'pages/accueil.yaml');
    const text = await readFile(page, 'utf8');
    const [head = '', ...sections] = text.split(/^(?= {2}- kind: )/m);
    const [hero = '', offer = '', ...rest] = sections;
    await writeFile(
      page,
      [head, hero, ...rest, offer.replace('Buffets froids', 'Buffets')].join(''),
    );
    await rm(join(folders.contentDir, 'notice.yaml'));
    await writeFile(join(folders.contentDir, 'photos/nieuw.jpg'), 'x');
    const changes = await changesBetween(before, folders.contentDir);
    expect(changes.map(({ title, kind }) => [title, kind])).toEqual([
      ['Mededeling', 'removed'],
      ['Traiteur de village', 'changed'],
      ['Foto nieuw', 'added'],
    ]);
    expect(changes[1]?.texts).toMatchObject([
      {
        place: expect.stringMatching(/^Buffets › /),
        kind: 'changed',
        before: 'Buffets froids',
        after: 'Buffets',
      },
      {
        kind: 'moved',
        before: expect.stringMatching(/^Le couvert.*Buffets froids, /),
        after: expect.stringMatching(/Buffets$/),
      },
    ]);
    await writeFile(page, `# Een nota.\n${text}`);
    expect(await changesBetween(before, folders.contentDir)).not.toContainEqual(
      expect.objectContaining({ file: 'pages/accueil.yaml' }),
    );
  });
});

describe('by git', { timeout: 180_000 }, () => {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', cwd: join(root, 'own') });

  beforeEach(async () => {
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', join(root, 'host.git')]);
    git('init', '-q', '-b', 'main');
    git('remote', 'add', 'origin', join(root, 'host.git'));
    await writeFile(join(root, 'own/package.json'), '{}');
    git('add', 'package.json');
    git('-c', 'user.name=x', '-c', 'user.email=x@x.example', 'commit', '-qm', 'Start');
    await online.setTarget({ way: 'git', remote: 'origin', branch: 'main' });
  });

  it('pushes commits that a person can read, takes them back, and joins those of others', async () => {
    await publishAndTakeBack(async ({ id }) => git('show', `${id}:content/company.yaml`));
    const subjects = () => git('log', '--format=%s', 'origin/main').trim().split('\n');
    git('fetch', '-q');
    expect(subjects()).toEqual([
      expect.stringMatching(/^Zet terug naar \d\d\/\d\d\/\d{4}/),
      'Gegevens van de zaak',
      expect.stringMatching(/\(nieuw\)/),
      'Start',
    ]);
    const other = join(root, 'other');
    const theirs = (...args: string[]) =>
      execFileSync('git', [
        '-C',
        other,
        '-c',
        'user.name=y',
        '-c',
        'user.email=y@y.example',
        ...args,
      ]);
    execFileSync('git', ['clone', '-q', join(root, 'host.git'), other]);
    await writeFile(join(other, 'README.md'), 'Van een ander.\n');
    theirs('add', '.');
    theirs('commit', '-qm', 'Van een ander');
    theirs('push', '-q');
    await expect(online.assertKnown({})).rejects.toMatchObject({ status: 409 });
    await rename('Samen');
    await online.publish(step);
    git('fetch', '-q');
    expect(subjects().slice(0, 2)).toEqual(['Gegevens van de zaak', 'Van een ander']);
    // Both change the same line now.
    execFileSync('git', ['-C', other, 'pull', '-q']);
    const theirCompany = join(other, 'content/company.yaml');
    await writeFile(
      theirCompany,
      (await readFile(theirCompany, 'utf8')).replace('Samen', 'Van hen'),
    );
    theirs('commit', '-qam', 'Hun naam');
    theirs('push', '-q');
    await rename('Van ons');
    await expect(online.publish(step)).rejects.toMatchObject({ status: 409 });
    expect(await readFile(company(), 'utf8')).toContain('Van ons');
    expect(git('status', '--porcelain')).not.toMatch(/^[UA]{2}/m);
  });

  it('has the mail server’s password pasted at the host, and writes it nowhere', async () => {
    const mail = {
      host: 'mail.example',
      port: 465,
      isSecure: true,
      user: 'a@b',
      password: "p'/#%",
      from: '',
      to: '',
    };
    const { paste, writtenTo } = await saveMailSettings(folders, await online.target(), mail);
    expect(writtenTo).toBeNull();
    expect(paste).toContain('SMTP_URL=smtps://a%40b:p%27%2F%23%25@mail.example:465');
  });
});

const sshd = ['/usr/sbin/sshd', '/usr/local/sbin/sshd'].find(
  (file) => spawnSync(file, ['-V']).error === undefined,
);

describe.skipIf(!sshd)('over ssh', { timeout: 180_000 }, () => {
  let stop = () => {};
  let target: Extract<Target, { way: 'ssh' }>;

  beforeEach(async () => {
    const dir = join(root, 'sshd');
    await mkdir(dir, { mode: 0o700 });
    for (const key of ['host', 'client'])
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(dir, key)]);
    await cp(join(dir, 'client.pub'), join(dir, 'authorized'));
    const port = await freePort();
    const settings = {
      Port: port,
      ListenAddress: '127.0.0.1',
      HostKey: join(dir, 'host'),
      AuthorizedKeysFile: join(dir, 'authorized'),
      PidFile: join(dir, 'pid'),
      StrictModes: 'no',
      UsePAM: 'no',
      PasswordAuthentication: 'no',
      // What whoever runs the tests has in a .bashrc is no part of them, and the newest keys cost the most.
      SetEnv: `HOME=${dir}`,
      KexAlgorithms: 'curve25519-sha256',
    };
    const file = join(dir, 'config');
    await writeFile(
      file,
      Object.entries(settings)
        .map(([name, value]) => `${name} ${value}\n`)
        .join(''),
    );
    await mkdir('/run/sshd', { recursive: true }).catch(() => {});
    const child = spawn(String(sshd), ['-D', '-e', '-f', file], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    stop = () => child.kill();
    await new Promise((resolve) => child.stderr.once('data', resolve));
    const folder = join(root, "the server's dist");
    target = {
      way: 'ssh',
      login: `${userInfo().username}@127.0.0.1`,
      port,
      folder: folder.replace("'", ''),
      envFile: join(root, 'website.env'),
      keyFile: join(dir, 'client'),
    };
  });
  afterEach(() => stop());

  it('sends what the server has not, switches, and takes back', async () => {
    await online.setTarget(target);
    const { first, second } = await publishAndTakeBack(pageOf(target.folder));
    const sent = steps
      .filter((line) => /versturen/.test(line))
      .map((line) => line.match(/\d+/g)?.map(Number) ?? []);
    expect(sent[0]?.[1]).toBe(0);
    expect(sent[1]?.[1]).toBeGreaterThan(sent[1]?.[0] ?? 0);
    expect(await readFile(join(target.folder, 'current'), 'utf8')).toBe(`${first}\n`);
    const files = await readdir(join(target.folder, 'releases', second));
    expect(files.toSorted()).toEqual(
      (await readdir(join(folders.deskDir, 'online/dist/releases', second))).toSorted(),
    );
    // Another desk, which has none of it: it asks first, and fetches the content that it takes back to.
    const other = { ...foldersIn(join(root, 'other')), cacheDir: folders.cacheDir };
    await cp(FIXTURE_CONTENT_DIR, other.contentDir, { recursive: true });
    const elsewhere = createOnline(other, publishHere);
    await elsewhere.setTarget(target);
    await expect(elsewhere.assertKnown({})).rejects.toMatchObject({ status: 409 });
    await rm(join(target.folder, 'releases', second, 'public'), { recursive: true });
    const { release } = await elsewhere.restore(second, { withContent: true }, step);
    expect(await pageOf(target.folder)({ id: String(release) } as Release)).toContain('De Mees');
    expect(await readFile(join(other.contentDir, 'company.yaml'), 'utf8')).toContain('De Mees');
    await expect(online.assertKnown({})).rejects.toMatchObject({ status: 409 });
  });

  it('writes the mail server into the server’s settings, for nobody else to read', async () => {
    await writeFile(target.envFile, 'PORT=8080\nSMTP_URL=smtp://old\n', { mode: 0o644 });
    const mail = {
      host: 'mail.example',
      port: 587,
      isSecure: false,
      user: 'u',
      password: '$(id)',
      from: 'De Mees <a@b.example>',
      to: '',
    };
    expect(await saveMailSettings(folders, target, mail)).toMatchObject({
      paste: null,
      needsRestart: true,
    });
    expect(await readFile(target.envFile, 'utf8')).toBe(
      'PORT=8080\nSMTP_URL=smtp://u:%24%28id%29@mail.example:587?requireTLS=true\nMAIL_FROM="De Mees <a@b.example>"\n',
    );
    expect((await stat(target.envFile)).mode & 0o777).toBe(0o600);
  });

  it('says what does not work, and takes no option for a server', async () => {
    await expect(online.setTarget({ ...target, port: await freePort() })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('refused'),
    });
    await expect(online.setTarget({ ...target, login: '-oProxyCommand=id' })).rejects.toMatchObject(
      { status: 422 },
    );
    await expect(online.setTarget({ ...target, folder: "/x'; id; '" })).rejects.toMatchObject({
      status: 422,
    });
    expect(await online.target()).toBeNull();
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
