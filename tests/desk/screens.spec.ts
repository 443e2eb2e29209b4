import type { Page } from '@playwright/test';
import { publishTestRelease } from '../support/content/test-release.ts';
import {
  editedPageOf,
  expect,
  expectAccessible,
  expectPublished,
  expectSaved,
  go,
  open,
  summaryIn,
  test,
  textOn,
} from './desk-fixture.ts';

const ROUTES = [
  ...['', '%', 'pagina/accueil/1/velden', 'pagina/accueil/nieuw', 'pagina/accueil/instellingen'],
  ...['pagina/accueil/delen', 'paginas', 'fotos', 'fotos/soleil', 'aanvragen'],
  'aanvragen/volzet',
  ...['online', 'meer', 'meer/bezoeken', 'meer/bestanden', 'meer/prullenbak', 'meer/sleutels'],
  ...['company', 'notice', 'mails', 'brand', 'messages', 'site'].map((name) => `meer/${name}.yaml`),
];

const ENQUIRY = { phone: '0470 12 34 56', message: '' };
const MAIL_FAILED = { mailError: '550 no such user' };

/** The widths of the visible drawings. The width is 0 when the file lacks the drawing. */
const drawings = (page: Page) =>
  page
    .locator('use')
    .filter({ visible: true })
    .evaluateAll((all) => all.map((drawing) => (drawing as SVGGraphicsElement).getBBox().width));

