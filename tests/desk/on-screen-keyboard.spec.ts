import type { Page } from '@playwright/test';
import { editedPageOf, expect, go, messageIn, open, test, textOn } from './desk-fixture.ts';

const HEIGHT = 844;
/** The height that is left above the keyboard. */
const VISIBLE = 500;

test.use({ viewport: { width: 390, height: HEIGHT }, hasTouch: true });

/**
 * Simulates Android's keyboard with `interactive-widget=resizes-content`, which makes the window
 * lower.
 */
const lowerWindow = (page: Page) => page.setViewportSize({ width: 390, height: VISIBLE });

/**
 * Simulates the keyboard of iOS, which covers the page and makes only the visual viewport lower.
 */
const coverWindow = (page: Page) =>
  page.evaluate((height) => {
    const viewport = Object.assign(new EventTarget(), { height, offsetTop: 0, scale: 1 });
    const { visualViewport } = window;
    Object.defineProperty(window, 'visualViewport', { value: viewport });
    visualViewport?.dispatchEvent(new Event('resize'));
  }, VISIBLE);

/** How much of the visible window shows the page, without the bars of the desk and of the site. */
const roomOf = (page: Page, focused: string) =>
  page.evaluate(
    ([selector, visible]) => {
      const frame = document.querySelector('iframe') as HTMLIFrameElement;
      const inside = frame.contentDocument as Document;
      const { left, top, bottom } = frame.getBoundingClientRect();
      const text = inside.querySelector(selector)?.getBoundingClientRect() as DOMRect;
      let room = 0;
      for (let y = Math.ceil(top); y < Math.min(bottom, visible); y += 1) {
        const isPage = document.elementFromPoint(left + 20, y) === frame;
        const within = inside.elementFromPoint(20, y - top);
        if (isPage && !within?.closest('header, .rich-tools, footer > p')) room += 1;
      }
      const x = text.left + text.width / 2;
      const y = text.top + text.height / 2;
      const isShown = top + text.bottom <= visible && text.top >= 0;
      const isCovered =
        document.elementFromPoint(left + x, top + y) !== frame ||
        !inside.elementFromPoint(x, y)?.closest(selector);
      return { room, isShown, isCovered };
    },
    [focused, VISIBLE] as const,
  );

for (const [how, raiseKeyboard] of Object.entries({ lowerWindow, coverWindow })) {
  test(`a text has half of what the keyboard leaves (${how})`, async ({ page, desk }) => {
    await open(page, desk);
    const text = textOn(page, 'sections.1.paragraphs.0');
    await text.tap();
    await raiseKeyboard(page);
    await expect(page.getByRole('navigation', { name: 'Onderdelen' })).toBeHidden();
    const selector = '[data-text$=" sections.1.paragraphs.0"]';
    const room = () => roomOf(page, selector);
    await expect.poll(room).toMatchObject({ isShown: true, isCovered: false });
    expect((await room()).room).toBeGreaterThanOrEqual(VISIBLE / 2);
    await expect(editedPageOf(page).getByText('Sommaire').first()).toBeHidden();

    // A message takes up space, too.
    await page.getByRole('button', { name: 'Zet online' }).focus();
    await text.tap();
    await page.keyboard.type('x');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect(messageIn(page)).toBeVisible();
    await expect.poll(room).toMatchObject({ isShown: true, isCovered: false });
    expect((await room()).room).toBeGreaterThanOrEqual(VISIBLE / 2);

    await page.setViewportSize({ width: 390, height: HEIGHT });
    await page.evaluate(() => {
      const focused = document.querySelector('iframe')?.contentDocument?.activeElement;
      (focused as HTMLElement | undefined)?.blur();
    });
    await expect(page.getByRole('navigation', { name: 'Onderdelen' })).toBeVisible();
  });
}

test('the tabs and tools are hidden while somebody types, and come back', async ({
  page,
  desk,
}) => {
  await open(page, desk, 'pagina/accueil/1');
  const tabs = page.getByRole('navigation', { name: 'Onderdelen' });
  const tools = page.getByRole('toolbar', { name: 'Deze pagina' }).getByRole('link').first();
  await expect(tools).toBeVisible();
  const text = textOn(page, 'sections.1.heading');
  await text.tap();
  await expect(tabs, 'without an on-screen keyboard').toBeHidden();
  await expect(tools).toBeHidden();
  await page.getByRole('button', { name: 'Klaar' }).tap();
  await expect(tabs, 'when it is done').toBeVisible();
  await expect(tools).toBeVisible();
  await text.tap();
  await lowerWindow(page);
  await expect(tabs, 'above the keyboard').toBeHidden();
  // Android's 'Back' closes the keyboard, and the text keeps the focus.
  await page.setViewportSize({ width: 390, height: HEIGHT });
  await expect(tabs, 'when the keyboard is closed').toBeVisible();
  await expect(tools).toBeVisible();
  await expect(text).toBeFocused();
  await go(page, 'meer/notice.yaml');
  const field = page.getByRole('complementary').getByRole('textbox').first();
  await field.tap();
  await expect(tabs, 'in a field').toBeHidden();
  await field.blur();
  await expect(tabs, 'after it').toBeVisible();
});

test('a field of a form has half of what the keyboard leaves', async ({ page, desk }) => {
  await open(page, desk, 'pagina/accueil/1/velden');
  const panel = page.getByRole('complementary', { name: 'Velden' });
  await panel.getByRole('textbox').first().tap();
  await lowerWindow(page);
  await expect
    .poll(async () => (await panel.boundingBox())?.height)
    .toBeGreaterThanOrEqual(VISIBLE / 2);
});
