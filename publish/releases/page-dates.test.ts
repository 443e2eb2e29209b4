import { mkdir, readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { pageSchema } from '../../site/content/content.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { datePages } from './page-dates.ts';

const page = (path: string, heading: string) =>
  v.parse(pageSchema, {
    path,
    title: path,
    description: path,
    sections: [{ kind: 'text', heading, parts: [{ paragraphs: ['a'] }] }],
  });

test('a page keeps its day until its content changes', async () => {
  const dist = await temporaryFolder();
  const [first, second] = [join(dist, '1'), join(dist, '2')];
  await mkdir(first);
  await mkdir(second);
  const before = [page('/a', 'een'), page('/b', 'een')];
  await datePages(before, first, undefined, new Date('2026-03-01'));
  const after = [page('/a', 'een'), page('/b', 'twee'), page('/c', 'een')];
  expect([...(await datePages(after, second, first, new Date('2026-04-02')))]).toEqual([
    ['/a', '2026-03-01'],
    ['/b', '2026-04-02'],
    ['/c', '2026-04-02'],
  ]);
});

test.each(['missing', 'damaged'])(
  'publishing goes on when the dates of the release before are %s',
  async (state) => {
    const dist = await temporaryFolder();
    const [first, second] = [join(dist, '1'), join(dist, '2')];
    await mkdir(first);
    await mkdir(second);
    await datePages([page('/a', 'een')], first, undefined, new Date('2026-03-01'));
    for (const name of await readdir(first)) {
      if (state === 'missing') await rm(join(first, name));
      else await truncate(join(first, name), 10);
    }
    const days = await datePages([page('/a', 'een')], second, first, new Date('2026-04-02'));
    expect(days.get('/a')).toBe('2026-04-02');
  },
);
