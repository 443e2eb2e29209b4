import { expect, test } from 'vitest';
import { writeCsv } from './write-csv.ts';

/** The cells of one row, parsed by the rules of RFC 4180. */
function cellsOf(row: string[], separator: ',' | ';') {
  const [line = ''] = writeCsv([row], separator).slice(1).split('\r\n');
  const cells = line.matchAll(/(?:^|[,;])(?:"((?:[^"]|"")*)"|([^,;]*))/g);
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain);
}

test.each([
  '0475123456',
  '0475 12 34 56',
  '+32 475 12 34 56',
  '12-3',
  '1/2',
  '(09) 123',
  '09/123.45',
])('a spreadsheet shows %j as it was typed', (typed) => {
  expect(cellsOf(['a', typed, 'b'], ';')).toEqual(['a', `="${typed}"`, 'b']);
});

test.each(['45', '0', '2027-08-01', '25/11/2026', 'Kerkstraat 12', ''])(
  'the cell %j is exported unchanged',
  (typed) => {
    expect(cellsOf(['a', typed, 'b'], ';')).toEqual(['a', typed, 'b']);
  },
);

test.each([
  '=1+1',
  '+A1',
  '-cmd|x',
  '@SUM(1)',
  '=HYPERLINK("https://x.be")',
  '+1+1',
  '-1*2',
  '\t=1',
])('a spreadsheet never calculates %j', (typed) => {
  for (const separator of [',', ';'] as const) {
    expect(cellsOf([typed], separator)[0]).toBe(`'${typed}`);
  }
});
