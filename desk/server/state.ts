import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CONTENT_FILES } from '../../publish/content/content-files.ts';
import { listFiles } from '../../publish/content/content-folder.ts';
import { replaceFile } from '../../publish/folders.ts';
import type { Brand } from '../../site/content.ts';
import type { DeskState, Value } from '../api.ts';
import { checkChanges, readFiles } from './content.ts';
import { readDraft } from './drafts.ts';
import type { DeskFolders } from './folders.ts';
import type { Jobs } from './jobs.ts';
import { hasMailServer } from './online/mail-settings.ts';
import type { Online } from './online/online.ts';
import { hashOfFile } from './saver/replace-files.ts';

/** What stood in `content/` when the desk was first opened on the sample. */
interface Sample {
  hashes: Record<string, string>;
  brand: Value;
}

const { company, brand } = CONTENT_FILES;

/** Notes once what the sample was, so that it can be told later what is still of it. */
export async function noteSample(folders: DeskFolders): Promise<void> {
  if (await readSample(folders)) return;
  const { files } = await readFiles(folders);
  if (!isSample(files.find(({ path }) => path === company.file)?.value)) return;
  const sample: Sample = {
    hashes: await hashesOf(folders),
    brand: files.find(({ path }) => path === brand.file)?.value ?? null,
  };
  await mkdir(folders.deskDir, { recursive: true });
  await replaceFile(sampleFile(folders), JSON.stringify(sample));
}

/** What the checklist of the first half hour shows. */
export async function readState(
  folders: DeskFolders,
  online: Online,
  jobs: Jobs,
): Promise<DeskState> {
  const { files } = await readFiles(folders);
  const facts = files.find(({ path }) => path === company.file);
  const sample = await readSample(folders);
  const now = await hashesOf(folders);
  const brandNow = files.find(({ path }) => path === brand.file)?.value;
  const logos = Object.values((brandNow as Partial<Brand> | undefined)?.logo ?? {});
  // A logo of the sample that nothing names any more waits for an undo.
  const isShown = (file: string) =>
    !file.startsWith('brand/') || logos.includes(file.slice('brand/'.length));
  const untouched = Object.keys(now).filter(
    (file) => now[file] === sample?.hashes[file] && isShown(file),
  );
  const real = facts && {
    path: facts.path,
    hash: facts.hash,
    value: { ...(facts.value as object), sample: false },
  };
  const target = await online.target();
  return {
    isSample: isSample(facts?.value),
    sampleFacts: real ? (await checkChanges(folders, [real])).problems : [],
    untouched,
    isBrandUntouched: sample !== undefined && isDeepStrictEqual(brandNow, sample.brand),
    hasMailServer: await hasMailServer(folders, target),
    target,
    online: await online.lastKnown(),
    job: jobs.running(),
    draft: await readDraft(folders),
  };
}

const isSample = (value: Value | undefined) =>
  (value as { sample?: unknown } | null)?.sample === true;

const sampleFile = ({ deskDir }: DeskFolders) => join(deskDir, 'sample.json');

async function readSample(folders: DeskFolders): Promise<Sample | undefined> {
  const text = await readFile(sampleFile(folders), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

async function hashesOf({ contentDir }: DeskFolders): Promise<Record<string, string>> {
  const files = (await listFiles(contentDir)).filter((file) => file !== 'README.md');
  const hashes = files.map(async (file) => [file, await hashOfFile(join(contentDir, file))]);
  return Object.fromEntries(await Promise.all(hashes));
}
