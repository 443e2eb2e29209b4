import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { CONTENT_FILES } from '../../../publish/content/content-files.ts';
import { listFiles } from '../../../publish/content/content-folder.ts';
import { replaceFile } from '../../../publish/folders.ts';
import type {
  ChangesAnswer,
  FileChange,
  Job,
  PublishRequest,
  Release,
  RestoreRequest,
  Target,
} from '../../api.ts';
import { readContentFile } from '../content.ts';
import type { DeskFolders } from '../folders.ts';
import { type Publish, publishSite } from '../publish-site.ts';
import { RefusalError } from '../refusal.ts';
import { hashOfFile, replaceFiles } from '../saver/replace-files.ts';
import { openByGit } from './by-git.ts';
import { changesBetween, summaryOf } from './changes.ts';
import { openHere } from './here.ts';
import { openOverSsh } from './over-ssh.ts';
import type { SiteOnline, Step } from './site-online.ts';

/** Putting the site online and taking it back, whichever way. */
export interface Online {
  target(): Promise<Target | null>;
  setTarget(target: Target): Promise<Target>;
  /** What this desk put online last, without asking the server. */
  lastKnown(): Promise<Release | null>;
  changes(): Promise<ChangesAnswer>;
  changesIn(id: string): Promise<FileChange[]>;
  releases(): Promise<Release[]>;
  /** @throws RefusalError 409 when somebody else put something online meanwhile */
  assertKnown(request: PublishRequest): Promise<void>;
  publish(step: Step): Promise<Pick<Job, 'url' | 'release'>>;
  restore(id: string, request: RestoreRequest, step: Step): Promise<Pick<Job, 'url' | 'release'>>;
}

/** Nothing in these can be taken for an option or leave its place in a script. */
const word = v.pipe(v.string(), v.regex(/^[^-\s'"`$\\][^\s'"`$\\]*$/));
const path = v.pipe(v.string(), v.regex(/^\/[^'"`$\\\n]*$/));
const targetSchema = v.variant('way', [
  v.object({ way: v.literal('here') }),
  v.object({
    way: v.literal('ssh'),
    login: word,
    port: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535))),
    folder: path,
    envFile: path,
    keyFile: v.optional(v.pipe(v.string(), v.minLength(1))),
  }),
  v.object({ way: v.literal('git'), remote: word, branch: word }),
]);

/** @param publish makes a release in a folder; default: in a process of its own */
export function createOnline(folders: DeskFolders, publish: Publish = publishSite): Online {
  const targetFile = join(folders.deskDir, 'target.json');
  const knownFile = join(folders.deskDir, 'online.json');

  const target = () => readJson<Target>(targetFile);
  const known = async () =>
    (await readJson<{ release: string; at: string }>(knownFile)) ?? undefined;

  async function open(): Promise<SiteOnline> {
    return openTarget(folders, (await target()) ?? { way: 'here' }, publish);
  }

  async function remember(release: string): Promise<void> {
    await writeJson(knownFile, { release, at: new Date().toISOString() });
  }

  async function findRelease(
    site: SiteOnline,
    id: string,
  ): Promise<[Release, Release | undefined]> {
    const all = await site.releases();
    const at = all.findIndex((one) => one.id === id);
    const release = all[at];
    if (!release) throw new RefusalError(404, 'Die versie is er niet meer.');
    return [release, all[at + 1]];
  }

  const result = async (release: string) => {
    await remember(release);
    return { release, url: await siteUrl(folders) };
  };

  return {
    target,
    async setTarget(given) {
      const parsed = v.safeParse(targetSchema, given);
      if (!parsed.success) throw new RefusalError(422, 'Dit zijn geen gegevens van een server.');
      const next = parsed.output as Target;
      await inWords(openTarget(folders, next, publish).attempt());
      await writeJson(targetFile, next);
      return next;
    },
    async lastKnown() {
      const last = await known();
      return last ? { id: last.release, at: last.at, isOnline: true, isQuick: true } : null;
    },
    async changes() {
      const site = await open();
      const [release] = (await inWords(site.releases())).filter(({ isOnline }) => isOnline);
      const before = release && (await inWords(site.contentOf(release.id)));
      const changes = await changesBetween(before, folders.contentDir);
      const isUnknown = !(await inWords(site.isKnown((await known())?.release)));
      return { since: release ?? null, changes, isUnknown };
    },
    async changesIn(id) {
      const site = await open();
      const [release, earlier] = await inWords(findRelease(site, id));
      const before = earlier && (await inWords(site.contentOf(earlier.id)));
      return changesBetween(before, await inWords(site.contentOf(release.id)));
    },
    releases: async () => inWords((await open()).releases()),
    async assertKnown({ evenIfUnknown = false }) {
      const isKnown = await inWords((await open()).isKnown((await known())?.release));
      if (isKnown || evenIfUnknown) return;
      throw new RefusalError(
        409,
        'Er staat iets online dat niet van deze werktafel komt. Zet je dit online, dan verdwijnt dat.',
      );
    },
    async publish(step) {
      const site = await open();
      const current = await inWords(site.current());
      const before = current === undefined ? undefined : await inWords(site.contentOf(current));
      const summary = summaryOf(await changesBetween(before, folders.contentDir));
      return result(await inWords(site.publish(step, summary)));
    },
    async restore(id, { withContent }, step) {
      const site = await open();
      const [release] = await inWords(findRelease(site, id));
      const online = await inWords(site.restore(release.id, step));
      if (withContent) await putContentBack(folders, await inWords(site.contentOf(release.id)));
      return result(online);
    },
  };
}

function openTarget(folders: DeskFolders, target: Target, publish: Publish): SiteOnline {
  if (target.way === 'ssh') return openOverSsh(folders, target, publish);
  if (target.way === 'git') return openByGit(folders, target);
  return openHere(folders, publish);
}

/** All files as they were then, in one go. */
async function putContentBack(folders: DeskFolders, from: string): Promise<void> {
  const { contentDir } = folders;
  const [then, now] = await Promise.all([listFiles(from), listFiles(contentDir)]);
  const isData = (file: string) => file !== 'README.md';
  const files = [...new Set([...then, ...now])].filter(isData);
  await replaceFiles(
    folders,
    await Promise.all(
      files.map(async (file) => ({
        path: file,
        before: await hashOfFile(join(contentDir, file)),
        bytes: then.includes(file) ? await readFile(join(from, file)) : null,
      })),
    ),
  );
}

async function siteUrl({ contentDir }: DeskFolders): Promise<string> {
  const site = await readContentFile(contentDir, CONTENT_FILES.site.file);
  const value = site && 'value' in site ? site.value : null;
  return typeof value === 'object' && value && 'url' in value ? String(value.url) : '/';
}

/** What a program of the system said, as an answer the owner can do something with. */
async function inWords<Result>(promise: Promise<Result>): Promise<Result> {
  return promise.catch((error: Error) => {
    if (error.name !== 'RunError') throw error;
    throw new RefusalError(422, `Dat lukt niet. Dit zei het systeem: ${error.message}`);
  });
}

async function readJson<Data>(file: string): Promise<Data | null> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? null : JSON.parse(text);
}

async function writeJson(file: string, data: object): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true });
  await replaceFile(file, JSON.stringify(data));
}
