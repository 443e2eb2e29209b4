import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { RELEASE_FORMAT, type Release, releaseSchema } from '../enquiry/release.ts';

const formatSchema = v.object({ format: v.number() });
const earlierReleaseSchema = v.object({ id: v.string(), company: v.object({ slug: v.string() }) });
export type EarlierRelease = v.InferOutput<typeof earlierReleaseSchema>;

/**
 * Reads and checks a release's `release.json`.
 *
 * @param folder the release's own
 * @throws Error in one line: the file, what is wrong, the next step
 */
export async function readRelease(folder: string): Promise<Release> {
  const file = join(folder, 'release.json');
  const content = parseJson(file, await readText(file));
  const format = v.is(formatSchema, content) ? content.format : 1;
  if (format !== RELEASE_FORMAT) {
    throw new Error(
      `${file} has format ${format}, and this server reads format ${RELEASE_FORMAT}: publish with ` +
        "the version that serves, 'npm run build'.",
    );
  }
  return check(file, content, releaseSchema);
}

/**
 * Reads and checks what is still needed of a release that was replaced, of whatever format.
 *
 * @throws as {@link readRelease}
 */
export async function readEarlierRelease(folder: string): Promise<EarlierRelease> {
  const file = join(folder, 'release.json');
  return check(file, parseJson(file, await readText(file)), earlierReleaseSchema);
}

function check<Content extends EarlierRelease>(
  file: string,
  content: unknown,
  schema: v.GenericSchema<unknown, Content>,
): Content {
  const result = v.safeParse(schema, content);
  if (!result.success) {
    const issue = result.issues[0];
    const where = v.getDotPath(issue) ?? 'the whole file';
    throw new Error(`${file}: ${where}: ${issue.message}. Build the site again: 'npm run build'.`);
  }
  return result.output;
}

/** @throws Error in one line that says what to do when the file cannot be read */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new Error(`${file} cannot be read: build the site first with 'npm run build'.`, {
      cause,
    });
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is damaged: build the site again with 'npm run build'.`, { cause });
  }
}
