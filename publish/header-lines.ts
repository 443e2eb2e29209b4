import type { Release } from '../enquiry/release.ts';
import { type AnswerKind, createSecurityHeaders } from '../enquiry/security-headers.ts';

const FOREVER = 'public, max-age=31536000, immutable';

/**
 * The file `_headers` that static hosts read: a path, and below it the headers that our own server sends
 * with it. No two of its paths fit one address, because hosts differ in what they make of that.
 */
export function headerLines(release: Release): string {
  const headersOf = createSecurityHeaders(release);
  const block = (path: string, kind: AnswerKind, cacheControl: string, more: object = {}) => {
    const headers = { ...headersOf(kind, true), 'cache-control': cacheControl, ...more };
    const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
    return `${path}\n${lines.join('')}`;
  };
  const rules = { 'speculation-rules': '"/speculation-rules.json"' };
  return [
    ...release.pages.map(({ path }) => block(path, { page: path }, 'no-cache', rules)),
    // Scripts too: which loads what a worker may, a picture does not care about.
    block('/assets/*', 'script', FOREVER),
    block('/photos/*', 'asset', FOREVER),
    block('/fonts/*', 'asset', FOREVER),
    block('/files/*', 'own-file', 'public, max-age=3600', { 'content-disposition': 'inline' }),
    block('/speculation-rules.json', 'asset', 'public, max-age=3600', {
      'content-type': 'application/speculationrules+json',
    }),
  ].join('\n');
}
