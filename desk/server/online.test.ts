import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashFiles, listFiles } from '../../publish/folders.ts';
import { currentRelease, releaseDir } from '../../publish/releases.ts';
import { openTestDesk, type TestDesk } from '../../tests/desk/test-desk.ts';
import { FIXTURE_CONTENT_DIR } from '../../tests/fixture-content.ts';
import type { ContentFile, DeskPhoto } from '../api.ts';
import type { Operation } from '../operations.ts';
import { type Value, valueAt, withValue } from '../values.ts';

/*
 * One desk for all of this file, in the order of a caterer's work: each publishing takes seconds.
 */

const HOME = 'pages/accueil.yaml';
let desk: TestDesk;
beforeAll(async () => {
  desk = await openTestDesk({ contentDir: FIXTURE_CONTENT_DIR });
});
afterAll(() => desk.close());

const readHome = async () => {
  const { files } = (await desk.call('GET /api/content')).answer;
  return files.find(({ path }) => path === HOME) as ContentFile;
};
const setFields = async (fields: { title?: string; sections?: Value[] }) => {
  const { path, hash } = await readHome();
  const operations = Object.entries(fields).map(([field, value]): Operation => {
    return { type: 'set', path: [field], value };
  });
  return desk.call('PUT /api/content', { path, hash, operations });
};
const setTitle = (title: string) => setFields({ title });
const publish = async () => {
  await desk.call('POST /api/publish');
  return desk.jobEnd();
};
const publicDir = async () => {
  const { distDir } = desk.folders;
  return join(releaseDir(distDir, (await currentRelease(distDir)) ?? ''), 'public');
};
const onlineTitle = async () => {
  const page = await readFile(join(await publicDir(), 'accueil.html'), 'utf8');
  return /<title>(.*?)</.exec(page)?.[1];
};
const versions = async () => (await desk.call('GET /api/versions')).answer;
const restore = async (id: string | undefined) => {
  expect((await desk.call('POST /api/versions/:id/restore', {}, id)).status).toBe(200);
  expect(await desk.jobEnd()).toMatchObject({ kind: 'restore', state: 'done' });
};

const hashContent = () => hashFiles(desk.folders.contentDir);

/** Publishing dies, as by SIGKILL, before it renames a file or folder to a name that ends so. */
async function withPublishingKilledAt(name: string, work: () => Promise<void>) {
  const env = { NODE_OPTIONS: `--import=${DIE_AT_STEP}`, DIE_AT: '1', RENAME_TO: name };
  Object.assign(process.env, env);
  try {
    await work();
  } finally {
    for (const key of Object.keys(env)) delete process.env[key];
  }
}
const DIE_AT_STEP = resolve('tests/faults/die-at-step.ts');

it('publishing ends when the server serves the release; later changes are listed', async () => {
  expect((await desk.call('GET /api/changes')).answer).toEqual({ since: null, changes: [] });
  expect((await desk.call('GET /api/state')).answer).toMatchObject({ alarms: [] });
  const served = Promise.withResolvers<void>();
  desk.site.served = () => served.promise.then(() => currentRelease(desk.folders.distDir));
  await desk.call('POST /api/publish');
  expect((await desk.call('POST /api/publish')).status).toBe(409);
  served.resolve();
  desk.site.served = undefined;
  expect(await desk.jobEnd()).toMatchObject({ kind: 'publish', state: 'done' });
  expect((await desk.call('GET /api/changes')).answer.changes).toEqual([]);
  await setTitle('Un autre titre');
  const { changes } = (await desk.call('GET /api/changes')).answer;
  expect(changes).toMatchObject([
    { file: HOME, kind: 'changed', texts: [{ place: 'Titel', after: 'Un autre titre' }] },
  ]);
});

