import type { Socket } from 'node:net';
import { isApiPath } from './api-path.ts';
import type { ServedSite } from './served-site.ts';

/** What Node hands over with a request that its parser refused. */
interface BrokenRequest extends NodeJS.ErrnoException {
  /** A Buffer, whatever Fastify's types say: what had come in when the parser gave up. */
  rawPacket?: unknown;
}

const STATUSES: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/**
 * Answers what never becomes a request of the app, as Node cannot read it or it takes too long: on
 * the bare socket, which closes after it.
 */
export function createBrokenRequestHandler(currentSite: () => ServedSite) {
  return (error: BrokenRequest, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { securityHeaders, notFound } = currentSite();
    const { contentType, cacheControl, variants } = notFound.plain;
    if (asksForOddPage(error)) {
      const headers = {
        ...securityHeaders({ page: '' }, false),
        'content-type': contentType,
        'cache-control': cacheControl,
      };
      answer(socket, '404 Not Found', headers, variants.at(-1)?.content);
    } else {
      const status = STATUSES[error.code ?? ''] ?? '400 Bad Request';
      answer(socket, status, securityHeaders('other', false));
    }
  };
}

/**
 * Whether somebody asked for a page by a name with bytes that should have been percent-encoded:
 * `GET /café`, as a browser never sends it and a script does. Only when that stands first in what
 * came: behind another request, the page would be taken for that one's answer.
 */
function asksForOddPage({ code, rawPacket }: BrokenRequest): boolean {
  if (code !== 'HPE_INVALID_URL' || !Buffer.isBuffer(rawPacket)) return false;
  const [line = ''] = rawPacket.toString('latin1').split('\r\n', 1);
  const url = /^GET (\/[^ ]*) HTTP\/1\.[01]$/.exec(line)?.[1] ?? '';
  return /[\x7f-\xff]/.test(url) && !isApiPath(url);
}

function answer(
  socket: Socket,
  status: string,
  headers: Record<string, string>,
  body: Buffer = Buffer.alloc(0),
): void {
  const lines = Object.entries({ ...headers, 'content-length': body.length, connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${head}\r\n`), body]));
}
