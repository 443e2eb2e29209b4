import type { Page } from '@playwright/test';
import { holdRoute } from '../support/browser/browser-test.ts';
import {
  editedPageOf,
  expect,
  expectPublished,
  expectSaved,
  go,
  messageIn,
  open,
  summaryIn,
  test,
  textOn,
} from './desk-fixture.ts';

/*
 * Tests the loading of the parts that follow the page's words: the editor, the photos and the other
 * screens.
 */

const EDITOR = /\/assets\/RichTextEditor-/;
const SCREENS = /\/assets\/screens-.*\.js/;
const PAGE = /\/assets\/page-.*\.js/;
const DESK = /\/assets\/desk-.*\.js/;
const PHOTO = /\/photos\//;
const TEXT = 'sections.3.text';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** The text on the page, whether or not it can be edited yet. */
const wordsOn = (page: Page) => editedPageOf(page).locator(`[data-text$=" ${TEXT}"]`);

test('words come first, then the editor, then photos and the other screens', async ({
  page,
  desk,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(`${request.method()} ${request.url()}`));
  const letGo = await holdRoute(page, EDITOR);
  await page.goto(`${desk.origin}/#token=${desk.token}`);
  await expect(wordsOn(page)).toBeVisible();
  await expect.poll(() => asked.some((url) => EDITOR.test(url))).toBe(true);
  await expect(page.getByText('Nog even, dan kan je typen.')).toBeVisible();
  const isAsked = (what: RegExp) => asked.some((url) => what.test(url));
  expect([isAsked(PHOTO), isAsked(SCREENS)]).toEqual([false, false]);
  // The brand was requested in parallel with the scripts.
  expect(isAsked(/GET .*\/api\/brand-preview/)).toBe(true);
  expect(isAsked(/POST .*\/api\/brand-preview/)).toBe(false);

  letGo();
  await expect(textOn(page, TEXT)).toBeVisible();
  await expect.poll(() => isAsked(PHOTO) && isAsked(SCREENS)).toBe(true);
  await expect(page.getByText('Nog even')).toBeHidden();
});

test('a text that was tapped too early can be typed in once the editor comes', async ({
  page,
  desk,
}) => {
  let isDown = true;
  await page.route(EDITOR, (route) => (isDown ? route.abort() : route.continue()));
  await page.goto(`${desk.origin}/#token=${desk.token}`);
  await expect(page.getByText('Typen kan nog niet')).toBeVisible();
  const before = (await desk.value('pages/accueil.yaml')).sections[3]?.text;
  await wordsOn(page).tap();
  await page.keyboard.type('perdu');
  await expect(wordsOn(page)).toHaveText(String(before));
  // Photos do not wait for an editor that fails to load.
  await expect
    .poll(() => editedPageOf(page).locator('img').first().getAttribute('src'))
    .toMatch(PHOTO);

  isDown = false;
  await expect(textOn(page, TEXT)).toBeFocused();
  await expect(page.getByText('Typen kan nog niet')).toBeHidden();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Encore une part.');
  await expectSaved(page);
  expect((await desk.value('pages/accueil.yaml')).sections[3]?.text).toBe(
    `${before} Encore une part.`,
  );
});

test('a connection that stalls says so, and photos and screens come', async ({ page, desk }) => {
  await page.clock.install();
  // The request for the editor never gets a response.
  await page.route(EDITOR, () => {});
  await page.goto(`${desk.origin}/#token=${desk.token}`);
  await expect(wordsOn(page)).toBeVisible();
  const failure = page.getByText('Typen kan nog niet');
  await expect(failure).toBeHidden();
  await page.clock.runFor(21_000);
  await expect(failure).toBeVisible();
  // Another attempt would wait for the same response.
  await expect(page.getByRole('button', { name: 'Probeer nu' })).toBeHidden();
  await expect
    .poll(() => editedPageOf(page).locator('img').first().getAttribute('src'))
    .toMatch(PHOTO);
  await go(page, 'fotos');
  await expect(page.getByRole('heading', { name: 'Foto’s' })).toBeVisible();
});

