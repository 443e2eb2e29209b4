import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { SITE_DIR } from '../support/content/fixture-site.ts';
import { startSiteServer } from '../support/servers/site-server.ts';
import { editedPageOf, expect, expectAccessible, go, open, test, textOn } from './desk-fixture.ts';

const SIZES = {
  'a phone': { width: 390, height: 844 },
  'a computer': { width: 1280, height: 720 },
};

const EMPTY: [place: string, text: string, role: 'button' | 'link', next: string][] = [
  ['aanvragen', 'Er zijn nog geen aanvragen.', 'button', 'Stuur een proefmail'],
  ['fotos', 'Er zijn nog geen foto’s.', 'button', 'Foto’s toevoegen'],
  ['meer/bestanden', 'Er zijn nog geen bestanden.', 'button', 'Een PDF erbij'],
  ['meer/prullenbak', 'De prullenbak is leeg.', 'link', 'Zie ook wat er vroeger online stond'],
  ['meer/bezoeken', 'Er zijn nog geen bezoeken te tonen.', 'button', 'Tel bezoeken'],
  ['online', 'Met ‘Zet online’ staat je site er voor het eerst.', 'link', 'Naar je pagina’s'],
];

for (const [name, viewport] of Object.entries(SIZES)) {
  test.describe(name, () => {
    test.use({ viewport, hasTouch: name === 'a phone' });

    test('where there is nothing yet, the next step is at hand', async ({ page, desk }) => {
      const { contentDir } = desk.folders;
      for (const folder of ['photos', 'files']) {
        const files = await readdir(join(contentDir, folder));
        for (const file of files) await rm(join(contentDir, folder, file));
      }
      await writeFile(join(contentDir, 'photos/photos.yaml'), '{}\n');
      await open(page, desk, 'paginas');
      for (const [place, text, role, next] of EMPTY) {
        await go(page, place);
        await expect(page.locator('main').getByText(text), place).toBeVisible();
        const control = page.locator('main').getByRole(role, { name: next });
        await expect(control, place).toBeVisible();
        await expect(control, place).toBeEnabled();
        await expectAccessible(page, place);
      }
      await go(page, 'aanvragen');
      await page.getByRole('button', { name: 'Stuur een proefmail' }).click();
      await expect(page.getByText('250 OK')).toBeVisible();
      await go(page, 'meer/bestanden');
      await page.getByLabel('Een PDF erbij').setInputFiles({
        name: 'carte.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.7 carte'),
      });
      await expect(page.getByRole('link', { name: /^carte\.pdf/ })).toBeVisible();
    });

    test('a row shows the photo of its section or page', async ({ page, desk }) => {
      const photos = page
        .getByRole('main')
        .getByRole('listitem')
        .locator('img')
        .filter({ visible: true });
      const widths = () =>
        photos.evaluateAll((list) => list.map((photo) => (photo as HTMLImageElement).naturalWidth));
      await open(page, desk, 'pagina/accueil/delen');
      await expect(page.getByRole('link', { name: /Grote foto’s/ })).toBeVisible();
      await expect.poll(widths).not.toEqual([]);
      await expect.poll(widths).not.toContain(0);
      await go(page, 'paginas');
      const home = page.getByRole('link', { name: /^Accueil/ });
      await expect(home.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
    });
  });
}

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

