import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { currentReleaseId, switchTo } from '../../../publish/releases/releases.ts';
import { contentDirOf, publicDirOf, releaseDirOf } from '../../../release/site-folder.ts';
import { listFiles } from '../../../runtime/find-files.ts';
import { hashFiles } from '../../../runtime/hash-files.ts';
import { openTestDesk, type TestDesk } from '../../../tests/desk/test-desk.ts';
import { FIXTURE_CONTENT_DIR } from '../../../tests/support/content/fixture-content.ts';
import type { ContentFile, DeskPhoto } from '../../shared/api.ts';
import { createMutex } from '../../shared/mutex.ts';
import type { Operation } from '../../shared/operations.ts';
import { type Value, valueAt, withValue } from '../../shared/values.ts';
import { openIdempotencyKeys } from '../content/idempotency-keys.ts';
import { restoreFromBin } from '../content/restore-from-bin.ts';
import { hashNow } from '../content/save.ts';
import { copiesDir } from '../desk-folders.ts';
import type { DeskOptions } from '../desk-options.ts';
import type { Preview } from '../preview/preview.ts';
import { createJobs } from './jobs.ts';

/* Each test has a desk of its own, on a copy of a site that was published twice, because publishing
   takes seconds. */

const HOME = 'pages/accueil.yaml';
const EARLIER_TITLE = 'Un titre précédent';
const ONLINE_TITLE = 'Un titre en ligne';
let published: TestDesk;
let desk: TestDesk;
beforeAll(async () => {
  published = await openTestDesk({ contentDir: FIXTURE_CONTENT_DIR });
  desk = published;
  for (const title of [EARLIER_TITLE, ONLINE_TITLE]) {
    await setTitle(title);
    expect(await publish()).toMatchObject({ state: 'done' });
  }
});
afterAll(() => published.close());
beforeEach(async () => {
  const { contentDir, siteDir } = published.folders;
  desk = await openTestDesk({ contentDir, siteDir });
});
afterEach(() => desk.close());

const readHome = async () => {
  const { files } = (await desk.call('GET /api/content')).response;
  return files.find(({ path }) => path === HOME) as ContentFile;
};
const changesNow = async () => (await desk.call('GET /api/content')).response.changes;
const setFields = async (fields: { title?: string; sections?: Value[] }) => {
  const { path, hash } = await readHome();
  const operations = Object.entries(fields).map(([field, value]): Operation => {
    return { type: 'set', path: [field], value };
  });
  return desk.save(path, hash, operations);
};
const setTitle = (title: string) => setFields({ title });
const publish = async () => {
  await desk.call('POST /api/publish');
  return desk.jobEnd();
};
const publicDir = async () => {
  const { siteDir } = desk.folders;
  return publicDirOf(releaseDirOf(siteDir, (await currentReleaseId(siteDir)) ?? ''));
};
const onlineTitle = async () => {
  const page = await readFile(join(await publicDir(), 'accueil.html'), 'utf8');
  return /<title>(.*?)</.exec(page)?.[1];
};
const versions = async () => (await desk.call('GET /api/versions')).response;
const restore = async (id: string | undefined) => {
  expect((await desk.call('POST /api/versions/:id/restore', {}, id)).status).toBe(200);
};

const hashContent = () => hashFiles(desk.folders.contentDir);

/**
 * Kills publishing, as by SIGKILL, before the first file or folder gets its name. In
 * `kill-in-publishing.test.ts` it dies at the switch.
 */
async function withPublishingKilled(work: () => Promise<void>) {
  vi.stubEnv('NODE_OPTIONS', `--import=${DIE_AT_STEP}`);
  vi.stubEnv('DIE_AT', '1');
  try {
    await work();
  } finally {
    vi.unstubAllEnvs();
  }
}
const DIE_AT_STEP = resolve('tests/faults/die-at-step.ts');

