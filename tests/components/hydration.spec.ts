import { expect, expectShown, test } from './examples.ts';

for (const width of [360, 766, 767, 1281, 1440]) {
  test(`nothing shifts when script takes the page over at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/two.html', { waitUntil: 'commit' });
    await page.getByRole('img', { name: 'Tafel 1' }).first().waitFor();
    // From here on: this page preloads no font, so words may move by a pixel when it arrives. Not
    // `document.fonts.ready`, which says so too before the style sheet has named one.
    await page.waitForFunction(() => document.fonts.size > 0);
    await page.evaluate(async () => {
      await Promise.all([...document.fonts].map((font) => font.load()));
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          shifts.push((entry as PerformanceEntry & { value: number }).value);
        }
      }).observe({ type: 'layout-shift' });
    });
    release();
    await page.locator('html[data-started]').waitFor({ state: 'attached' });
    await expectShown(page, 1, 5, '.hero');
    // Two frames: the shifts of one are told in the next.
    const shifts = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      return (window as unknown as { shifts: number[] }).shifts;
    });
    expect(shifts).toEqual([]);
  });
}