test.describe('a computer', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('the edited page has the backgrounds and spacing of the site', async ({ page, desk }) => {
    const looks = (sections: Element[]) =>
      sections.map((section) => {
        const { backgroundColor, paddingTop, paddingBottom } = getComputedStyle(section);
        return { backgroundColor, paddingTop, paddingBottom };
      });
    await open(page, desk);
    const edited = editedPageOf(page).locator('[data-section] > *');
    await expect(edited).toHaveCount(5);
    const atTheDesk = await edited.evaluateAll(looks);
    const { width = 0, height = 0 } = (await page.locator('iframe').first().boundingBox()) ?? {};

    const site = await startSiteServer({ siteDir: SITE_DIR });
    try {
      await page.setViewportSize({ width: Math.round(width), height: Math.round(height) });
      await page.goto(site.url);
      expect(await page.locator('main > *').evaluateAll(looks)).toEqual(atTheDesk);
    } finally {
      await site.stop();
    }
  });

  test('the open page’s name is visible, and a menu leads to another page', async ({
    page,
    desk,
  }) => {
    await open(page, desk, 'pagina/accueil/1/velden');
    const tools = page.getByRole('toolbar', { name: 'Deze pagina' });
    await tools.getByRole('button', { name: /^Accueil/ }).press('Enter');
    const pages = page.getByRole('dialog', { name: 'Naar een andere pagina' });
    await expect(pages.getByRole('button', { name: 'Accueil' })).toHaveAttribute('aria-current');
    await expectAccessible(page, 'the pages');
    await pages.getByRole('button', { name: 'La carte' }).press('Enter');
    await expect(editedPageOf(page).getByText('Soupe du potager').first()).toBeVisible();
    await expect(tools.getByRole('button', { name: /^La carte/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sluiten' })).toBeHidden();
  });

  test('a hidden section has no id that another section has', async ({ page, desk }) => {
    const file = join(desk.folders.contentDir, 'pages/accueil.yaml');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('- kind: offer', '- kind: offer\n    hidden: true'));
    await open(page, desk);
    const sections = editedPageOf(page).locator('[data-section]');
    await expect(sections).toHaveCount(5);
    await expect(editedPageOf(page).locator('[data-hidden]')).toHaveCount(1);
    const ids = await sections.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(3);
    expect([...new Set(ids)]).toEqual(ids);
  });

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

  test('the arrows of a section appear on hover or focus only, so that its name has the whole row', async ({
    page,
    desk,
  }) => {
    await open(page, desk);
    const row = page.getByRole('complementary').getByRole('listitem').nth(1);
    const down = row.getByRole('button', { name: /omlaag$/ });
    const arrows = row.locator('.moves');
    expect((await row.getByRole('link').boundingBox())?.width).toBeGreaterThan(250);
    await expect(arrows).toHaveCSS('opacity', '0');
    await row.hover();
    await expect(arrows).toHaveCSS('opacity', '1');
    await page.mouse.move(0, 0);
    await expect(arrows).toHaveCSS('opacity', '0');

    await row.getByRole('link').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(down).toBeFocused();
    await expect(arrows).toHaveCSS('opacity', '1');
    const { width = 0, height = 0 } = (await down.boundingBox()) ?? {};
    // WCAG 2.2, 2.5.8
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    await expectAccessible(page, 'the arrows');
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

  test('opening the fields of a section scrolls the page to that section', async ({
    page,
    desk,
  }) => {
    await open(page, desk);
    const { sections } = await desk.value('pages/accueil.yaml');
    const bar = editedPageOf(page).locator('header').first();
    const gap = async (index: number) => {
      const section = editedPageOf(page).locator(`[data-section="${index}"] > *`).first();
      const [top, edge] = [await section.boundingBox(), await bar.boundingBox()];
      return Math.abs((top?.y ?? 0) - (edge?.y ?? 0) - (edge?.height ?? 0));
    };
    // The first one begins below the bar, at the top of the page.
    for (const index of [3, sections.length - 1, 1, 2]) {
      // Somebody typed elsewhere before.
      await textOn(page, 'sections.0.sentence').focus();
      await go(page, 'pagina/accueil/delen');
      await page.locator(`a[href$="/accueil/${index}/velden"]`).tap();
      await expect(page.getByRole('button', { name: 'Sluiten' })).toBeVisible();
      await expect.poll(() => gap(index), `section ${index}`).toBeLessThanOrEqual(1);
    }
    // The section of the same number on another page.
    await go(page, 'pagina/carte/2/velden');
    await expect(textOn(page, 'sections.2.heading')).toBeVisible();
    await expect.poll(() => gap(2), 'another page').toBeLessThanOrEqual(1);
  });

  test('the heading of the fields says which section it is, and then its kind', async ({
    page,
    desk,
  }) => {
    await open(page, desk, 'pagina/accueil/1/velden');
    const heading = page.getByRole('complementary').getByRole('heading', { level: 1 });
    await expect(heading).toHaveAccessibleName('Buffets froids Aanbod');
    await go(page, 'pagina/accueil/2/velden');
    await expect(heading).toHaveAccessibleName('Goûters d’anniversaire Aanbod');
  });

  test('the site’s own bar does not stand above those of the desk', async ({ page, desk }) => {
    await open(page, desk);
    await expect(editedPageOf(page).locator('main')).toBeVisible();
    await expect(editedPageOf(page).locator('footer > p')).toHaveCount(1);
    await expect(editedPageOf(page).locator('footer > p')).toBeHidden();
  });

  test('an enquiry shows the party first, then the message, then the contact details', async ({
    page,
    desk,
  }) => {
    const fields = { firstName: 'An', name: 'Peeters', email: 'an@example.be', phone: '09 1' };
    const enquiry = { ...fields, partyLocation: 'Thuis', message: 'Kan het met lange tafels?' };
    const common = { receivedAtMs: Date.UTC(2026, 10, 1), note: '', mails: [] };
    desk.enquiries.push({ id: 'a', fields: enquiry, state: 'new', ...common });
    await open(page, desk, 'aanvragen/a');
    const main = page.getByRole('main');
    const message = main.getByText('Kan het met lange tafels?');
    await expect(message).toBeInViewport({ ratio: 1 });
    const { y = Infinity } = (await message.boundingBox()) ?? {};
    const top = async (text: string) => (await main.getByText(text).boundingBox())?.y;
    expect(await top('Thuis')).toBeLessThan(y);
    expect(await top('an@example.be')).toBeGreaterThan(y);
    await expect(main.getByText('Peeters')).toHaveCount(1);
  });

  test('a mail that did not arrive is in sight with its remedy, and any other is not', async ({
    page,
    desk,
  }) => {
    const fields = { name: 'Peeters', email: 'an@example.be', message: 'Dag. '.repeat(200) };
    const common = { receivedAtMs: Date.UTC(2026, 10, 1), note: '', state: 'new' as const };
    const mail = { kind: 'company', attempts: 5, dueAtMs: 0, messageId: '' } as const;
    const failed = { ...mail, state: 'failed' as const, lastError: '550 Mailbox unavailable' };
    const delivered = { ...mail, state: 'delivered' as const };
    desk.enquiries.push({ id: 'a', fields, mails: [failed], ...common });
    desk.enquiries.push({ id: 'b', fields, mails: [delivered], ...common });
    await open(page, desk, 'aanvragen/a');
    await expect(page.getByText('550 Mailbox unavailable')).toBeInViewport({ ratio: 1 });
    const again = page.getByRole('button', { name: 'Stuur de mails opnieuw' });
    await expect(again).toBeInViewport({ ratio: 1 });
    await expectAccessible(page, 'a mail that did not arrive');
    await go(page, 'aanvragen/b');
    await expect(page.getByText('Mail aan jou: verstuurd')).toBeVisible();
    await expect(page.getByText('Mail aan jou: verstuurd')).not.toBeInViewport();
    await expect(again).toHaveCount(0);
  });

  test('an enquiry is a few lines of the list, also on the narrowest phone', async ({
    page,
    desk,
  }) => {
    const fields = { name: 'Vandenbroucke-Vermeersch', date: '1-1-2997', personCount: 120 };
    const common = { receivedAtMs: Date.UTC(2026, 10, 1), note: 'Belt maandag', mails: [] };
    const asked = { ...fields, productType: 'Buffets froids', email: 'an@example.be', message: '' };
    desk.enquiries.push({ id: 'a', fields: asked, state: 'answered', ...common });
    await open(page, desk, 'aanvragen');
    const row = page.getByRole('listitem').filter({ hasText: fields.name });
    await expect(row.getByText('Beantwoord')).toBeVisible();
    for (const width of [320, 390, 600, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      expect((await row.boundingBox())?.height).toBeLessThan(width < 390 ? 180 : 150);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await row.getByRole('link').tap();
    const states = page.getByRole('group', { name: 'Hoe staat het ermee?' }).getByRole('button');
    await expect(states).toHaveCount(4);
    const tops = await states.evaluateAll((list) =>
      list.map((button) => button.getBoundingClientRect().top),
    );
    expect(new Set(tops).size).toBe(1);
  });

  test('the filters of the enquiries are one line, in which the focus stays in sight', async ({
    page,
    desk,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const fields = { name: 'Peeters', email: 'an@example.be', message: '' };
    const common = { receivedAtMs: Date.UTC(2026, 10, 1), note: '', mails: [] };
    desk.enquiries.push({ id: 'a', fields, state: 'new', ...common });
    await open(page, desk, 'aanvragen');
    const filters = page.getByRole('group', { name: 'Toon' }).getByRole('button');
    await expect(filters).toHaveCount(5);
    const tops = await filters.evaluateAll((list) =>
      list.map((button) => button.getBoundingClientRect().top),
    );
    expect(new Set(tops).size).toBe(1);
    await expect(filters.last()).not.toBeInViewport({ ratio: 1 });
    await page.getByRole('searchbox', { name: 'Zoek op naam' }).focus();
    for (let press = 0; press < 5; press++) await page.keyboard.press('Tab');
    await expect(filters.last()).toBeFocused();
    await expect(filters.last()).toBeInViewport({ ratio: 1 });
    const scrolled = await page.evaluate(() =>
      [document.scrollingElement, document.querySelector('main')].map((part) => part?.scrollLeft),
    );
    expect(scrolled).toEqual([0, 0]);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Geen aanvraag gevonden.')).toBeVisible();
    await expectAccessible(page, 'the filters');
  });

  test('a photo leaves its description in sight, and its focus point is where it was tapped', async ({
    page,
    desk,
  }) => {
    for (const [width, height] of [
      [390, 844],
      [1280, 720],
    ] as const) {
      await page.setViewportSize({ width, height });
      await open(page, desk, 'fotos/soleil');
      const description = page.getByLabel('Wat staat erop?');
      await expect(description).toBeInViewport({ ratio: 1 });
      const alt = await description.inputValue();
      await expect(page.getByRole('heading', { name: alt })).toHaveCount(0);
      const photo = page.getByRole('button', { name: /^In beeld blijft/ });
      const box = await photo.boundingBox();
      await photo.tap({
        position: { x: 0.25 * (box?.width ?? 0), y: 0.75 * (box?.height ?? 0) },
      });
      await expect(photo).toHaveAccessibleName(/ 25 % van links, 75 % van boven/);
    }
  });

  test('a row of a text is labelled with its number, and opens to its field', async ({
    page,
    desk,
  }) => {
    await open(page, desk, 'pagina/accueil/1/velden');
    const text = page.getByRole('textbox', { name: /^Alinea 1/ });
    await expect(text).toBeHidden();
    await page
      .locator('summary')
      .filter({ hasText: /^Alinea 1/ })
      .tap();
    await expect(text).toBeVisible();
  });

  test('a row that is closed shows what is typed in it, and one is open at a time', async ({
    page,
    desk,
  }) => {
    await open(page, desk, 'meer/messages.yaml');
    const rows = page.locator('summary').filter({ visible: true });
    await expect(page.getByRole('textbox').filter({ visible: true })).toHaveCount(0);
    const form = rows.filter({ hasText: 'Velden van het formulier' });
    await form.tap();
    const name = page.locator('[id="messages.yaml:fields.name"]');
    await name.fill('Votre nom');
    await rows.filter({ hasText: 'Rond elke pagina' }).tap();
    await expect(name).toBeHidden();
    await expect(form).toContainText('Votre nom');
    await expectAccessible(page, 'the rows');
  });

  test('a long text is whole in its field, also where it is one line on the site', async ({
    page,
    desk,
  }) => {
    await open(page, desk, 'pagina/accueil/instellingen');
    const description = page.getByRole('textbox', { name: 'Beschrijving' });
    const sentence = 'Une phrase qui décrit cette page pour qui cherche un traiteur. ';
    await description.fill(`${sentence}\n${sentence}`);
    await description.press('Enter');
    const hidden = () => description.evaluate((box) => box.scrollHeight - box.clientHeight);
    await expect.poll(hidden).toBeLessThanOrEqual(0);
    await expect
      .poll(async () => (await desk.value('pages/accueil.yaml')).description)
      .toMatch(/^[^\n]+traiteur\. Une phrase[^\n]+$/);
  });
});
