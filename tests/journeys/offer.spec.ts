import { expect, test } from '../support/browser-test.ts';
import {
  formPath,
  homePath,
  pages,
  pageWith,
  sectionOf,
  sectionsOf,
  words,
} from '../support/site.ts';

test('every proposal leads to the form, with its subject chosen', async ({ page }) => {
  const proposals = pages.flatMap((from) => [
    ...sectionsOf(from, 'offer').map(({ heading, proposal: link }) => ({ from, heading, link })),
    ...sectionsOf(from, 'call-to-action').map(({ heading, button }) => ({
      from,
      heading,
      link: 'subject' in button ? button : undefined,
    })),
  ]);
  const linked = proposals.filter(({ link }) => link !== undefined);
  expect(linked.length).toBeGreaterThan(1);
  for (const { from, heading, link } of linked) {
    await page.goto(from.path);
    const region = page.getByRole('region', { name: heading, exact: true });
    await region.getByRole('link', { name: link?.label ?? '' }).click();
    await expect(page).toHaveURL(new RegExp(`^[^?]*${formPath}\\?`));
    const subject = page.getByLabel(words.fields.productType, { exact: true });
    await expect(subject).toHaveValue(link?.subject ?? '');
  }
});

test('links of a menu card and buttons lead to their page and anchor', async ({ page }) => {
  const card = pageWith('menu-card');
  const story = pageWith('story');
  const lines = sectionsOf(card, 'menu-card').flatMap((section) => section.lines);
  const button = sectionOf(story, 'story').button?.to ?? '';
  const targets = [...lines.flatMap(({ to }) => (to === undefined ? [] : [to])), button];
  expect(targets.length).toBeGreaterThan(1);
  for (const target of targets) {
    await page.goto(target.startsWith(homePath) ? card.path : story.path);
    await page.getByRole('main').locator(`a[href="${target}"]`).first().click();
    await expect(page).toHaveURL(target);
    const anchor = target.split('#')[1];
    if (anchor) await expect(page.locator(`#${anchor}`)).toBeInViewport();
  }
});

test('another site opens in a new tab, without access to ours', async ({ page }) => {
  const { button } = sectionOf(pageWith('external-link'), 'external-link');
  await page.goto(pageWith('external-link').path);
  const link = page.getByRole('main').getByRole('link', { name: button.label });
  await expect(link).toHaveAccessibleName(new RegExp(words.shell.opensInNewTab));
  await expect(link).toHaveAttribute('href', new RegExp(`^${button.url}/?$`));
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
});

test('prices and allergens are with their dish', async ({ page }) => {
  await page.goto(pageWith('menu-card').path);
  const main = page.getByRole('main');
  for (const { name, price } of sectionOf(pageWith('menu-card'), 'menu-card').lines) {
    const line = main.getByRole('listitem').filter({ hasText: name }).first();
    if (price) await expect(line).toContainText(String(Math.trunc(price.amount)));
  }
  await page.goto(pageWith('allergens').path);
  for (const { name, contains } of sectionOf(pageWith('allergens'), 'allergens').dishes) {
    const row = main.locator('dl > div').filter({ hasText: name });
    for (const allergen of contains) await expect(row).toContainText(words.allergens[allergen]);
  }
});
