import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { editedPageOf, expect, go, open, test, textOn } from './desk-fixture.ts';

/** Whether the frame of the first section is visible along the left edge of its photo. */
async function hasFrame(page: Page): Promise<boolean> {
  const photo = await editedPageOf(page).locator('[data-section="0"] img').first().boundingBox();
  const { x = 0, y = 0, height = 0 } = photo ?? {};
  const clip = { x: x + 1, y: y + height / 2, width: 1, height: 1 };
  const pixel = await sharp(await page.screenshot({ clip }))
    .raw()
    .toBuffer();
  const frame = [0x4b, 0x5a, 0x3c];
  return frame.every((part, index) => Math.abs(part - (pixel[index] ?? 0)) < 8);
}

/** How many frames the page shows: round its sections, its texts and the text that is typed in. */
const framesOn = (page: Page) =>
  editedPageOf(page)
    .locator('body')
    .evaluate((body) => {
      const hasOutline = ({ outlineStyle, outlineWidth, content }: CSSStyleDeclaration) =>
        outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && content !== 'none';
      const sections = [...body.querySelectorAll('[data-section] > *')].filter((section) => {
        const { content, borderTopWidth } = getComputedStyle(section, '::after');
        return content !== 'none' && borderTopWidth !== '0px';
      });
      const texts = [...body.querySelectorAll('[data-text]')].filter((text) =>
        hasOutline(getComputedStyle(text)),
      );
      const typed = hasOutline(getComputedStyle(body, '::after')) ? 1 : 0;
      return sections.length + texts.length + typed;
    });

test.describe('on a computer', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('there is one frame on the page: round the section, or round the text in it', async ({
    page,
    desk,
  }) => {
    await open(page, desk);
    await expect.poll(() => hasFrame(page), 'nothing is chosen').toBe(false);
    await go(page, 'pagina/accueil/0');
    await expect.poll(() => hasFrame(page), 'the section is chosen').toBe(true);
    await textOn(page, 'sections.0.sentence').click();
    await expect.poll(() => hasFrame(page), 'a text has the focus').toBe(false);
    await expect.poll(() => framesOn(page), 'the pointer is on that text').toBe(1);
    await textOn(page, 'sections.1.heading').hover();
    await expect.poll(() => framesOn(page), 'the pointer is on another text').toBe(1);
    const linked = textOn(page, 'sections.1.paragraphs.0');
    await linked.press('Control+k');
    await expect(editedPageOf(page).getByRole('combobox', { name: /^Waarheen/ })).toBeFocused();
    await textOn(page, 'sections.1.paragraphs.1').hover();
    await expect.poll(() => framesOn(page), 'a link is made in a text').toBe(1);
    const frame = await editedPageOf(page)
      .locator('body')
      .evaluate((body) => Number.parseFloat(getComputedStyle(body, '::after').top));
    expect(frame).toBeCloseTo(
      await linked.evaluate((text) => text.getBoundingClientRect().top + scrollY),
      0,
    );
  });

  test('the frame of a text is one rectangle, round lines of different lengths too', async ({
    page,
    desk,
  }) => {
    await open(page, desk);
    const text = textOn(page, 'sections.0.sentence');
    await text.fill('Une phrase assez longue pour deux lignes, et une fin.');
    const lines = await text.evaluate((element) => [...element.getClientRects()].length);
    expect(lines).toBeGreaterThan(1);
    const box = (await text.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const frame = await editedPageOf(page)
      .locator('body')
      .evaluate((body) => {
        const { width, height } = getComputedStyle(body, '::after');
        return { width: Number.parseFloat(width), height: Number.parseFloat(height) };
      });
    expect(frame.width).toBeCloseTo(box.width, 0);
    expect(frame.height).toBeCloseTo(box.height, 0);
  });

  test('the tools of a text are beside it, and cover neither the text nor its frame', async ({
    page,
    desk,
  }) => {
    await open(page, desk);
    const text = textOn(page, 'sections.1.paragraphs.1');
    const tools = editedPageOf(page).getByRole('toolbar', { name: 'Opmaak' });
    /** How far the tools are from the text; negative where they cover it. */
    const gap = async () => {
      const [over, under] = [await tools.boundingBox(), await text.boundingBox()];
      if (!over || !under) return undefined;
      return Math.max(under.y - over.y - over.height, over.y - under.y - under.height);
    };
    const FRAME_PX = 10;
    const expectBeside = async (what: string) => {
      await expect(tools, what).toBeInViewport({ ratio: 1 });
      await expect.poll(gap, what).toBeGreaterThanOrEqual(FRAME_PX);
      expect(await gap(), what).toBeLessThan(80);
    };
    await text.click();
    for (const block of ['center', 'start', 'end', 'center'] as const) {
      await text.evaluate((element, at) => element.scrollIntoView({ block: at }), block);
      await expectBeside(`the text is at the ${block} of the window`);
    }
    await text.press('Control+k');
    await expect(tools.getByRole('combobox')).toBeFocused();
    await expectBeside('a link is made');
    await text.fill('Une phrase bien plus longue que la ligne. '.repeat(6));
    await expectBeside('the text has grown');

    await text.fill('Une phrase bien plus longue que la ligne. '.repeat(100));
    for (const block of ['start', 'center', 'end'] as const) {
      await text.evaluate((element, at) => element.scrollIntoView({ block: at }), block);
      await expect(tools, 'the text is taller than the window').toBeInViewport({ ratio: 1 });
    }

    await text.press('Control+k');
    await expect(tools.getByRole('combobox')).toBeFocused();
    await textOn(page, 'sections.1.heading').click();
    await expect(tools, 'another text is typed in').toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('only the text with the focus has a frame, not one that was touched before', async ({
    page,
    desk,
  }) => {
    await open(page, desk);
    await textOn(page, 'sections.1.heading').tap();
    await expect.poll(() => framesOn(page)).toBe(1);
    // The focus moves as by the 'next' key of an on-screen keyboard, without a touch.
    await textOn(page, 'sections.1.paragraphs.0').focus();
    await expect(textOn(page, 'sections.1.paragraphs.0')).toBeFocused();
    expect(await framesOn(page)).toBe(1);
  });
});
