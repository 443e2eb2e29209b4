import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { generate } from 'selfsigned';
import { bundleApp } from '../../desk/server/bundle-app.ts';
import { FIXTURE_CONTENT_DIR } from '../support/content/fixture-content.ts';
import { openTestDesk } from './test-desk.ts';

test.use({ ignoreHTTPSErrors: true });

test('the desk behind https opens with its link and stays open', async ({ page }) => {
  // TLS ends here, as it does in Caddy, and the desk gets the request with its Host.
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
  let deskPort = 0;
  const proxy = createServer({ key, cert }, (incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const forwarded = request({ host: 'localhost', port: deskPort, method, path: url, headers });
    forwarded.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  proxy.listen(0, 'localhost');
  await once(proxy, 'listening');
  const origin = `https://localhost:${(proxy.address() as AddressInfo).port}`;
  const desk = await openTestDesk({
    contentDir: FIXTURE_CONTENT_DIR,
    appDir: await bundleApp(resolve('.cache')),
    origin,
  });
  deskPort = desk.port;
  const online = page.getByRole('button', { name: 'Zet online' });
  try {
    await page.goto(`${origin}/#token=${desk.token}`);
    await expect(online).toBeVisible();
    // The cookie is sent over https only and to this host only, and scripts cannot read it.
    const cookies = await page.context().cookies();
    expect(cookies).toMatchObject([
      { name: '__Host-desk', secure: true, httpOnly: true, sameSite: 'Strict' },
    ]);
    await page.goto('about:blank');
    await page.goto(origin);
    await expect(online).toBeVisible();
  } finally {
    await page.close();
    await desk.close();
    proxy.closeAllConnections();
    proxy.close();
  }
});
