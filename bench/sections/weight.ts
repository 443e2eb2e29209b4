import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startSiteServer } from '../../tests/support/site-server.ts';
import { readPublished } from '../published.ts';
import type { Row, Section } from '../section.ts';

/** What a connection's first flight holds: ten segments (RFC 6928). */
const FIRST_FLIGHT_KB = 14.6;
const FORM_ISLAND = 'data-island="EnquiryForm"';

export default {
  about:
    'Bytes as published, in Brotli: documents with their styles and with headers, scripts without.',
  async measure() {
    const published = await readPublished();
    const server = await startSiteServer({ siteDir: 'dist' });
    const rows: Row[] = [];
    for (const { path } of published.release.pages) {
      const answer = await fetch(server.url + path, { headers: { 'accept-encoding': 'br' } });
      const html = await answer.text();
      const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
      const page = published.release.pages.find((one) => one.path === path);
      const { size } = await stat(join(published.publicDir, `${page?.file}.br`));
      const document = (size + headers.length + 'HTTP/1.1 200 OK\r\n\r\n'.length) / 1000;
      rows.push({
        what: `${path}: document and styles`,
        value: document,
        unit: 'kB',
        limit: FIRST_FLIGHT_KB,
        of: 'first flight',
        goal: '≤ 1',
      });
      rows.push({
        what: `${path}: scripts until idle`,
        value: await scriptKilobytes(published.publicDir, html),
        unit: 'kB',
        goal: html.includes(FORM_ISLAND) ? '≤ 80' : '≤ 65',
      });
    }
    await server.stop();
    return rows;
  },
} satisfies Section;

async function scriptKilobytes(publicDir: string, html: string): Promise<number> {
  const [, modules = ''] = /data-modules="([^"]*)"/.exec(html) ?? [];
  const paths = [...html.matchAll(/<script[^>]* src="([^"]*)"/g)].map(([, src = '']) => src);
  let bytes = 0;
  for (const path of [...paths, ...modules.split(' ')].filter(Boolean)) {
    const file = join(publicDir, path);
    bytes += (await readFile(`${file}.br`).catch(() => readFile(file))).length;
  }
  return bytes / 1000;
}
