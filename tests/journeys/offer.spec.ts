import { expect, test } from '../support/browser-test.ts';

const OFFER: Record<string, [heading: string, subject: string][]> = {
  '/feesten': [
    ['Recepties', 'Receptie'],
    ['Walking Dinner', 'Walking dinner'],
    ['Feestdiner', 'Feestdiner'],
    ['Huwelijksfeesten', 'Huwelijksfeest'],
    ['Communie- en lentefeesten', 'Communie- of lentefeest'],
  ],
  '/bedrijfsfeest': [
    ['Recepties', 'Receptie'],
    ['Walking Dinner', 'Walking dinner'],
    ['Feestdiner', 'Feestdiner'],
  ],
};

for (const [path, blocks] of Object.entries(OFFER)) {
  test(`${path} shows its blocks in order, each leading to the form with its subject`, async ({
    page,
  }) => {
    await page.goto(path);
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(headings.filter({ hasText: blocks[0]?.[0] ?? '' })).toBeVisible();
    expect((await headings.allTextContents()).slice(1)).toEqual(blocks.map(([name]) => name));
    for (const [heading, subject] of blocks) {
      await page
        .getByRole('region', { name: heading, exact: true })
        .getByRole('link', { name: /Vraag een voorstel/ })
        .click();
      await expect(page.getByLabel('Betreft', { exact: true })).toHaveValue(subject);
      await page.goBack();
    }
  });
}

test('bedrijfsfeest begins with Bedrijfsfeesten', async ({ page }) => {
  await page.goto('/bedrijfsfeest');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
    'Bedrijfsfeesten',
  );
});

for (const [path, label, pictures] of [
  ['/home', 'Over ons', 12],
  ['/bedrijfsfeest', 'Lees meer', 5],
  ['/feesten', 'Bekijk ons aanbod', 4],
  ['/schoolcatering', 'Ons schoolaanbod', 2],
] as const) {
  test(`${path} opens with ${pictures} pictures and the scroll link '${label}'`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('link', { name: label }).first()).toHaveAttribute(
      'href',
      '#scroll-content',
    );
    const hero = page.locator('[data-variant=hero]').first();
    await hero.getByRole('button', { name: 'Vorige foto' }).click();
    // Going back from the first wraps around to the last.
    await expect(hero).toContainText(`Foto ${pictures} van ${pictures}`);
  });
}

test('Contacteer ons leads to the form', async ({ page }) => {
  await page.goto('/home');
  await page.getByRole('link', { name: 'Contacteer ons' }).click();
  await expect(page).toHaveURL('/info');
});

test('the small carousel beside Over ons has five pictures', async ({ page }) => {
  await page.goto('/home');
  const about = page.getByRole('region', { name: 'Over ons', exact: true });
  await about.getByRole('button', { name: 'Vorige foto' }).click();
  await expect(about).toContainText('Foto 5 van 5');
});

test('the school site opens in a new tab, without a way back to ours', async ({ page }) => {
  await page.goto('/schoolcatering');
  const link = page.getByRole('main').getByRole('link', { name: /nieuw tabblad/ });
  await expect(link).toHaveAttribute('href', 'https://school.maanzaad.example');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
});

test('every line of the menu card leads to a block that exists', async ({ page }) => {
  await page.goto('/home');
  const card = page.getByRole('region', { name: 'Wat mag het zijn?' });
  const hrefs = await card
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(hrefs.length).toBeGreaterThanOrEqual(7);
  for (const href of hrefs) {
    const answer = await page.goto(href);
    if (answer) expect(answer.status()).toBe(200);
    const anchor = href.split('#')[1];
    if (anchor) await expect(page.locator(`#${anchor}`)).toBeInViewport();
  }
});
