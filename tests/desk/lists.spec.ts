import { holdRoute } from '../support/browser/browser-test.ts';
import { expect, expectAccessible, go, open, test } from './desk-fixture.ts';

/* The lists that screens read from the server. */

const PROXY_ERROR = { status: 502, body: 'Bad Gateway' };
const SERVER_ERROR = { status: 500, json: { message: 'De schijf van de server is vol.' } };

interface List {
  place: string;
  route: string;
  what: string;
  response: { status: number };
  /** A button that works although the list is not there. */
  upload?: string;
}

const LISTS: List[] = [
  {
    place: 'fotos',
    route: 'photos',
    what: 'De foto’s',
    response: PROXY_ERROR,
    upload: 'Foto’s toevoegen',
  },
  {
    place: 'meer/bestanden',
    route: 'files',
    what: 'De bestanden',
    response: SERVER_ERROR,
    upload: 'Een PDF erbij',
  },
  { place: 'meer/prullenbak', route: 'bin', what: 'De bestanden in je', response: SERVER_ERROR },
  { place: 'meer/sleutels', route: 'passkeys', what: 'Je toestellen', response: PROXY_ERROR },
  { place: 'meer/bezoeken', route: 'visits', what: 'De bezoeken', response: SERVER_ERROR },
  { place: 'aanvragen', route: 'enquiries', what: 'De aanvragen', response: PROXY_ERROR },
  { place: 'online', route: 'versions', what: 'De vorige versies', response: SERVER_ERROR },
];

test('a list that the server cannot give says why, and comes once it can', async ({
  page,
  desk,
}) => {
  const down = new Set(LISTS.map(({ route }) => route));
  for (const { route, response } of LISTS) {
    await page.route(`**/api/${route}`, (request) =>
      down.has(route) ? request.fulfill(response) : request.fallback(),
    );
  }
  await open(page, desk);
  for (const list of LISTS) {
    const { place, route, what, response, upload } = list;
    await go(page, place);
    const failure = page.locator('main').getByText('konden niet geladen worden');
    await expect(failure, place).toContainText(what);
    await expect(failure, place).toContainText('We proberen het opnieuw.');
    if (response === SERVER_ERROR) await expect(failure, place).toContainText('is vol');
    await expectAccessible(page, place);
    if (upload) await expect(page.getByRole('button', { name: upload }), place).toBeEnabled();
    down.delete(route);
    await expect(failure, place).toHaveCount(0);
  }
});

test('a section keeps its file in sight while the list of files is not there yet', async ({
  page,
  desk,
}) => {
  const finish = await holdRoute(page, '**/api/files');
  await open(page, desk, 'pagina/carte/3/velden');
  const file = page.getByLabel('Bestand', { exact: true });
  await expect(file).toHaveValue('menu-du-mois.pdf');
  await expect(page.getByText('Zet eerst een bestand bij Bestanden')).toBeHidden();
  finish();
  await expect(file.getByRole('option', { name: 'menu-du-mois.pdf' })).toHaveCount(1);
});

test('the list of photos is not read again by each form that shows some', async ({
  page,
  desk,
}) => {
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/photos')) reads += 1;
  });
  await page.clock.install();
  await open(page, desk);
  for (const [place, shown] of [
    ['pagina/carte/1/velden', 'Soupe du potager'],
    ['pagina/accueil/0/velden', 'Kies uit je foto’s'],
    ['paginas', '/la-carte'],
    ['pagina/accueil/delen', 'Grote foto’s'],
  ] as const) {
    await page.clock.fastForward(10_000);
    await go(page, place);
    const text = page.locator('main').getByText(shown).filter({ visible: true });
    await expect(text.first(), place).toBeVisible();
  }
  expect(reads).toBe(1);
});

test('an address of something that does not exist says so above the list', async ({
  page,
  desk,
}) => {
  await open(page, desk);
  for (const [place, what] of [
    ['fotos/weg', 'Deze foto bestaat niet'],
    ['aanvragen/weg', 'Deze aanvraag bestaat niet'],
    ['pagina/weg', 'Deze pagina bestaat niet'],
  ] as const) {
    await go(page, place);
    await expect(page.getByRole('status').filter({ hasText: what }), place).toBeVisible();
    await expectAccessible(page, place);
  }
  await go(page, 'fotos');
  await expect(page.getByText('bestaat niet')).toBeHidden();
});
