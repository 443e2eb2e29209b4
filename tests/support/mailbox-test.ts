import { type Mailbox, openMailbox } from '../mailbox.ts';
import { test as siteTest } from './browser-test.ts';
import { type SiteServer, startSiteServer } from './site-server.ts';

/** The site's test with its own server and mail server, for the releases in `siteDir`. */
export function testWithMailbox(siteDir: string) {
  return siteTest.extend<{ mailbox: Mailbox; mailingSite: SiteServer }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
    mailbox: async ({}, use) => {
      const mailbox = await openMailbox();
      await use(mailbox);
      await mailbox.close();
    },
    mailingSite: async ({ mailbox }, use) => {
      const site = await startSiteServer({ siteDir, env: { SMTP_URL: mailbox.url } });
      await use(site);
      await site.stop();
    },
    baseURL: async ({ mailingSite }, use) => use(mailingSite.url),
  });
}
