import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

/** The library takes 25 µs for a browser's name; most visitors use one of a few browsers. */
const isBotByName = new LRUCache<string, boolean>({ max: 500 });
const MAX_NAME_LENGTH = 500;

/**
 * Whether a visitor of the site sends this request. A robot that identifies itself is not a
 * visitor: by its User-Agent or a `From` header (RFC 9110, 10.1.2). Neither is a program without a
 * User-Agent, or with one that is too long.
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
 * Whether the browser fetches the page before anybody asks for it, or for a preview. A prerendered
 * page (HTML standard, 'speculation rules') is not such a prefetch: the browser sends nothing more
 * when the visitor opens it.
 */
function isPrefetch({ 'sec-purpose': secPurpose, ...headers }: IncomingHttpHeaders): boolean {
  if (secPurpose !== undefined) return !/\bprerender\b/i.test(String(secPurpose));
  const { purpose, 'x-purpose': safari, 'x-moz': firefox } = headers;
  return /prefetch|preview|prerender/i.test([purpose, safari, firefox].join(' '));
}

/**
 * Whether the page is shown in a frame: the site's dialog frames the privacy page, and the desk
 * frames pages. For a script's fetch the header is 'empty'.
 */
function isInFrame({ 'sec-fetch-dest': destination = 'document' }: IncomingHttpHeaders): boolean {
  return destination !== 'document';
}

/**
 * Whether a link from the desk was followed. The desk sends no `Referer`, and a browser says that
 * the link comes from another host of the same site. Links between other hosts have a `Referer`.
 */
function isFromDesk(headers: IncomingHttpHeaders, deskHost: string): boolean {
  const { referer, 'sec-fetch-site': fetchSite } = headers;
  if (referer === undefined) return fetchSite === 'same-site';
  // This takes a tenth of the time of parsing the address.
  return /^https?:\/\/([^/:?#]+)/i.exec(referer)?.[1]?.toLowerCase() === deskHost;
}
