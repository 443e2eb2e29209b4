import { FAULT_SETTINGS, newPost, send } from '../faults/post-enquiry.ts';
import { content, formPath, SITE_DIR } from '../support/site.ts';
import { startSiteServer } from '../support/site-server.ts';
import { expect, FormPage, TYPED, test } from './form-page.ts';

/** As forwarded by a local proxy. */
const FROM_ONE_NETWORK = { 'x-forwarded-for': '203.0.113.7' };
/** Number of enquiries after which a network must do twice the work. */
const MANY = 20;

test('a visitor who solved the captcha before more was asked does nothing, and loses nothing', async ({
  page,
  watch,
}) => {
  watch.allow(/422/);
  const { slug } = content.company;
  const server = await startSiteServer({ siteDir: SITE_DIR, env: FAULT_SETTINGS });
  try {
    await page.setExtraHTTPHeaders(FROM_ONE_NETWORK);
    const form = await new FormPage(page).open(new URL(formPath, server.url).href);
    await form.fillRequired();
    await expect(form.submit).toBeEnabled({ timeout: 30_000 });
    for (let nth = 0; nth < MANY; nth += 1) {
      const answer = await send(server.url, await newPost(), FROM_ONE_NETWORK, slug);
      expect(answer?.status).toBe(202);
    }
    await form.submit.click();
    await expect(form.message('success')).toBeVisible({ timeout: 30_000 });

    const answers = await Promise.all(form.posts.map((post) => post.response()));
    expect(answers.map((answer) => answer?.status())).toEqual([422, 202]);
    const [easy, hard] = form.posts.map((post) => post.postDataJSON());
    expect(hard).toMatchObject(TYPED);
    expect(hard.token).not.toBe(easy.token);
    expect(hard.recaptcha).toBe(hard.token);
    const ids = form.posts.map((post) => post.headers()['idempotency-key']);
    expect(ids[1]).toBe(ids[0]);
  } finally {
    await server.stop();
  }
});
