import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { FIELD_NAMES, OPTION_FIELDS } from '../enquiry/fields.ts';
import {
  type EarlierRelease,
  earlierReleaseSchema,
  RELEASE_FORMAT,
  type Release,
  releaseSchema,
} from '../enquiry/release.ts';

const formatSchema = v.object({ format: v.number() });

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
  const { fields, options } = result.output.enquiry;
  const unknown =
    fields.find((name) => !isIn(FIELD_NAMES, name)) ??
    Object.keys(options).find((name) => !isIn(OPTION_FIELDS, name));
  if (unknown !== undefined) {
    throw new Error(
      `${file}: its form has a field ${JSON.stringify(unknown)}, which this server does not know: ` +
        'serve with the version that published.',
    );
  }
  return result.output;
}

const isIn = (names: readonly string[], name: string) => names.includes(name);

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
