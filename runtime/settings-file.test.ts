import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { needs } from '../tests/runner/skips.ts';
import { repetitions, SEED } from '../tests/runner/soak.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { findUnclearLines } from './settings-file.ts';

/** Reads files with the parser of `EnvironmentFile=`, and then expands `$`. */
const SYSTEMD = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator';

/** How systemd reads a file: the values of A to E that are not empty. */
async function readAsSystemd(text: string): Promise<Record<string, string>> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'environment.d'));
  await writeFile(join(folder, 'environment.d', 'a.conf'), text);
  const output = execFileSync(SYSTEMD, { env: { XDG_CONFIG_HOME: folder }, stdio: 'pipe' });
  // The program prints lines for a shell: in double quotes, with a backslash before some signs.
  const values: Record<string, string> = {};
  for (const [, name = '', value = ''] of output
    .toString()
    .matchAll(/^([A-E])=("(?:[^"\\]|\\.)*"|[^\n]*)$/gms)) {
    const isQuoted = value.startsWith('"');
    values[name] = isQuoted ? unescapeValue(value.slice(1, -1)) : value;
  }
  return values;
}

const unescapeValue = (value: string) =>
  value.replace(/\\(.)/gs, (_all, sign) => ({ n: '\n', t: '\t' })[sign as string] ?? sign);

function readAsNode(text: string): Record<string, string> {
  const values = Object.entries(parseEnv(text)) as [string, string][];
  return Object.fromEntries(values.filter(([name, value]) => /^[A-E]$/.test(name) && value !== ''));
}

const sign = fc.constantFrom(
  ...[
    'a',
    'é',
    '1',
    '/',
    ':',
    '@',
    '%',
    '<',
    '>',
    ' ',
    ' ',
    '\t',
    '=',
    ';',
    ',',
    '.',
    '&',
    '\u00a0',
  ],
  ...['#', '"', "'", '\\', '`', '\r', '\v', '\u0001', '\ufeff', '\u2028', 'n'],
);
const line = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('A', 'B', 'C', 'D', 'E', ' A', 'A ', 'export A', 'A-B', ';A', '#A'),
      fc.constantFrom('=', ' = ', '\t=', '= '),
      fc.constantFrom('', "'", '"', '`'),
      fc.string({ unit: sign, maxLength: 8 }),
      fc.constantFrom('', "'", '"', '`', ' ', ' # x'),
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: sign, maxLength: 6 }),
);
const file = fc
  .tuple(
    fc.constantFrom('', '', '\ufeff'),
    fc.array(line, { maxLength: 5 }),
    fc.constantFrom('\n', '\n', '\r\n'),
  )
  .map(([start, lines, end]) => start + lines.join(end));

describe('beside the parser of systemd', needs('server'), () => {
  test('a file without unclear lines has one reading', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(file, async (text) => {
        fc.pre(findUnclearLines(text).length === 0);
        expect(await readAsSystemd(text)).toEqual(readAsNode(text));
      }),
      { numRuns: repetitions(300), seed: SEED },
    );
  });

  test.each([
    'A=smtps://u:p@mail.example.org:465 # Combell',
    'A=smtps://u:pa\\ss@mail.example.org:465',
    'A=abcdefghijklmnopqrst#uvw',
    'A=Traiteur Café #1 <info@x.be>',
    'A="Traiteur \'t Boerke" <info@x.be>',
    'A="say \\"hi\\""',
    'A="a\\nb"',
    'A=`a b`',
    "A='a'b",
    'A="a',
    'A=a\\\nB=b',
    '# comment\\\nA=b',
    'export A=b',
    'A=a\rB=b',
  ])('a line that has two readings is named: %j', async (text) => {
    expect(await readAsSystemd(text)).not.toEqual(readAsNode(text));
    expect(findUnclearLines(`B=1\n${text}`)[0]?.line).toBe(2);
  });
});

test.each([
  'A=smtps://u:p%23ss@mail.example.org:465',
  'A=Maanzaad <info@maanzaad.be>',
  'A="Maanzaad, feesten <info@maanzaad.be>"',
  "A='pa\\ss#w\"rd $x'",
  'A="it\'s 100% C:\\dir"',
  'A=pa$$w;rd',
  'A = b  ',
  'A=',
  '# comment',
  '',
  'A=b\r\nB=c\r\n',
])('a plain line is not named: %j', (text) => {
  expect(findUnclearLines(text)).toEqual([]);
});

test('a byte order mark, which hides the first setting from both, is named', () => {
  expect(findUnclearLines('\ufeffA=b')).toMatchObject([{ line: 1, isMisread: true }]);
});
