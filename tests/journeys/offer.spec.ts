import { expect, test } from '../support/browser/browser-test.ts';
import {
  formPath,
  messages,
  pages,
  pageWith,
  sectionOf,
  sectionsOf,
} from '../support/content/fixture-site.ts';

/* `tests/documents/markup.test.ts` tests that every link leads to an existing page and anchor. */

test('a proposal links to the form with its subject chosen', async ({ page }) => {
  const proposals = pages.flatMap(({ path, sections }) =>
    sections.flatMap((section) => {
      const link = section.kind === 'offer' ? section.proposal : undefined;
      const button = section.kind === 'call-to-action' ? section.button : undefined;
      if (link) return { path, ...link };
      return button && 'subject' in button ? { path, ...button } : [];
    }),
  );
  expect(proposals.length).toBeGreaterThan(1);
  for (const { path, label, subject } of proposals) {
    await page.goto(path);
    const links = page.getByRole('main').getByRole('link', { name: label });
    await links.and(page.locator(`[href$="${encodeURIComponent(subject)}"]`)).click();
    await expect(page).toHaveURL(new RegExp(`${formPath}\\?`));
    const chosen = page.getByLabel(messages.fields.productType, { exact: true });
    await expect(chosen).toHaveValue(subject);
  }
});

test('menu cards show prices and links, dishes their allergens', async ({ page }) => {
  const main = page.getByRole('main');
  const lines = pages.flatMap((one) => sectionsOf(one, 'menu-card')).flatMap((card) => card.lines);
  expect(lines.some(({ price }) => price)).toBe(true);
  expect(lines.some(({ to }) => to)).toBe(true);
  for (const { path, ...rest } of pages) {
    await page.goto(path);
    for (const card of sectionsOf({ path, ...rest }, 'menu-card')) {
      for (const { name, price, to } of card.lines) {
        const line = main.getByRole('listitem').filter({ hasText: name }).first();
        if (price) await expect(line).toContainText(String(Math.trunc(price.amount)));
        if (to) await expect(line.getByRole('link')).toHaveAttribute('href', to);
      }
    }
  }
  await page.goto(pageWith('allergens').path);
  for (const { name, contains } of sectionOf(pageWith('allergens'), 'allergens').dishes) {
    const row = main.locator('dl > div').filter({ hasText: name });
    for (const allergen of contains) await expect(row).toContainText(messages.allergens[allergen]);
  }
});

test('a button links to its page, or to another site in a new tab', async ({ page }) => {
  const story = sectionOf(pageWith('story'), 'story').button;
  await page.goto(pageWith('story').path);
  const own = page.getByRole('main').getByRole('link', { name: story?.label ?? '' });
  await expect(own).toHaveAttribute('href', story?.to ?? '');

  const { button } = sectionOf(pageWith('external-link'), 'external-link');
  await page.goto(pageWith('external-link').path);
  const link = page.getByRole('main').getByRole('link', { name: button.label });
  await expect(link).toHaveAccessibleName(new RegExp(messages.shell.opensInNewTab));
  await expect(link).toHaveAttribute('href', new RegExp(`^${button.url}/?$`));
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
});
