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

test('proposals, menu cards and buttons lead to what the content names', async ({ page }) => {
  await test.step('every proposal leads to the form, with its subject chosen', async () => {
    const proposals = pages.flatMap((from) => [
      ...sectionsOf(from, 'offer').map(({ heading, proposal }) => ({
        from,
        heading,
        link: proposal,
      })),
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
  await test.step('links of a menu card and of buttons lead to what exists', async () => {
    const lines = sectionsOf(pageWith('menu-card'), 'menu-card').flatMap((card) => card.lines);
    const targets = [
      ...lines.flatMap(({ to }) => (to === undefined ? [] : [to])),
      sectionOf(pageWith('story'), 'story').button?.to ?? '',
    ];
    expect(targets.length).toBeGreaterThan(1);
    for (const target of targets) {
      const from = target.startsWith(homePath) ? pageWith('menu-card') : pageWith('story');
      await page.goto(from.path);
      await page.getByRole('main').locator(`a[href="${target}"]`).first().click();
      await expect(page).toHaveURL(target);
      const anchor = target.split('#')[1];
      // The section's heading, or the section itself.
      if (anchor) await expect(page.locator(`#${anchor}`)).toBeInViewport();
    }
  });
  await test.step('another site opens in a new tab, without a way back to ours', async () => {
    const { button } = sectionOf(pageWith('external-link'), 'external-link');
    await page.goto(pageWith('external-link').path);
    const link = page.getByRole('main').getByRole('link', { name: button.label });
    await expect(link).toHaveAccessibleName(new RegExp(words.shell.opensInNewTab));
    await expect(link).toHaveAttribute('href', new RegExp(`^${button.url}/?$`));
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
  });
  await test.step('prices and allergens stand with their dish', async () => {
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
});
