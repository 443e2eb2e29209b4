import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

/** The library takes 25 µs for a browser's name; most visitors use one of a few browsers. */
const isBotByName = new LRUCache<string, boolean>({ max: 500 });
const MAX_NAME_LENGTH = 500;

/**
 * Whether a visitor of the site sends this request. No robot that says so: by its name, by `From`
 * (RFC 9110, 10.1.2), or by having no name.
 */
export function isByVisitor({ 'user-agent': name = '', from }: IncomingHttpHeaders): boolean {
  if (name === '' || from !== undefined || name.length > MAX_NAME_LENGTH) return false;
  let isBot = isBotByName.get(name);
  if (isBot === undefined) {
    isBot = isbot(name);
    isBotByName.set(name, isBot);
  }
  return !isBot;
}

/**
 * Whether a request for a page is a visitor who reads it.
 *
 * @param deskHost 'werktafel.maanzaad.example'
 */
export function isView(headers: IncomingHttpHeaders, deskHost: string): boolean {
  return (
    !isPrefetch(headers) &&
    !isInFrame(headers) &&
    !isFromDesk(headers, deskHost) &&
    isByVisitor(headers)
  );
}

/**
 * A page that is fetched in case somebody asks for it, or a preview. A prerendered page (HTML
 * standard, 'speculation rules') is no prefetch: when the visitor comes to it, nothing is sent any
 * more.
 */
function isPrefetch({ 'sec-purpose': secPurpose, ...headers }: IncomingHttpHeaders): boolean {
  if (secPurpose !== undefined) return !/\bprerender\b/i.test(String(secPurpose));
  const { purpose, 'x-purpose': safari, 'x-moz': firefox } = headers;
  return /prefetch|preview|prerender/i.test([purpose, safari, firefox].join(' '));
}

/** The dialog shows the privacy page in a frame, and the desk pages; a script fetches as 'empty'. */
function isInFrame({ 'sec-fetch-dest': destination = 'document' }: IncomingHttpHeaders): boolean {
  return destination !== 'document';
}

/**
 * A link from the desk. It sends no `Referer`, and a browser says that it comes from another host of
 * the same site; links between other hosts have a `Referer`.
 */
function isFromDesk(headers: IncomingHttpHeaders, deskHost: string): boolean {
  const { referer, 'sec-fetch-site': fetchSite } = headers;
  if (referer === undefined) return fetchSite === 'same-site';
  // A tenth of the time of parsing it.
  return /^https?:\/\/([^/:?#]+)/i.exec(referer)?.[1]?.toLowerCase() === deskHost;
}
