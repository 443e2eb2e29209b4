import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COLOR_ROLES } from '../../site/content.ts';
import type { CheckedContent } from '../content/content-files.ts';
import { checkColors } from './check-colors.ts';
import { contrast } from './contrast.ts';

type Colors = Record<(typeof COLOR_ROLES)[number], string>;

const readable: Colors = {
  page: '#f0f0f0',
  paper: '#ffffff',
  ink: '#111111',
  dark: '#222222',
  secondary: '#444444',
  accent: '#803030',
  accentDark: '#602020',
  ornament: '#dddddd',
  controlEdge: '#777777',
  success: '#205020',
  error: '#800040',
};

function check(colors: Colors) {
  const yaml = { file: 'brand.yaml', lineOf: () => 1 };
  const logo = { large: 'a.svg', small: 'b.svg', mark: 'c.svg' };
  const brand = { yaml, value: { logo, colors, fonts: 'instrument' } };
  return checkColors({ brand } as unknown as CheckedContent);
}

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#ffffff', '#ffffff')).toBe(1);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('lets readable colours pass', () => {
  expect(check(readable)).toEqual([]);
});

test('finds letters that are hard to read, in whichever colour, and says which would do', () => {
  const roles = COLOR_ROLES.filter((role) => !['page', 'paper', 'ornament'].includes(role));
  const anyColor = fc.property(fc.constantFrom(...roles), color, (role, value) => {
    const [problem, ...others] = check({ ...readable, [role]: value });
    expect(others).toEqual([]);
    const least = role === 'controlEdge' ? 3 : 4.5;
    const ratio = contrast(value, role === 'accentDark' ? readable.paper : readable.page);
    if (ratio < least) expect(problem?.field).toEqual(['colors', role]);
    if (!problem) return;
    const [, advised = ''] = /"(#[0-9a-f]{6})"/.exec(problem.example) ?? [];
    expect(check({ ...readable, [role]: advised })).toEqual([]);
  });
  fc.assert(anyColor);
});

test('finds a ground on which nothing can be read', () => {
  const fields = check({ ...readable, paper: '#707070' }).map(({ field }) => field?.at(-1));
  expect(fields).toEqual(expect.arrayContaining(['ink', 'accent', 'controlEdge']));
});

test('counts on photos as light as they come behind a control', () => {
  expect(contrast('#555555', readable.page)).toBeGreaterThan(4.5);
  expect(check({ ...readable, dark: '#555555' })[0]?.found).toContain('over een witte foto');
});
