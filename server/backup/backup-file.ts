import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream as WebStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import * as v from 'valibot';

/** A tenth of a second of a start, which a command that encrypts nothing does without. */
const age = () => import('age-encryption');

/**
 * A backup: lines of JSON, gzipped, and encrypted with age when a key is given. It says which schema
 * its rows are of and ends with how many there are, so that one that was cut off is known; and it names
 * no database, so that it goes into either kind.
 */
export interface BackupHead {
  format: 1;
  /** Number of the last migration its rows have been through. */
  schema: number;
  /** When it was made, ISO 8601. */
  at: string;
}

/** In this order: what others refer to comes first. */
export const BACKED_UP = ['enquiry', 'mail', 'spent_captcha', 'limit_window'] as const;
export type BackedUpTable = (typeof BACKED_UP)[number];
export type RowCounts = Record<BackedUpTable, number>;
export type BackupRow = Record<string, string | number | null>;

/** What a backup is made of, line by line. */
export type BackupLine = BackupHead | { table: BackedUpTable; row: BackupRow } | { end: RowCounts };

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const headSchema = v.strictObject({ format: v.literal(1), schema: count, at: v.string() });
const rowSchema = v.strictObject({
  table: v.picklist(BACKED_UP),
  // Names of columns become words of a statement.
  row: v.record(
    v.pipe(v.string(), v.regex(/^[a-z_]+$/)),
    v.union([v.string(), v.number(), v.null()]),
  ),
});
const endSchema = v.strictObject({
  end: v.strictObject({ enquiry: count, mail: count, spent_captcha: count, limit_window: count }),
});

/** Nothing but this and a key file opens it again. */
export type Identity = string;

/**
 * Writes a backup; the file has its name once it is whole and on disk.
 *
 * @param key an age recipient, 'age1…'; empty: not encrypted
 * @returns an identity made for this file alone, which reads it back to prove it; empty without a key
 */
export async function writeBackup(
  file: string,
  lines: AsyncIterable<BackupLine>,
  key: string,
): Promise<Identity> {
  const draft = `${file}.part`;
  const identity = key === '' ? '' : await (await age()).generateX25519Identity();
  try {
    const sink = createWriteStream(draft, { mode: 0o600 });
    await pipeline(asText(lines), createGzip(), sealedFor(key, identity), sink);
    const handle = await open(draft, 'r+');
    await handle.sync();
    await handle.close();
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return identity;
}

async function* asText(lines: AsyncIterable<BackupLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

/** A step of a stream. @param key empty: what comes goes on as it is */
function sealedFor(key: string, identity: Identity) {
  return async function* (content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    if (key === '') return yield* content;
    const { Encrypter, identityToRecipient } = await age();
    const encrypter = new Encrypter();
    encrypter.addRecipient(key);
    encrypter.addRecipient(await identityToRecipient(identity));
    yield* chunksOf(await encrypter.encrypt(asWebStream(content)));
  };
}

/**
 * Reads a backup: its head first, then row by row.
 *
 * @param identities that may open it; none: it is not encrypted
 * @throws Error in one line when it is damaged, cut off, of another format, or not to be opened
 */
export async function* readBackup(
  file: string,
  identities: Identity[],
): AsyncGenerator<BackupHead | { table: BackedUpTable; row: BackupRow }> {
  const found: RowCounts = { enquiry: 0, mail: 0, spent_captcha: 0, limit_window: 0 };
  let head: BackupHead | undefined;
  let end: RowCounts | undefined;
  for await (const line of linesOf(file, identities)) {
    if (!head) {
      head = parse(file, headSchema, line);
      yield head;
    } else if (end) {
      throw damaged(file, 'something follows its end');
    } else if (line.startsWith('{"end":')) {
      end = parse(file, endSchema, line).end;
    } else {
      const row = parse(file, rowSchema, line);
      found[row.table] += 1;
      yield row;
    }
  }
  if (!end) throw damaged(file, 'its end is missing');
  const wrong = BACKED_UP.find((table) => end[table] !== found[table]);
  if (wrong) throw damaged(file, `${found[wrong]} of ${end[wrong]} rows of ${wrong}`);
}

async function* linesOf(file: string, identities: Identity[]): AsyncGenerator<string> {
  try {
    const opened = (await isEncrypted(file))
      ? await openedWith(file, identities)
      : new PassThrough();
    const plain = createGunzip();
    // How it ends is seen by who reads from it.
    pipeline(createReadStream(file), opened, plain).catch(() => undefined);
    plain.setEncoding('utf8');
    let rest = '';
    for await (const chunk of plain) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') throw damaged(file, 'its last line is not whole');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof BackupError) throw error;
    if (code === 'ENOENT') throw new BackupError(`${file} does not exist.`);
    throw damaged(file, message);
  }
}

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(21), 0, 21, 0);
  await handle.close();
  return buffer.toString('latin1') === 'age-encryption.org/v1';
}

/** A step of a stream. */
async function openedWith(file: string, identities: Identity[]) {
  if (identities.length === 0) {
    throw new BackupError(`${file} is encrypted: name the file with your key, --identity FILE.`);
  }
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return async function* (content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const opened = await decrypter.decrypt(asWebStream(content)).catch((error: Error) => {
      throw new BackupError(`${file} cannot be opened with this key (${error.message}).`);
    });
    yield* chunksOf(opened);
  };
}

/** The keys in a file as `age-keygen` writes it. */
export async function readIdentities(file: string): Promise<Identity[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${file} cannot be read (${error.code}).`);
  });
  const identities = text.split(/\s+/).filter((word) => word.startsWith('AGE-SECRET-KEY-'));
  if (identities.length > 0) return identities;
  throw new BackupError(`${file} holds no key; expected a line AGE-SECRET-KEY-….`);
}

/** One line for whoever restores. */
export class BackupError extends Error {}

const damaged = (file: string, how: string) =>
  new BackupError(`${file} is damaged or cut off (${how}): take another backup.`);

function parse<Line>(file: string, schema: v.GenericSchema<unknown, Line>, line: string): Line {
  try {
    return v.parse(schema, JSON.parse(line));
  } catch {
    throw damaged(file, 'a line is not as a backup has them');
  }
}

const asWebStream = (content: AsyncIterable<Uint8Array>) =>
  // Node's types of web streams are others than the DOM's.
  WebStream.from(content) as unknown as ReadableStream<Uint8Array>;

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
