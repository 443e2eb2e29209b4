import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unknownWords } from './spelling.ts';

let cacheDir: string;

beforeEach(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'spelling-'));
});

afterEach(() => rm(cacheDir, { recursive: true }));

const inDutch = (texts: string[], ownWords: string[] = []) =>
  unknownWords(texts, { locale: 'nl-BE', ownWords, cacheDir });

test('names the words that no dictionary knows, and no compound, address, name or number', async () => {
  const texts = [
    'Een kaasplank op het bedrijfsfeest, met verrines en een toost.',
    "Onze menukaart, foto's en een hapje: mail naar info@maanzaad.example of kijk op /feesten.",
    'Het derde gercht is vanaf 12,50 euro, {count} personen.',
    'enquiry-form',
  ];
  expect(await inDutch(texts)).toEqual(['verrines', 'gercht']);
  expect(await inDutch(texts, ['Verrines'])).toEqual(['gercht']);
  // Asked again, the dictionary stays closed: an answer in the file is enough.
  expect(await readdir(cacheDir)).toEqual(['spelling-nl.json']);
  expect(await inDutch(['Nog een gercht.', 'Een nieuuw woord.'])).toEqual(['gercht', 'nieuuw']);
});

test('a language without a dictionary is not checked', async () => {
  const french = { locale: 'fr-BE', ownWords: [], cacheDir };
  expect(await unknownWords(['Une tabel ronde'], french)).toBeUndefined();
});
