import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** A word, with what joins its parts: "foto's", 'communie-en-lentefeesten'. */
const WORD = /\p{L}[\p{L}’'-]*\p{L}/gu;
/** Names of files, addresses on the web, e-mail addresses, and places that the site fills in. */
const NO_WORDS = /\S*[/@{}\d]\S*|\S+\.\w\S*/g;

export interface SpellingOptions {
  /** BCP 47: 'nl-BE'. Which dictionary. */
  locale: string;
  /** What no dictionary knows: names, dishes. In any case of letters. */
  ownWords: string[];
  /** Keeps what was looked up: the dictionary is only opened for words it was not asked before. */
  cacheDir: string;
}

/**
 * The words that the dictionary of the content's language does not know, in the order they are read.
 *
 * @param texts sentences and titles; one word alone may be a name for programs, and is left out
 * @returns undefined where there is no dictionary of that language (`look-up.ts`)
 */
export async function unknownWords(
  texts: Iterable<string>,
  { locale, ownWords, cacheDir }: SpellingOptions,
): Promise<string[] | undefined> {
  const own = new Set(ownWords.map((word) => word.toLowerCase()));
  const words = new Set(
    [...texts]
      .filter((text) => text.trim().includes(' '))
      .flatMap((text) => text.replaceAll(NO_WORDS, ' ').match(WORD) ?? [])
      .flatMap((word) => word.replaceAll('’', "'").split('-'))
      .filter((word) => word.length > 1 && !own.has(word.toLowerCase())),
  );
  const { language } = new Intl.Locale(locale);
  const file = join(cacheDir, `spelling-${language}.json`);
  const asked: Record<string, boolean> = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  const open = [...words].filter((word) => !Object.hasOwn(asked, word));
  if (open.length > 0) {
    const known = await lookUp(language, open);
    if (!known) return undefined;
    for (const word of open) asked[word] = known.has(word);
    await mkdir(cacheDir, { recursive: true });
    const still = [...words].map((word) => [word, asked[word]]);
    await writeFile(file, JSON.stringify(Object.fromEntries(still)));
  }
  return [...words].filter((word) => !asked[word]);
}

/** In a thread of its own: opening a dictionary takes a second and a half. */
async function lookUp(language: string, words: string[]): Promise<Set<string> | undefined> {
  const worker = new Worker(new URL('./look-up.ts', import.meta.url), {
    workerData: { language, words },
    // None of this process's own: a thread refuses some of them.
    execArgv: [],
  });
  const [known] = (await once(worker, 'message')) as [string[] | undefined];
  return known && new Set(known);
}
