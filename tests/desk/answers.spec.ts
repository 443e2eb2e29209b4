import { expect, expectAccessible, go, open, test } from './desk-fixture.ts';

/* What the screens show while the server does not answer, or cannot. */

const PROXY_ERROR = { status: 502, body: 'Bad Gateway' };
const SERVER_ERROR = { status: 500, json: { message: 'De schijf van de server is vol.' } };

interface List {
  place: string;
  route: string;
  what: string;
  answer: { status: number };
  /** A button that works although there is no answer. */
  upload?: string;
}

const LISTS: List[] = [
  {
    place: 'fotos',
    route: 'photos',
    what: 'De foto’s',
    answer: PROXY_ERROR,
    upload: 'Foto’s van camera',
  },
  {
    place: 'meer/bestanden',
    route: 'files',
    what: 'De bestanden',
    answer: SERVER_ERROR,
    upload: 'Een PDF erbij',
  },
  { place: 'meer/prullenbak', route: 'bin', what: 'De bestanden in je', answer: SERVER_ERROR },
  { place: 'meer/sleutels', route: 'passkeys', what: 'Je toestellen', answer: PROXY_ERROR },
  { place: 'meer/bezoeken', route: 'visits', what: 'De bezoeken', answer: SERVER_ERROR },
  { place: 'aanvragen', route: 'enquiries', what: 'De aanvragen', answer: PROXY_ERROR },
  { place: 'online', route: 'versions', what: 'De vorige versies', answer: SERVER_ERROR },
];

test('a list that the server cannot give says why, and comes once it can', async ({
  page,
  desk,
}) => {
  const down = new Set(LISTS.map(({ route }) => route));
  for (const { route, answer } of LISTS) {
    await page.route(`**/api/${route}`, (one) =>
      down.has(route) ? one.fulfill(answer) : one.fallback(),
    );
  }
  await open(page, desk);
  for (const list of LISTS) {
    const { place, route, what, answer, upload } = list;
    await go(page, place);
    const failure = page.locator('main').getByText('konden niet geladen worden');
    await expect(failure, place).toContainText(what);
    await expect(failure, place).toContainText('We proberen het opnieuw.');
    if (answer === SERVER_ERROR) await expect(failure, place).toContainText('is vol');
    await expectAccessible(page, place);
    if (upload) await expect(page.getByRole('button', { name: upload }), place).toBeEnabled();
    down.delete(route);
    await expect(failure, place).toHaveCount(0);
  }
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
    await expect(page.locator('main').getByText(shown).first(), place).toBeVisible();
  }
  expect(reads).toBe(1);
});