test('publishing ends when the server serves the release; later changes are listed', async () => {
  await rm(desk.folders.siteDir, { recursive: true });
  expect(await changesNow()).toEqual({ since: null, changes: [] });
  expect((await desk.call('GET /api/state')).response).toMatchObject({ alarms: [] });
  const served = Promise.withResolvers<void>();
  desk.site.served = () => served.promise.then(() => currentReleaseId(desk.folders.siteDir));
  await desk.call('POST /api/publish');
  expect((await desk.call('POST /api/publish')).status).toBe(409);
  served.resolve();
  desk.site.served = undefined;
  expect(await desk.jobEnd()).toMatchObject({ kind: 'publish', state: 'done' });
  expect((await changesNow()).changes).toEqual([]);
  await setTitle('Un autre titre');
  const { changes } = await changesNow();
  expect(changes).toMatchObject([
    { file: HOME, kind: 'changed', texts: [{ breadcrumb: 'Titel', after: 'Un autre titre' }] },
  ]);
});

test('of two calls to publish at the same time one is refused, and changes nothing', async () => {
  const { path, hash } = await readHome();
  const first = desk.call('POST /api/publish');
  // It is preparing what it publishes.
  const snapshot = join(desk.folders.deskDir, 'snapshot');
  await expect.poll(() => readdir(snapshot).catch(() => []), { interval: 5 }).not.toEqual([]);
  const saved = desk.save(path, hash, [{ type: 'set', path: ['title'], value: 'Trop tard' }]);
  const second = desk.call('POST /api/publish');
  expect((await first).status).toBe(200);
  await saved;
  expect((await second).status).toBe(409);
  expect(await desk.jobEnd()).toMatchObject({ kind: 'publish', state: 'done' });
  expect(await onlineTitle()).toContain(ONLINE_TITLE);
});

test('changed texts are named by their place', async () => {
  const before = (await readHome()).value as { sections: Value[] };
  const [hero = null, second = null, ...others] = before.sections;
  const placesOf = async (...sections: Value[]) => {
    await setFields({ sections });
    const { changes } = await changesNow();
    const texts = changes.flatMap((change) => change.texts);
    return texts.map(({ breadcrumb, before, after }) => [breadcrumb, before, after]);
  };
  const renamed = withValue(second, ['heading'], 'Le buffet') as Value;
  const old = String(valueAt(second, ['heading']));
  expect(await placesOf(renamed, hero, ...others)).toEqual([[`${old} › Kop`, old, 'Le buffet']]);
  expect(await placesOf(second, hero, ...others)).toEqual([['Volgorde', '', '']]);
  const quote = { kind: 'quote', text: 'Bon.', who: 'Ann' };
  const gone = expect.stringContaining(old);
  expect(await placesOf(hero, quote, second, ...others)).toEqual([['Citaat', '', 'Bon.\nAnn']]);
  expect(await placesOf(hero, ...others)).toEqual([[old, gone, '']]);
  expect(await placesOf(hero, quote, ...others)).toEqual([[old, gone, 'Bon.\nAnn']]);
  expect(await placesOf(...before.sections)).toEqual([]);
});

test('a file that cannot be read is listed beside other changes', async () => {
  const file = join(desk.folders.contentDir, HOME);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/^title: .*$/m, 'title: *Nouveau* menu'));
  expect((await changesNow()).changes).toMatchObject([{ file: HOME, kind: 'changed', texts: [] }]);
  await writeFile(file, text);
});

test('publishing fails with an alarm while the server serves another release', async () => {
  const before = await currentReleaseId(desk.folders.siteDir);
  await setTitle('Un autre titre');
  desk.site.served = async () => before;
  const job = await publish();
  expect(job).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('bevestigt nog niet'),
  });
  const state = (await desk.call('GET /api/state')).response;
  expect(state.alarms).toMatchObject([{ code: 'other-release' }]);
  desk.site.served = async () => undefined;
  expect((await desk.call('GET /api/state')).response.alarms).toMatchObject([
    { code: 'not-serving' },
  ]);
  desk.site.served = undefined;
  expect((await desk.call('GET /api/state')).response.alarms).toEqual([]);
});

test('a release that goes online while the desk asks what is served raises no alarm', async () => {
  const [, earlier] = (await versions()).filter(({ kind }) => kind === 'release');
  // Publishing could take longer than the desk waits for the answer.
  desk.site.served = async () => {
    await switchTo(desk.folders.siteDir, earlier?.id ?? '');
    return earlier?.id;
  };
  expect((await desk.call('GET /api/state')).response.alarms).toEqual([]);
});