/** By how many pixels the document, or what `main` would cut off, is wider than the screen. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const all = [document.documentElement, ...document.querySelectorAll('main')];
    return Math.max(...all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const COMPUTER = { viewport: { width: 1280, height: 720 } };

for (const [name, size] of Object.entries({ 'a phone': PHONE, 'a computer': COMPUTER })) {
  test.describe(name, () => {
    test.use(size);

    test('every screen is accessible and does not scroll sideways', async ({ page, desk }) => {
      test.setTimeout(300_000);
      const id = await desk.addEnquiry(ENQUIRY, MAIL_FAILED);
      await open(page, desk);
      for (const route of [...ROUTES, `aanvragen/${id}`]) {
        await test.step(route || 'the home page', async () => {
          await go(page, route);
          const shown = page.locator('main :is(h1, iframe)').filter({ visible: true });
          await expect(shown.first()).toBeVisible();
          await expectAccessible(page, route);
          await expect.soft(drawings(page), route).resolves.not.toContain(0);
          expect.soft(await tooWide(page), route).toBeLessThanOrEqual(0);
        });
      }
    });
  });
}

test.describe('on a phone', () => {
  test.use(PHONE);

  test('enquiries can be listed, exported, answered and erased, and a test mail sent', async ({
    page,
    desk,
  }) => {
    await publishTestRelease(desk.folders.siteDir);
    await desk.addEnquiry({ ...ENQUIRY, date: '1-1-2997' }, MAIL_FAILED);
    await desk.addEnquiry({ ...ENQUIRY, name: 'Wouters' });
    await open(page, desk, 'aanvragen');
    const rows = page.getByRole('link', { name: /Peeters|Wouters/ });
    await expect(rows.first()).toContainText('Peeters');
    await expect(page.getByText('Mail aan jou: niet verstuurd').first()).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Als rekenblad' }).tap();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    await page.getByRole('button', { name: 'Stuur een proefmail' }).tap();
    await expect(page.getByText(/250/)).toBeVisible();

    await rows.filter({ hasText: 'Peeters' }).tap();
    await expect(page.getByText('550 no such user')).toBeVisible();
    const addressOf = (name: RegExp) => page.getByRole('link', { name }).getAttribute('href');
    expect(await addressOf(/^Antwoord/)).toMatch(/^mailto:an%40example\.be\?subject=/);
    expect(await addressOf(/^Bel/)).toBe('tel:+32470123456');
    await page.getByRole('button', { name: 'Wis deze aanvraag', exact: true }).tap();
    await expect(page.getByText('De mail in je mailbox blijft staan: die wis je')).toBeVisible();
    await page.getByRole('button', { name: 'Ja, wis deze aanvraag' }).tap();
    await expect(rows).toHaveText(/Wouters/);
    expect((await desk.store.listEnquiries()).map(({ fields }) => fields.name)).toEqual([
      'Wouters',
    ]);
  });

  test('‘Terug’ returns from the list of changes to the screen that opened it', async ({
    page,
    desk,
  }) => {
    await open(page, desk, 'meer');
    const opened = page.getByRole('heading', { name: 'Wat er verandert', level: 1 });
    const back = page.getByRole('link', { name: 'Terug' });
    await page.getByRole('link', { name: /^Wat er verandert/ }).tap();
    await expect(opened).toBeVisible();
    await back.tap();
    await expect(page.getByRole('heading', { name: 'Meer', level: 1 })).toBeVisible();
    await go(page, 'fotos');
    await summaryIn(page).tap();
    await expect(opened).toBeVisible();
    await back.tap();
    await expect(page.getByRole('heading', { name: 'Foto’s', level: 1 })).toBeVisible();
  });

  test('an address that leads nowhere says so, and leads on', async ({ page, desk }) => {
    await open(page, desk, 'meer/onzin');
    const missing = page.getByRole('heading', { name: 'Dit scherm bestaat niet', level: 1 });
    await expect(missing).toBeVisible();
    await expectAccessible(page, 'nowhere');
    await go(page, 'onzin');
    await expect(missing).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Naar je pagina’s' }).tap();
    await expect(page.getByRole('heading', { name: 'Pagina’s', level: 1 })).toBeVisible();
  });

  test('a few changed texts are open to read, and many are collapsed', async ({ page, desk }) => {
    await desk.call('POST /api/publish');
    await desk.jobEnd();
    await open(page, desk);
    const change = async (path: string) => {
      await textOn(page, path).fill(`Un autre texte pour ${path}.`);
      await expectSaved(page);
    };
    await change('sections.1.heading');
    await go(page, 'online');
    const changed = page.getByRole('insertion').or(page.getByRole('deletion'));
    await expect(changed.first()).toBeVisible();
    await go(page, '');
    for (const index of [0, 1]) await change(`sections.1.paragraphs.${index}`);
    for (const path of ['0.sentence', '2.heading']) await change(`sections.${path}`);
    await go(page, 'online');
    const count = page.locator('summary', { hasText: '5 teksten' });
    await expect(count).toBeVisible();
    await expect(changed.filter({ visible: true })).toHaveCount(0);
    await count.tap();
    await expect(changed.filter({ visible: true })).not.toHaveCount(0);
  });

  test('a page loaded behind another screen shows its photos', async ({ page, desk }) => {
    await open(page, desk);
    const section = editedPageOf(page).locator('[data-section="0"]');
    const photo = section.locator('img');
    // The photo is in the browser's cache, so that it is complete as soon as it is rendered again.
    await expect(photo).toHaveJSProperty('complete', true);
    await go(page, 'meer');
    await page.reload();
    await expect(section).toBeAttached();
    await go(page, '');
    await expect(photo).toBeVisible();
  });

  test('the end of a session during publishing is reported', async ({ page, desk, context }) => {
    await open(page, desk);
    const publish = page.getByRole('button', { name: 'Zet online' });
    await publish.tap();
    await expect(publish).toBeDisabled();
    await context.clearCookies();
    await expect(summaryIn(page)).toContainText('Je bent afgemeld');
    // The desk does not know whether publishing goes on.
    await expect(page.getByRole('banner').getByRole('progressbar')).toHaveCount(0);
  });

  test('the end of a session is reported on any screen', async ({ page, desk, context }) => {
    await open(page, desk);
    await context.clearCookies();
    await go(page, 'meer/prullenbak');
    const summary = summaryIn(page);
    await expect(summary).toContainText('Je bent afgemeld');
    await expect(summary).toHaveAttribute('href', '/');
  });

  test('an alarm reports that the site shows another release', async ({ page, desk }) => {
    await open(page, desk);
    await page.getByRole('button', { name: 'Zet online' }).tap();
    await expectPublished(page);
    desk.site.served = async () => 'an-older-one';
    await page.reload();
    await expect(page.getByRole('alert').filter({ hasText: 'andere versie' })).toBeVisible();
  });
});
