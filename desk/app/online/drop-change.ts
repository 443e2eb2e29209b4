import type { FileChange } from '../../shared/api.ts';
import { type Operation, operationsTo } from '../../shared/operations.ts';
import { type DraftPage, type Files, giveBackAddresses } from '../../shared/pages.ts';
import type { Value } from '../../shared/values.ts';
import { call } from '../api/call.ts';
import { NOTICE } from '../draft/file-names.ts';
import { edit, notify } from '../store/app-store.ts';
import { replaceUpload, runAndReport } from '../store/run-and-report.ts';

/**
 * Restores one file to its version that is online. This can be undone. A photo or PDF that is not
 * online goes to the bin.
 *
 * @param online the files that are online; undefined while they are not known
 * @returns undefined when that cannot be done for this file
 */
export function dropChange(
  { file, kind }: Pick<FileChange, 'file' | 'kind'>,
  files: Files,
  online: { path: string; value: Value }[] | undefined,
): (() => unknown) | undefined {
  const isUpload = /^(?:photos|files)\/.*(?<!\.yaml)$/.test(file);
  if (isUpload && kind === 'added') return () => replaceUpload(file);
  if (!file.endsWith('.yaml')) {
    if (kind === 'added') return undefined;
    const done = 'Staat weer zoals op je site. Wat er stond, ligt 30 dagen in de prullenbak.';
    return () => runAndReport(() => call('POST /api/online/:path', {}, file), done);
  }
  const there = online?.find(({ path }) => path === file)?.value;
  // This version may be unable to read the file that is online.
  const isKnown = kind === 'added' ? online !== undefined : there !== undefined;
  const operations = isKnown ? asOnline(file, files, there) : undefined;
  if (!operations) return undefined;
  return () => {
    edit(operations);
    notify('Staat weer zoals op je site. Toch niet? Tik op ↶.');
  };
}

/** @returns undefined for a file that cannot be removed, although it is not online */
function asOnline(
  file: string,
  files: Files,
  there: Value | undefined,
): Record<string, Operation[]> | undefined {
  const isPage = file.startsWith('pages/');
  if (there === undefined && !isPage && file !== NOTICE) return undefined;
  const { [file]: draft, ...others } = files;
  const operations = operationsTo(draft, there);
  const isBack = isPage && draft === undefined && there !== undefined;
  const given = isBack ? giveBackAddresses(there as DraftPage, others) : {};
  return { [file]: operations, ...given };
}
