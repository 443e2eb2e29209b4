import type { Page } from '@playwright/test';

/**
 * Serves a page with a replacement in its HTML.
 *
 * @param from must occur in the HTML
 */
export async function rewritePage(page: Page, path: string, from: string | RegExp, to: string) {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const before = await response.text();
    const body = before.replaceAll(from, to);
    if (body === before) throw new Error(`${path} has no ${from}`);
    await route.fulfill({ response, body });
  });
}
