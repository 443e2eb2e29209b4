import { expect, expectShown, openExample, openWithFrozenClock, test } from './examples.ts';

test('a hero shows the next picture after 10 000 ms and not after 9 900', async ({ page }) => {
  await openExample(page, 'hero');
  await expectShown(page, 1, 5);
});
