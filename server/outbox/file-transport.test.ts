import type * as fs from 'node:fs/promises';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EXAMPLE_ADDRESSES, exampleMail } from '../../tests/store-examples.ts';

/** When set, the folder itself (not a file in it) is refused with this code. */
let folderRefusal: string | undefined;

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof fs>();
  return {
    ...original,
    async open(path: string, flags: string, mode?: number) {
      if (folderRefusal !== undefined && path === folder) {
        throw Object.assign(new Error('refused'), { code: folderRefusal });
      }
      return original.open(path, flags, mode);
    },
  };
});

// Another test of this process may have loaded it, over the real file system.
vi.resetModules();
const { openFileTransport } = await import('./file-transport.ts');
afterAll(() => void vi.resetModules());

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-transport-'));
  folderRefusal = undefined;
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await rm(folder, { recursive: true, force: true });
});

const runOn = (platform: NodeJS.Platform) =>
  vi.stubGlobal('process', Object.create(process, { platform: { value: platform } }));

const deliver = () => {
  const transport = openFileTransport(folder, () => EXAMPLE_ADDRESSES);
  return transport.deliver(exampleMail(), AbortSignal.abort());
};

it('writes one file a mail, and leaves nothing half-written beside it', async () => {
  expect(await deliver()).toEqual({ kind: 'delivered' });
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^2026.*-company-.*\.eml$/)]);
});

it.each(['EPERM', 'EISDIR'])(
  'delivers on Windows, which refuses to write a folder to disk (%s)',
  async (code) => {
    runOn('win32');
    folderRefusal = code;
    expect(await deliver()).toEqual({ kind: 'delivered' });
  },
);

it('calls a folder that cannot be written to disk a fault everywhere else', async () => {
  runOn('linux');
  folderRefusal = 'EIO';
  expect(await deliver()).toEqual({ kind: 'fault', reason: 'EIO' });
});