test('a screen that comes late leaves the focus where somebody moved it', async ({
  page,
  desk,
}) => {
  const letGo = await holdRoute(page, SCREENS);
  await page.goto(`${desk.origin}/#token=${desk.token}`);
  await expect(wordsOn(page)).toBeVisible();
  await go(page, 'fotos');
  await expect(page.getByText('Dit scherm komt eraan.')).toBeVisible();
  const tab = page.getByRole('link', { name: 'Meer', exact: true });
  await tab.focus();
  letGo();
  await expect(page.getByRole('heading', { name: 'Foto’s' })).toBeVisible();
  await expect(tab).toBeFocused();
});

test('the editor loads at ‘Probeer nu’ after its script failed to load', async ({ page, desk }) => {
  let failures = 0;
  await page.route(EDITOR, async (route) => {
    failures += 1;
    await route.abort();
  });
  await page.goto(`${desk.origin}/#token=${desk.token}`);
  const failure = page.getByRole('alert').filter({ hasText: 'Typen kan nog niet' });
  await expect(failure).toBeVisible();
  // The desk and its frame both retry, and by now their delays are long.
  await expect.poll(() => failures).toBeGreaterThanOrEqual(6);
  await page.unroute(EDITOR);
  await page.getByRole('button', { name: 'Probeer nu' }).tap();
  await textOn(page, TEXT).fill('Le café est là.');
  await expect(failure).toBeHidden();
  await expectSaved(page);
});

test('a screen that cannot be fetched says so, and what was typed stays', async ({
  page,
  desk,
}) => {
  await page.route(SCREENS, (route) => route.abort());
  await open(page, desk);
  await textOn(page, TEXT).fill('Avant.');
  await go(page, 'fotos');
  const failure = page.getByRole('alert').filter({ hasText: 'raakt niet geladen' });
  await expect(failure).toBeVisible();
  await go(page, 'pagina/accueil');
  await expect(textOn(page, TEXT)).toHaveText('Avant.');
  await expectSaved(page);

  await go(page, 'pagina/accueil/3/velden');
  await expect(failure).toBeVisible();
  await page.unroute(SCREENS);
  await expect(page.locator(`[id="pages/accueil.yaml:${TEXT}"]`)).toHaveText('Avant.');
  await go(page, 'fotos');
  await expect(page.getByRole('heading', { name: 'Foto’s' })).toBeVisible();
});

test('a page whose scripts cannot be fetched says so, and comes with a reload', async ({
  page,
  desk,
}) => {
  await page.route(PAGE, (route) => route.abort());
  await page.goto(`${desk.origin}/#token=${desk.token}`);
  const failure = page.getByRole('alert').filter({ hasText: 'De pagina raakt niet geladen.' });
  await expect(failure).toBeVisible();
  await page.unroute(PAGE);
  await page.getByRole('button', { name: 'Herlaad' }).tap();
  await expect(textOn(page, TEXT)).toBeVisible();
  await expect(failure).toBeHidden();
});

test('a desk whose scripts do not come offers to load it again', async ({ page, desk }) => {
  await page.route(DESK, (route) => route.abort());
  await page.goto(`${desk.origin}/#token=${desk.token}`);
  const reload = page.getByRole('link', { name: 'Herlaad de werktafel' });
  await expect(page.getByText('De werktafel wordt gedekt.')).toBeVisible();
  await expect(reload).toBeHidden();
  // Twenty seconds later.
  await page.evaluate(() => document.getAnimations().map((animation) => animation.finish()));
  await expect(reload).toBeVisible();
  await page.unroute(DESK);
  await reload.tap();
  await expect(textOn(page, TEXT)).toBeVisible();
});

test('every screen opens without a network once the page is there', async ({
  page,
  desk,
  context,
}) => {
  const screens = page.waitForResponse(SCREENS);
  await open(page, desk);
  const script = (await screens).url();
  // Resolves once the desk has run the screens' script and all that this one imports.
  await page.evaluate((url) => import(url), script);
  await context.setOffline(true);
  for (const [place, heading] of [
    ['paginas', 'Pagina’s'],
    ['fotos', 'Foto’s'],
    ['meer/sleutels', 'Toestellen'],
    ['meer', 'Meer'],
    ['meer/company.yaml', 'Gegevens van de zaak'],
  ] as const) {
    await go(page, place);
    await expect(
      page.getByRole('heading', { name: heading }).filter({ visible: true }),
    ).toBeVisible();
  }
});

