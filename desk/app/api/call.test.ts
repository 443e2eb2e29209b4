import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_NOTE_LENGTH } from '../../../enquiry/enquiry-states.ts';
import { PROTOCOL_VERSION } from '../../shared/api.ts';
import { call } from './call.ts';

const MAX_KEEPALIVE_BYTES = 64 * 1024;

/** The bytes of the `keepalive` requests in flight. */
let bytesInFlight: number;
/** Which requests had `keepalive`, in the order in which they were made. */
let keepalive: boolean[];

/** Refuses what a browser refuses: `keepalive` requests that are too large together. */
async function testFetch(_address: string, init: RequestInit) {
  keepalive.push(init.keepalive === true);
  if (!init.keepalive) return Response.json({});
  const bytes = Buffer.byteLength(String(init.body));
  if (bytesInFlight + bytes > MAX_KEEPALIVE_BYTES) throw new TypeError();
  bytesInFlight += bytes;
  await Promise.resolve();
  bytesInFlight -= bytes;
  return Response.json({});
}

function save(text: string) {
  const id = '6f0d0d0e-5a39-4c39-9d0f-7a6b5f0c1a11';
  const operations = [{ type: 'set' as const, path: ['title'], value: text }];
  const file = { id, path: 'pages/home.yaml', hash: null, operations };
  return call('PUT /api/content', { version: PROTOCOL_VERSION, files: [file] });
}

const saveNote = (note: string) =>
  call('PUT /api/enquiries/:id/note', { note, before: '' }, 'an-enquiry');

beforeEach(() => {
  bytesInFlight = 0;
  keepalive = [];
  vi.stubGlobal('document', { hidden: true });
  vi.stubGlobal('fetch', testFetch);
});

describe('a hidden page', () => {
  test('saves a long text with accents', async () => {
    await expect(save('é'.repeat(40_000))).resolves.toEqual({});
  });

  test('saves a text and notes at once that are too large together', async () => {
    const calls = [
      save('x'.repeat(55_000)),
      saveNote('é'.repeat(MAX_NOTE_LENGTH)),
      saveNote('Met kaas'),
    ];
    await expect(Promise.all(calls)).resolves.toEqual([{}, {}, {}]);
    expect(keepalive).toEqual([true, false, true]);
  });

  test('keeps its next request alive when an earlier one has ended', async () => {
    await save('x'.repeat(55_000));
    await save('y'.repeat(55_000));
    expect(keepalive).toEqual([true, true]);
  });

  test('keeps its next request alive when an earlier one had no response', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError()));
    await expect(save('x'.repeat(55_000))).rejects.toMatchObject({ status: 0 });
    vi.stubGlobal('fetch', testFetch);
    await save('y'.repeat(55_000));
    expect(keepalive).toEqual([true]);
  });
});