test('publishing that is killed changes nothing, and the next attempt succeeds', async () => {
  await setTitle('Un titre de plus');
  const [content, online] = [await hashContent(), await currentReleaseId(desk.folders.siteDir)];
  await withPublishingKilled(async () => {
    expect(await publish()).toMatchObject({ state: 'failed' });
  });
  expect(await hashContent()).toBe(content);
  expect(await currentReleaseId(desk.folders.siteDir)).toBe(online);
  expect(await publish()).toMatchObject({ state: 'done' });
  expect(await onlineTitle()).toContain('Un titre de plus');
});

test('restoring a version publishes nothing and keeps changes that were never online', async () => {
  const [, earlier] = (await versions()).filter(({ kind }) => kind === 'release');
  await setTitle('Jamais en ligne');
  const before = await hashContent();
  const online = await currentReleaseId(desk.folders.siteDir);
  await restore(earlier?.id);
  expect(await currentReleaseId(desk.folders.siteDir)).toBe(online);
  expect((await readHome()).value).toMatchObject({ title: EARLIER_TITLE });
  expect((await changesNow()).changes).toMatchObject([{ file: HOME }]);
  const [replaced] = (await versions()).filter(({ kind }) => kind === 'replaced');
  await restore(replaced?.id);
  expect(await hashContent()).toBe(before);
  expect((await desk.call('POST /api/versions/:id/restore', {}, '../..')).status).toBe(404);
});

test('no version is restored during publishing, which may remove that version', async () => {
  const [, earlier] = (await versions()).filter(({ kind }) => kind === 'release');
  const served = Promise.withResolvers<void>();
  desk.site.served = () => served.promise.then(() => currentReleaseId(desk.folders.siteDir));
  await desk.call('POST /api/publish');
  const before = await hashContent();
  const restored = await desk.call('POST /api/versions/:id/restore', {}, earlier?.id);
  served.resolve();
  expect(restored).toMatchObject({
    status: 409,
    response: { message: expect.stringContaining('Wacht') },
  });
  expect(await hashContent()).toBe(before);
  expect(await desk.jobEnd()).toMatchObject({ state: 'done' });
});

test('restoring the version that is online discards the changes since', async () => {
  const broken = async () => (await desk.call('GET /api/content')).response.broken;
  await writeFile(join(desk.folders.contentDir, 'pages/neuf.yaml'), 'title: "');
  expect(await broken()).toEqual(['pages/neuf.yaml']);
  await setTitle('Jamais en ligne');
  await restore((await versions()).find(({ isOnline }) => isOnline)?.id);
  expect((await changesNow()).changes).toEqual([]);
  expect(await broken()).toEqual([]);
  expect((await readHome()).value).toMatchObject({ title: ONLINE_TITLE });
});

test('what is saved or replaced after the tap is not published', async () => {
  await setTitle('Au moment du clic');
  const photo = join(desk.folders.contentDir, 'photos/soleil.jpg');
  const original = await readFile(photo);
  const { response } = await desk.call('POST /api/publish');
  expect(response).toMatchObject({ state: 'running' });
  await setTitle('Après le clic');
  const { sections } = (await readHome()).value as { sections: Value[] };
  await setFields({
    sections: [...sections, { kind: 'introduction', heading: '[Kop]', text: '' }],
  });
  const create = { width: 1280, height: 960, channels: 3, background: '#456' } as const;
  const other = await sharp({ create }).jpeg().toBuffer();
  await desk.call('PUT /api/uploads/:path', other, 'photos/soleil.jpg');
  expect(await desk.jobEnd()).toMatchObject({ state: 'done' });
  expect(await onlineTitle()).toContain('Au moment du clic');
  const id = (await currentReleaseId(desk.folders.siteDir)) ?? '';
  const published = contentDirOf(releaseDirOf(desk.folders.siteDir, id));
  expect(await readFile(join(published, 'photos/soleil.jpg'))).toEqual(original);
  expect(await readFile(join(published, HOME), 'utf8')).not.toContain('[Kop]');
  expect((await desk.call('POST /api/publish')).status).toBe(422);
});

