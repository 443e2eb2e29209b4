import { formPath, SITE_DIR } from '../support/site.ts';
import { startSiteServer } from '../support/site-server.ts';
import { expect, FormPage, TYPED, test } from './form-page.ts';

test('who solved the captcha before more was asked does nothing, and loses nothing', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/422/);
  const server = await startSiteServer({
    siteDir: SITE_DIR,
    env: { LIMIT_ENQUIRIES_PER_ADDRESS: '1' },
  });
  try {
    const path = new URL(formPath, server.url).href;
    const [first, second] = [new FormPage(page), new FormPage(await context.newPage())];
    for (const form of [first, second]) {
      await form.open(path);
      await form.fillRequired();
      await expect(form.submit).toBeEnabled({ timeout: 30_000 });
    }
    await first.submit.click();
    await expect(first.message('success')).toBeVisible();
    await second.submit.click();
    await expect(second.message('success')).toBeVisible({ timeout: 30_000 });

    expect(first.posts).toHaveLength(1);
    const answers = await Promise.all(second.posts.map((post) => post.response()));
    expect(answers.map((answer) => answer?.status())).toEqual([422, 202]);
    const [easy, hard] = second.posts.map((post) => post.postDataJSON());
    expect(hard).toMatchObject(TYPED);
    expect(hard.token).not.toBe(easy.token);
    expect(hard.recaptcha).toBe(hard.token);
    const ids = second.posts.map((post) => post.headers()['idempotency-key']);
    expect(ids[1]).toBe(ids[0]);
  } finally {
    await server.stop();
  }
});
