import type { Page } from '@playwright/test';
import {
  editedPageOf,
  expect,
  expectAccessible,
  expectSaved,
  go,
  messageIn,
  open,
  summaryIn,
  test,
  textOn,
} from './desk-fixture.ts';

/*
 * Tests the desk on a phone: its keyboard, its 'Back', its network, and lists whose entries move by
 * tapping.
 */

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

test('a message covers no text', async ({ page, desk }) => {
  await open(page, desk);
  await page.getByRole('button', { name: 'Zet online' }).tap();
  const toast = messageIn(page);
  await expect(toast).toContainText('Je site staat online.', { timeout: 90_000 });
  const [message, frame] = [await toast.boundingBox(), await page.locator('iframe').boundingBox()];
  expect(message?.y).toBeGreaterThanOrEqual((frame?.y ?? 0) + (frame?.height ?? Infinity));
});

test('the desk says that there is no network until it is back', async ({ page, desk, context }) => {
  await open(page, desk, 'aanvragen');
  await expect(page.getByText('Er zijn nog geen aanvragen.')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Stuur een proefmail' }).tap();
  const message = messageIn(page);
  await expect(message).toContainText('Er is geen verbinding');
  await context.setOffline(false);
  await expectSaved(page);
  await expect(message).toBeHidden();
});

const hash = (page: Page) => page.evaluate(() => decodeURIComponent(window.location.hash));

test('‘Back’ does not open again what was closed', async ({ page, desk }) => {
  await open(page, desk);
  await page.getByRole('link', { name: 'Meer' }).tap();
  await page.getByRole('link', { name: /^Mails/ }).tap();
  await page.getByRole('link', { name: 'Terug' }).tap();
  await expect.poll(() => hash(page)).toBe('#/meer');
  await page.goBack();
  await expect.poll(() => hash(page)).toBe('');

  // The same form, opened from another screen.
  await go(page, 'online');
  await go(page, 'meer/mails.yaml');
  await page.getByRole('link', { name: 'Terug' }).tap();
  await expect.poll(() => hash(page)).toBe('#/online');
  await page.goBack();
  await expect.poll(() => hash(page)).toBe('');

  await go(page, 'fotos');
  await page
    .getByRole('link')
    .filter({ has: page.getByRole('img') })
    .first()
    .tap();
  await page.getByRole('link', { name: 'Terug' }).tap();
  await expect.poll(() => hash(page)).toBe('#/fotos');
  await page.goBack();
  await expect.poll(() => hash(page)).toBe('');

  // The toolbar opens the fields of the section that was tapped on the page.
  await go(page, 'pagina/accueil');
  await editedPageOf(page).locator('[data-section="3"] > *').first().tap();
  await page.getByRole('button', { name: 'Klaar' }).tap();
  await page.getByRole('toolbar', { name: 'Deze pagina' }).getByRole('link').first().tap();
  await expect.poll(() => hash(page)).toMatch(/velden$/);
  await page.getByRole('button', { name: 'Sluiten' }).tap();
  await expect.poll(() => hash(page)).toBe('#/pagina/accueil');
  await page.goBack();
  await expect.poll(() => hash(page)).toBe('');
});

test('a section and a page are moved by the menu of their row', async ({ page, desk }) => {
  await open(page, desk, 'pagina/accueil/delen');
  const headings = async () => {
    const { sections } = await desk.value('pages/accueil.yaml');
    return sections.map(({ heading }) => heading);
  };
  const before = await headings();
  const first = String(before[1]);
  await page.getByRole('button', { name: `Meer met ${first}` }).tap();
  await page.getByRole('dialog', { name: first }).getByRole('button', { name: 'Omlaag' }).tap();
  await expect(page.getByRole('button', { name: `Meer met ${first}` })).toBeFocused();
  const after = [before[0], before[2], before[1], ...before.slice(3)];
  await expect.poll(headings).toEqual(after);

  await go(page, 'paginas');
  const rows = page.getByRole('main').getByRole('listitem').getByRole('link');
  const titles = await rows.allTextContents();
  await page
    .getByRole('button', { name: /^Meer met/ })
    .nth(1)
    .tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Omhoog' }).tap();
  await expect(rows.first()).toHaveText(String(titles[1]));
  await expect(page.getByRole('button', { name: /^Meer met/ }).first()).toBeFocused();
});

test('the fields of a section get more of the screen when asked, and the page comes back', async ({
  page,
  desk,
}) => {
  await open(page, desk, 'pagina/accueil/1/velden');
  const panel = page.getByRole('complementary', { name: 'Velden' });
  const heightOf = async () => (await panel.boundingBox())?.height ?? 0;
  const taller = panel.getByRole('button', { name: 'Over het hele scherm' });
  await expect(page.getByRole('navigation', { name: 'Onderdelen' })).toBeHidden();
  const half = await heightOf();
  expect(half).toBeLessThan(HEIGHT * 0.6);
  await taller.tap();
  await expect(taller).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(heightOf).toBeGreaterThan(HEIGHT * 0.85);
  await expectAccessible(page, 'the tall sheet');
  await taller.press('Enter');
  await expect.poll(heightOf).toBe(half);
  await taller.press('Space');
  await page.getByRole('button', { name: 'Sluiten' }).tap();
  await expect(page.getByRole('navigation', { name: 'Onderdelen' })).toBeVisible();
  // The fields of the next section are low again, so that the section is seen above them.
  await go(page, 'pagina/accueil/2/velden');
  await expect.poll(heightOf).toBe(half);
});

test('a moved photo keeps the focus, and a removed photo passes it to the next', async ({
  page,
  desk,
}) => {
  await open(page, desk, 'pagina/accueil/0/velden');
  const field = page.locator('[id="pages/accueil.yaml:sections.0.photos"]');
  const photos = async () => (await desk.value('pages/accueil.yaml')).sections[0]?.photos;
  await field.getByText('Kies uit je foto’s').tap();
  for (let count = 1; count <= 2; count += 1) {
    await field
      .getByRole('button')
      .filter({ has: page.getByRole('img') })
      .first()
      .tap();
  }
  await expectSaved(page);
  const before = (await photos()) as string[];
  expect(before.length).toBeGreaterThan(2);
  const rows = field.getByRole('list').first().getByRole('listitem');
  const firstRow = rows.first();
  await expect(firstRow.locator('details')).toHaveAttribute('open');
  await firstRow.getByRole('button', { name: /omlaag$/ }).tap();
  await expect.poll(photos).toEqual([before[1], before[0], ...before.slice(2)]);
  await expect(rows.nth(1).getByRole('button', { name: /omlaag$/ })).toBeFocused();
  await rows
    .nth(1)
    .getByRole('button', { name: /weghalen$/ })
    .tap();
  await expect.poll(photos).toEqual([before[1], ...before.slice(2)]);
  await expect(rows.nth(1).locator('summary')).toBeFocused();
});

test('without a network the desk is whole, and offers nothing that needs one', async ({
  page,
  desk,
  context,
}) => {
  await open(page, desk);
  await desk.call('POST /api/publish');
  await desk.jobEnd();
  await page.reload();
  await expect(textOn(page, 'sections.0.sentence')).toBeVisible();
  await go(page, 'meer');
  await expect(page.getByRole('heading', { name: 'Meer' })).toBeVisible();
  await context.setOffline(true);
  await go(page, 'paginas');
  await expect(page.getByRole('link', { name: /^Accueil/ })).toBeVisible();
  const widths = await page
    .locator('use')
    .filter({ visible: true })
    .evaluateAll((all) => all.map((drawing) => (drawing as SVGGraphicsElement).getBBox().width));
  expect(widths).not.toEqual([]);
  expect(widths).not.toContain(0);
  await go(page, 'aanvragen');
  await expect(summaryIn(page)).toContainText('Geen verbinding');
  // What is online may be what was typed.
  await expect(summaryIn(page)).not.toContainText('niet online');
  await expect(page.getByRole('button', { name: 'Zet online' })).toBeDisabled();
  await expect(messageIn(page)).toHaveCount(0);
  await context.setOffline(false);
  await expect(summaryIn(page)).toContainText('Alles staat online');
});

test('a notice says from when to when it is shown', async ({ page, desk }) => {
  await open(page, desk);
  const notice = editedPageOf(page).locator('[data-dates]');
  await expect(notice).toHaveAttribute('data-dates', /van 1 augustus 2031 tot en met 21 augustus/);
  await expect(notice).toHaveAttribute('data-dates', /nu nog niet/);
});

test('the lines of a menu card are rows with the names of dishes, one of them open', async ({
  page,
  desk,
}) => {
  await open(page, desk, 'pagina/carte/1/velden');
  const row = (dish: string) => page.locator('summary').filter({ hasText: dish });
  await expect(page.locator('summary').filter({ visible: true })).toHaveText([
    'Soupe du potager',
    'Tarte au riz',
    'Buffets froids',
  ]);
  const name = (index: number) =>
    page.locator(`[id="pages/carte.yaml:sections.1.lines.${index}.name"]`);
  await expect(name(0)).toBeHidden();
  await row('Soupe du potager').tap();
  await expect(name(0)).toBeVisible();
  await row('Tarte au riz').tap();
  await expect(name(1)).toBeVisible();
  await expect(name(0)).toBeHidden();
  // The section stays open when it moves.
  await page.getByRole('button', { name: 'Tarte au riz omhoog' }).tap();
  await expect(name(0)).toHaveValue('Tarte au riz');
  await expect(name(0)).toBeVisible();
  await page.getByRole('button', { name: '+ Lijn' }).filter({ visible: true }).first().tap();
  await expect(name(3)).toBeFocused();
  await page.keyboard.type('Fromages');
  await expect(row('Fromages')).toBeVisible();
  await expect(page.locator('details[open]')).toHaveCount(1);
});