test('a small photo goes online with a warning that the caterer reads', async () => {
  const create = { width: 640, height: 480, channels: 3, background: '#456' } as const;
  const small = await sharp({ create }).jpeg().toBuffer();
  await desk.call('PUT /api/uploads/:path', small, 'photos/soleil.jpg');
  const job = await publish();
  expect(job.state).toBe('done');
  expect(job.warnings).toContainEqual(
    expect.objectContaining({ message: expect.stringMatching(/640/) }),
  );
});

test('a start keeps the last release while the draft has mistakes, and prints them', async () => {
  const { contentDir, siteDir } = desk.folders;
  const online = await currentReleaseId(siteDir);
  await setTitle('');
  const start = (...more: string[]) => {
    const folders = ['--content', contentDir, '--site', siteDir];
    return spawnSync(process.execPath, ['publish/publish.ts', ...folders, ...more]);
  };
  const started = start('--if-changed');
  expect(started.status).toBe(0);
  expect(String(started.stderr)).toContain(HOME);
  expect(await currentReleaseId(siteDir)).toBe(online);
  expect(start().status).toBe(1);
});

test.each([
  ['publish', /je site .*Wat er verandert/],
  ['preview', /je voorbeeld .*nog eens/],
  ['erase', /wissen.* nog eens/],
])('a restart that cut off a job to %s is reported with the next step', async (kind, message) => {
  const { deskDir } = desk.folders;
  const file = join(deskDir, 'job.json');
  const running = { id: 'cut', kind, state: 'running', progress: null, warnings: [] };
  await mkdir(deskDir, { recursive: true });
  await writeFile(file, JSON.stringify(running));
  const jobs = await createJobs(
    { folders: desk.folders } as DeskOptions,
    {} as Preview,
    async (work) => work(),
  );
  expect(jobs.latest()).toMatchObject({ ...running, state: 'failed' });
  expect(jobs.latest()?.message).toMatch(message);
  expect(JSON.parse(await readFile(file, 'utf8')).state).toBe('failed');
});

test('a photo is erased from the bin, every version and the site', async () => {
  const { response: photos } = await desk.call('GET /api/photos');
  const { name } = photos.find(({ uses }) => uses.length > 0) as DeskPhoto;
  const old = await readFile(join(desk.folders.contentDir, `photos/${name}.jpg`));
  const create = { width: 640, height: 480, channels: 3, background: '#789' } as const;
  const other = await sharp({ create }).jpeg().toBuffer();
  const filesOfPhoto = async () => {
    const files = await readdir(join(await publicDir(), 'photos'));
    return files.filter((file) => file.startsWith(`${name}-`));
  };
  const earlier = await filesOfPhoto();
  await desk.call('PUT /api/uploads/:path', other, `photos/${name}.jpg`);
  const [item] = (await desk.call('GET /api/bin')).response;
  await desk.call('DELETE /api/bin/:id', {}, item?.id);
  const message = expect.stringContaining('nog online');
  expect(await desk.jobEnd()).toMatchObject({ state: 'failed', message });
  expect(await publish()).toMatchObject({ state: 'done' });
  expect(await filesOfPhoto()).toEqual(expect.arrayContaining(earlier));
  await withPublishingKilled(async () => {
    await desk.call('DELETE /api/bin/:id', {}, item?.id);
    expect(await desk.jobEnd()).toMatchObject({ state: 'failed' });
  });
  await desk.call('DELETE /api/bin/:id', {}, item?.id);
  expect(await desk.jobEnd()).toMatchObject({ kind: 'erase', state: 'done' });
  const bin = (await desk.call('GET /api/bin')).response;
  expect(bin.map(({ id }) => id)).not.toContain(item?.id);
  const left = await filesOfPhoto();
  expect(left.length).toBeGreaterThan(0);
  expect(left.filter((file) => earlier.includes(file))).toEqual([]);
  const { siteDir, deskDir } = desk.folders;
  for (const dir of [siteDir, deskDir]) {
    for (const file of await listFiles(dir)) {
      expect((await readFile(join(dir, file))).equals(old), file).toBe(false);
    }
  }
});

