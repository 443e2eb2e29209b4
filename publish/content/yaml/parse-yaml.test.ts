import { describe, expect, it } from 'vitest';
import type { ContentProblem } from '../content-error.ts';
import { parseYaml } from './parse-yaml.ts';
import { describeMistake } from './yaml-mistakes.ts';

function mistakeIn(text: string): ContentProblem | undefined {
  const problems: ContentProblem[] = [];
  parseYaml('pages/info.yaml', text, problems);
  return problems[0];
}

describe('a mistake of YAML is told in Dutch, with its line', () => {
  const sign = 'een teken dat voor de computer iets anders betekent: ';
  it.each([
    ['a second document', 'title: a\n---\nheading: b\n', 2, '--- of ...'],
    ['dashes at the end', 'title: a\n---\n', 2, '--- of ...'],
    ['dots on a line', 'title: >-\n  a\n...\nheading: b\n', 3, '--- of ...'],
    ['text behind the dashes', '--- title: a\n', 1, '--- of ...'],
    ['a backslash', 'title: "a \\k b"\n', 1, 'schuine streep naar links in een tekst', '\\k'],
    ['a path of Windows', 'a: b\ntitle: "C:\\Users"\n', 2, 'schuine streep naar links', '\\U'],
    ['% before a field', '%title: a\n', 1, `${sign}%`],
    ['% before a text', 'title: %a\n', 1, `${sign}%`],
    ['* before a text', 'title: *a\n', 1, `${sign}*`],
    ['* alone', 'title: * a\n', 1, `${sign}*`],
    ['& before a text', 'title: &a b\n', 1, `${sign}&`],
    ['& alone', 'title: & a\n', 1, `${sign}&`],
    ['two of &', 'title: &a &b c\n', 1, `${sign}&`],
    ['& and *', 'title: &a *b\n', 1, `${sign}*`],
    ['& before a list', '&a - b\n', 1, `${sign}&`],
    ['! before a text', 'title: !a b\n', 1, `${sign}!`],
    ['! alone, which YAML would drop', 'a: b\ntitle: ! Let op\n', 2, `${sign}!`],
    ['two of !', 'title: !a !b c\n', 1, `${sign}!`],
    ['! before a list', 'title: !!map [a]\n', 1, `${sign}!`],
    ['@ before a text', 'title: @a\n', 1, `${sign}@`],
    ['a comment against a quote', 'title: "a"#b\n', 1, 'een # die meteen na'],
    ['a comma that is missing', 'photos: ["a" "b"]\n', 1, 'een komma te veel of te weinig'],
    ['a comma too many', 'photos: [a,, b]\n', 1, 'een komma te veel of te weinig'],
    ['a colon that is missing', 'title: a\nheading b\n', 2, 'een dubbele punt die ontbreekt'],
    ['a field without an end', `a: b\n${'x'.repeat(1100)}: c\n`, 2, 'dubbele punt'],
    ['a bracket that stays open', 'photos: [a, b\ntitle: c\n', 2, 'springt niet goed in'],
    ['a quote that stays open', "a: b\ntitle: 's Avonds\nc: d\n", 2, 'open gaat en niet dicht'],
    ['a dash in a line', 'title: - a\n', 1, 'iets dat hier niet kan staan'],
    ['text behind >', 'title: > a\n', 1, 'iets dat hier niet kan staan'],
    ['empty lines that spring in', 'title: >-\n    \n  a\n', 3, 'springt niet goed in'],
    ['a tab', 'a:\n\tb: c\n', 2, 'met een tab'],
  ])('%s', (_mistake, text, line, ...found) => {
    const problem = mistakeIn(text);
    expect(problem).toMatchObject({ file: 'pages/info.yaml', line });
    for (const words of found) expect(problem?.found).toContain(words);
    expect(problem?.found).not.toContain('in zijn eigen woorden');
  });
});

it('tells a mistake that is new to it in the words of the parser', () => {
  const mistake = { code: 'NEW_CODE' as 'IMPOSSIBLE', message: 'Something\nodd', offset: 0 };
  const { found, expected, example } = describeMistake(mistake, 'title: a');
  expect(found).toBe('iets dat de computer niet kan lezen; in zijn eigen woorden: Something odd');
  expect([expected, example]).not.toContain('');
});

it('takes the line that may begin a file', () => {
  expect(mistakeIn('---\ntitle: a\n')).toBeUndefined();
});
