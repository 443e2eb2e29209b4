import { expect, expectAccessible, go, open, test } from './desk-fixture.ts';

const HEIGHT = 844;

test.use({ viewport: { width: 390, height: HEIGHT }, hasTouch: true });

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

test('a text in brackets stays while more is typed', async ({ page, desk }) => {
  await open(page, desk, 'pagina/accueil/instellingen');
  const description = page.getByRole('textbox', { name: 'Beschrijving' });
  await description.fill('');
  await description.pressSequentially('[V] tomates');
  await expect(description).toHaveValue('[V] tomates');
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