test('a photo is erased too from what a refused attempt would have published', async () => {
  const create = { width: 1280, height: 960, channels: 3, background: '#987' } as const;
  const photo = await sharp({ create }).jpeg().toBuffer();
  const { name } = (await desk.call('POST /api/uploads/:path', photo, 'photos/Geheim.jpg'))
    .response;
  const path = `photos/${name}.jpg`;
  const stored = await readFile(join(desk.folders.contentDir, path));
  await setTitle('');
  expect((await desk.call('POST /api/publish')).status).toBe(422);
  await desk.call('DELETE /api/uploads/:path', {}, path);
  const [item] = (await desk.call('GET /api/bin')).response;
  await desk.call('DELETE /api/bin/:id', {}, item?.id);
  expect(await desk.jobEnd()).toMatchObject({ kind: 'erase', state: 'done' });
  const { deskDir } = desk.folders;
  for (const file of await listFiles(deskDir)) {
    expect((await readFile(join(deskDir, file))).equals(stored), file).toBe(false);
  }
});

test('a photo that was copied by hand is erased with its smaller copies', async () => {
  const create = { width: 640, height: 480, channels: 3, background: '#678' } as const;
  const name = 'foto[1]';
  const path = `photos/${name}.jpg`;
  await sharp({ create }).jpeg().toFile(join(desk.folders.contentDir, path));
  const { response: photos } = await desk.call('GET /api/photos');
  const thumbnail = photos.find((photo) => photo.name === name)?.thumbnail ?? '';
  expect((await desk.request(thumbnail)).status).toBe(200);
  const copies = async () => {
    const files = await listFiles(copiesDir(desk.folders));
    return files.filter((file) => file.startsWith(name));
  };
  expect(await copies()).toHaveLength(1);
  await desk.call('DELETE /api/uploads/:path', {}, path);
  const [item] = (await desk.call('GET /api/bin')).response;
  await desk.call('DELETE /api/bin/:id', {}, item?.id);
  expect(await desk.jobEnd()).toMatchObject({ kind: 'erase', state: 'done' });
  expect(await copies()).toEqual([]);
});

/** Removes a new file from the draft; returns its path and the id of its entry in the bin. */
async function putFileInBin() {
  const path = 'files/menu.pdf';
  await desk.call('POST /api/uploads/:path', Buffer.from('%PDF-1.7'), path);
  await desk.call('DELETE /api/uploads/:path', {}, path);
  const [item] = (await desk.call('GET /api/bin')).response;
  return { path, id: item?.id ?? '' };
}

test('what is being erased cannot be restored from the bin', async () => {
  const { path, id } = await putFileInBin();
  await desk.call('DELETE /api/bin/:id', {}, id);
  const restored = await desk.call('POST /api/bin/:id/restore', {}, id);
  expect(restored).toMatchObject({
    status: 409,
    response: { message: expect.stringContaining('Wacht') },
  });
  expect(await desk.jobEnd()).toMatchObject({ kind: 'erase', state: 'done' });
  expect(await listFiles(desk.folders.contentDir)).not.toContain(path);
  expect((await desk.call('GET /api/bin')).response).toEqual([]);
});

test('a file that is being restored from the bin is not reported as erased', async () => {
  const { folders } = desk;
  const { path, id } = await putFileInBin();
  const runExclusive = createMutex();
  const preview = { remove: async () => {} } as Preview;
  const runTask = async () => ({ id: null, warnings: [] });
  const options = { folders, runTask } as unknown as DeskOptions;
  const jobs = await createJobs(options, preview, runExclusive);
  const keys = await openIdempotencyKeys(folders.deskDir, (file) => hashNow(folders, file));
  const restored = runExclusive(() => restoreFromBin(folders, keys, id));
  jobs.erase(id);
  await restored;
  await expect
    .poll(() => jobs.latest())
    .toMatchObject({
      state: 'failed',
      message: 'Dit zit niet meer in de prullenbak.',
    });
  expect(await listFiles(folders.contentDir)).toContain(path);
});
