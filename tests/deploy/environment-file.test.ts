import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseEnvironmentFile } from '../../deploy/environment-file.ts';
import { needs } from '../runner/skips.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Passwords as operators write them. `$` is left out for systemd's generator, which expands it. */
const LINES = [
  'A=plain',
  'B=sp ace ; and # hash  ',
  "C='single # quoted; \\n'",
  'D="double \\" quoted \\x \\\\"',
  'E=pa\\ss\\\\word',
  'F=ab"cd"\'e',
  'G="one" "two"x"y"',
  '# a comment = 1',
  '; another',
  '  H=  around  ',
  'I=one\\',
  '  two',
  'J="of two',
  'lines"',
  'K=tr\\ ',
  'L=x=y==',
];

/** Debian's own reader of such files, which prints `name="value"`. */
const SYSTEMD = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator';

test('a file of settings is read as systemd reads it', needs('server'), async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'environment.d'));
  const text = `${LINES.join('\n')}\n`;
  await writeFile(join(folder, 'environment.d/a.conf'), text);
  const printed = execFileSync(SYSTEMD, { env: { XDG_CONFIG_HOME: folder }, encoding: 'utf8' });
  const ours = parseEnvironmentFile(text);
  const theirs: Record<string, string | undefined> = {};
  for (const name of Object.keys(ours)) {
    const [, quoted, bare] =
      new RegExp(`^${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\n]*))$`, 'ms').exec(printed) ?? [];
    const unescaped = quoted?.replaceAll(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign));
    theirs[name] = unescaped ?? bare;
  }
  expect(ours).toEqual(theirs);
  expect(Object.keys(ours)).toHaveLength(12);
});

test('a dollar sign stays, and a line without a value is ignored', () => {
  const text = 'PASSWORD=ge$heim; $(id) `id`\nno value\nNEXT=1';
  expect(parseEnvironmentFile(text)).toEqual({ PASSWORD: 'ge$heim; $(id) `id`', NEXT: '1' });
});