test('a job is followed although the response to an earlier call arrives after its start', async ({
  page,
  desk,
}) => {
  const { promise: isStarted, resolve: start } = Promise.withResolvers<void>();
  let late = false;
  await page.route('**/api/job', async (route) => {
    const response = await route.fetch();
    if (!late) await isStarted;
    late = true;
    await route.fulfill({ response }).catch(() => {});
  });
  await open(page, desk);
  await page.getByRole('button', { name: 'Zet online' }).tap();
  await expect(page.getByRole('progressbar')).toBeVisible();
  start();
  await expectPublished(page);
});

const PUBLISH = '**/api/publish';

test('a job whose response was lost is followed', async ({ page, desk }) => {
  await page.route(PUBLISH, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await open(page, desk);
  await page.getByRole('button', { name: 'Zet online' }).tap();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expectPublished(page);
});

test('a job whose response was lost is followed once the server can be reached again', async ({
  page,
  desk,
}) => {
  let isDown = false;
  await page.route('**/api/**', async (route) => {
    if (isDown) await route.fulfill({ status: 502, body: 'Bad Gateway' });
    else await route.fallback();
  });
  await page.route(PUBLISH, async (route) => {
    isDown = true;
    await route.fetch();
    await route.fulfill({ status: 502, body: 'Bad Gateway' });
  });
  await open(page, desk);
  await page.getByRole('button', { name: 'Zet online' }).tap();
  await expect(messageIn(page)).toContainText(
    'De server antwoordt niet. We weten niet of het gelukt is.',
  );
  isDown = false;
  await expect(summaryIn(page)).toContainText('Alles staat online', { timeout: 120_000 });
});

test('a save that never gets a response is sent again, and what was typed since is saved', async ({
  page,
  desk,
}) => {
  await page.clock.install();
  const sent: { id: string }[][] = [];
  await page.route('**/api/content', (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    sent.push(route.request().postDataJSON().files);
    // As on a connection that broke without a sign.
    return sent.length > 1 ? route.continue() : undefined;
  });
  await open(page, desk);
  await textOn(page, TEXT).fill('Avant.');
  await page.clock.runFor(1_000);
  await expect.poll(() => sent.length).toBe(1);
  await textOn(page, TEXT).fill('Après.');
  await page.clock.runFor(61_000);
  await expectSaved(page);
  expect(sent[1]?.map(({ id }) => id)).toEqual(sent[0]?.map(({ id }) => id));
  expect((await desk.value('pages/accueil.yaml')).sections[3]?.text).toBe('Après.');
});

test('a call that never gets a response ends, and its outcome is said to be unknown', async ({
  page,
  desk,
}) => {
  await page.clock.install();
  await page.route(PUBLISH, () => {});
  await open(page, desk);
  const asked = page.waitForRequest(PUBLISH);
  await page.getByRole('button', { name: 'Zet online' }).tap();
  await asked;
  await page.clock.runFor(61_000);
  await expect(messageIn(page)).toContainText(
    'De server antwoordt niet. We weten niet of het gelukt is.',
  );
});

test('without a response the desk does not say that a job failed', async ({ page, desk }) => {
  await page.route(PUBLISH, (route) => route.abort());
  await open(page, desk);
  await page.getByRole('button', { name: 'Zet online' }).tap();
  await expect(messageIn(page)).toContainText(
    'Er is geen verbinding. We weten niet of het gelukt is.',
  );
  await expect(page.getByRole('button', { name: 'Zet online' })).toBeEnabled();
});

test('what was done is shown when the response to it was lost', async ({ page, desk }) => {
  const id = await desk.addEnquiry({});
  await page.route(`**/api/enquiries/${id}`, async (route) => {
    await route.fetch();
    await route.fulfill({ status: 502, body: 'Bad Gateway' });
  });
  await open(page, desk, `aanvragen/${id}`);
  await page.getByRole('button', { name: 'Wis deze aanvraag', exact: true }).tap();
  await page.getByRole('button', { name: /^Ja/ }).tap();
  await expect(messageIn(page)).toContainText('We weten niet of het gelukt is.');
  await expect(page.getByRole('heading', { name: 'Peeters' })).toBeHidden();
});