it('changed texts are named by their place', async () => {
  const before = (await readHome()).value as { sections: Value[] };
  const [hero = null, second = null, ...others] = before.sections;
  const placesOf = async (...sections: Value[]) => {
    await setFields({ sections });
    const { changes } = (await desk.call('GET /api/changes')).answer;
    const texts = changes.flatMap((change) => change.texts);
    return texts.slice(1).map(({ place, before, after }) => [place, before, after]);
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

it('a file that cannot be read is listed beside other changes', async () => {
  const file = join(desk.folders.contentDir, HOME);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/^title: .*$/m, 'title: *Nouveau* menu'));
  const { status, answer } = await desk.call('GET /api/changes');
  expect(status).toBe(200);
  expect(answer.changes).toMatchObject([{ file: HOME, kind: 'changed', texts: [] }]);
  await writeFile(file, text);
});

it('publishing fails with an alarm while the server serves another release', async () => {
  const before = await currentRelease(desk.folders.distDir);
  desk.site.served = async () => before;
  const job = await publish();
  expect(job).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('toont ze nog niet'),
  });
  const state = (await desk.call('GET /api/state')).answer;
  expect(state.alarms).toMatchObject([{ code: 'other-release' }]);
  desk.site.served = async () => undefined;
  expect((await desk.call('GET /api/state')).answer.alarms).toMatchObject([
    { code: 'not-serving' },
  ]);
  desk.site.served = undefined;
  expect((await desk.call('GET /api/state')).answer.alarms).toEqual([]);
});

it('a killed publishing changes nothing, and the next one succeeds', async () => {
  await setTitle('Un titre de plus');
  const [content, online] = [await hashContent(), await currentRelease(desk.folders.distDir)];
  // Before anything is renamed, after the release has its name, and at the switch.
  for (const name of ['', '/carried.json', '/current']) {
    await withPublishingKilledAt(name, async () => {
      expect(await publish()).toMatchObject({ state: 'failed' });
    });
    expect(await hashContent()).toBe(content);
    expect(await currentRelease(desk.folders.distDir)).toBe(online);
  }
  expect(await publish()).toMatchObject({ state: 'done' });
  expect(await onlineTitle()).toContain('Un titre de plus');
});

it('restoring a version keeps changes that were never online', async () => {
  const [, earlier] = (await versions()).filter(({ kind }) => kind === 'release');
  await setTitle('Jamais en ligne');
  const before = await hashContent();
  await restore(earlier?.id);
  expect(await onlineTitle()).toContain('Un autre titre');
  expect((await readHome()).value).toMatchObject({ title: 'Un autre titre' });
  expect((await desk.call('GET /api/changes')).answer.changes).toEqual([]);
  const [kept] = (await versions()).filter(({ kind }) => kind === 'kept');
  await restore(kept?.id);
  expect(await hashContent()).toBe(before);
  expect(await onlineTitle()).toContain('Un titre de plus');
  expect((await desk.call('POST /api/versions/:id/restore', {}, '../..')).status).toBe(404);
});

it('the version that is online takes back what was changed since', async () => {
  const broken = async () => (await desk.call('GET /api/content')).answer.broken;
  await writeFile(join(desk.folders.contentDir, 'pages/neuf.yaml'), 'title: "');
  expect(await broken()).toEqual(['pages/neuf.yaml']);
  await restore((await versions()).find(({ isOnline }) => isOnline)?.id);
  expect((await desk.call('GET /api/changes')).answer.changes).toEqual([]);
  expect(await broken()).toEqual([]);
  expect((await readHome()).value).toMatchObject({ title: 'Un titre de plus' });
});

it('a photo is erased from the bin, every version and the site', async () => {
  const { answer: photos } = await desk.call('GET /api/photos');
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
  const [item] = (await desk.call('GET /api/bin')).answer;
  await desk.call('DELETE /api/bin/:id', {}, item?.id);
  const message = expect.stringContaining('nog online');
  expect(await desk.jobEnd()).toMatchObject({ state: 'failed', message });
  expect(await publish()).toMatchObject({ state: 'done' });
  expect(await filesOfPhoto()).toEqual(expect.arrayContaining(earlier));
  await withPublishingKilledAt('', async () => {
    await desk.call('DELETE /api/bin/:id', {}, item?.id);
    expect(await desk.jobEnd()).toMatchObject({ state: 'failed' });
  });
  await desk.call('DELETE /api/bin/:id', {}, item?.id);
  expect(await desk.jobEnd()).toMatchObject({ kind: 'purge', state: 'done' });
  expect((await desk.call('GET /api/bin')).answer).toEqual([]);
  const left = await filesOfPhoto();
  expect(left.length).toBeGreaterThan(0);
  expect(left.filter((file) => earlier.includes(file))).toEqual([]);
  const { distDir, deskDir } = desk.folders;
  for (const dir of [distDir, deskDir]) {
    for (const file of await listFiles(dir)) {
      expect((await readFile(join(dir, file))).equals(old), file).toBe(false);
    }
  }
});
