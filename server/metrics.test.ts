import { afterEach, expect, it, vi } from 'vitest';
import { FAULT_SETTINGS, newPost, send, solvedCaptcha } from '../tests/faults/post-enquiry.ts';
import { type Mailbox, openMailbox } from '../tests/mailbox.ts';
import { type SiteServer, startSiteServer } from '../tests/support/site-server.ts';
import { TEST_RELEASE } from '../tests/test-release.ts';

// A busy machine needs longer; no test here is about time.
vi.setConfig({ testTimeout: 60_000 });

let mailbox: Mailbox;
let server: SiteServer;
afterEach(async () => {
  await server?.stop();
  await mailbox?.close();
});

it('shows what was taken, refused, sent and waits, on loopback alone', async () => {
  mailbox = await openMailbox(0, {
    onRcptTo({ address }, _, callback) {
      const isCompany = address === TEST_RELEASE.company.email;
      callback(isCompany ? Object.assign(new Error('not now'), { responseCode: 451 }) : null);
    },
  });
  server = await startSiteServer({
    env: {
      ...FAULT_SETTINGS,
      METRICS_PORT: '0',
      SMTP_URL: mailbox.url,
      LIMIT_ENQUIRIES_PER_ADDRESS: '1',
    },
  });
  const url = /Metrics are at (http:\/\/127\.0\.0\.1:\d+\/metrics)\./.exec(server.output())?.[1];
  const post = await newPost();
  expect((await send(server.url, post))?.status).toBe(202);
  expect((await send(server.url, post))?.status).toBe(202);
  expect((await send(server.url, { ...post, body: '{}' }))?.status).toBe(422);
  expect((await send(server.url, await newPost()))?.status).toBe(422);
  expect((await fetch(`${server.url}/api/captcha/challenge`)).status).toBe(200);
  const further = await newPost(await solvedCaptcha(2));
  expect((await send(server.url, further))?.status).toBe(202);
  let lines: string[] = [];
  const expected = [
    'enquiries_total{what="stored"} 2',
    'enquiries_total{what="repeated"} 1',
    'enquiries_total{what="confirmationHeld"} 1',
    'refused_total{reason="invalid-field"} 1',
    'refused_total{reason="captcha-too-easy"} 1',
    'mails{kind="company",state="queued"} 2',
    'mails{kind="confirmation",state="delivered"} 1',
    'mails{kind="confirmation",state="held"} 1',
    'store_up 1',
    'mail_tries_total{kind="confirmation",outcome="delivered"} 1',
    'mail_tries_total{kind="company",outcome="temporary"} 2',
    'captcha_work_times_count 2',
    'http_request_duration_seconds_count{route="/api/mail/:slug",method="POST",status="202"} 3',
  ];
  await vi.waitFor(async () => {
    lines = (await (await fetch(String(url))).text()).split('\n');
    expect(lines).toEqual(expect.arrayContaining(expected));
  }, 20_000);
  expect(lines.filter((line) => line.startsWith('refused_total'))).toHaveLength(2);
  expect(lines.join()).toMatch(/,undelivered_oldest_seconds (?!0,)[\d.]+,/);
  expect(lines.join()).not.toContain(post.submissionId);
  expect((await fetch(new URL('/', url))).status).toBe(404);
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
});
