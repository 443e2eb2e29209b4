import { fillIn } from '../../enquiry/fill-in.ts';
import { expect, test } from '../support/browser-test.ts';
import {
  content,
  formPath,
  homePath,
  pages,
  pagesThatBeginWith,
  pageWith,
  sectionOf,
  sectionsOf,
  words,
} from '../support/site.ts';

test('what the content names stands on its page, written as its locale does, and leads to where it says', async ({
  page,
}) => {
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
  await test.step('each hero has its pictures, its sentence and the way down', async () => {
    for (const from of pagesThatBeginWith('hero')) {
      const hero = sectionOf(from, 'hero');
      await page.goto(from.path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(hero.sentence);
      const link = page.getByRole('main').getByRole('link', { name: hero.scrollLink }).first();
      await expect(link).toHaveAttribute('href', '#scroll-content');
      await expect(page.locator('#scroll-content')).toHaveCount(1);
      const carousel = page.locator('[data-variant=hero]').first();
      const previous = carousel.getByRole('button', { name: words.carousel.previous });
      const count = hero.photos.length;
      if (count === 1) {
        await expect(previous).toHaveCount(0);
        continue;
      }
      // Going back from the first wraps around to the last.
      await previous.click();
      await expect(carousel).toContainText(
        fillIn(words.carousel.position, { index: count, count }),
      );
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
  await test.step('prices, dishes, hours and allergens are written as the locale writes them', async () => {
    const { locale, currency } = content.site;
    await page.goto(pageWith('menu-card').path);
    const main = page.getByRole('main');
    const price = new Intl.NumberFormat(locale, { style: 'currency', currency });
    for (const { name, price: asked } of sectionOf(pageWith('menu-card'), 'menu-card').lines) {
      await expect(main.getByText(name).first()).toBeVisible();
      if (!asked) continue;
      const digits = price
        .format(asked.amount)
        .replace(/[^\d,]/g, '')
        .replace(/,00$/, '');
      await expect(main.getByRole('listitem').filter({ hasText: name }).first()).toContainText(
        digits,
      );
    }
    for (const { name, contains } of sectionOf(pageWith('allergens'), 'allergens').dishes ?? []) {
      const row = main.locator('dl > div').filter({ hasText: name });
      for (const allergen of contains) await expect(row).toContainText(words.allergens[allergen]);
    }
    await page.goto(pageWith('opening-hours').path);
    const monday = new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(
      new Date(2024, 0, 1),
    );
    const hours = sectionOf(pageWith('opening-hours'), 'opening-hours');
    await expect(main.getByText(monday, { exact: false }).first()).toBeVisible();
    await expect(main.getByText(hours.closed).first()).toBeVisible();
  });
});
