import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';

interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The server's port. If the server does not listen yet, this makes it listen on 127.0.0.1. */
export async function portOf(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/**
 * Sends exactly these bytes over its own socket, for requests that an HTTP client would correct.
 *
 * @param silenceMs closes the socket when the server has been silent for this long
 */
export async function sendRaw(
  app: FastifyInstance,
  request: string,
  silenceMs?: number,
): Promise<RawResponse> {
  const socket = connect({ host: '127.0.0.1', port: await portOf(app) });
  // 'end' would half-close the connection, which Node treats as closed.
  socket.write(Buffer.from(request, 'latin1'));
  if (silenceMs !== undefined) socket.setTimeout(silenceMs, () => socket.end());
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  const [head = '', ...bodyParts] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: bodyParts.join('\r\n\r\n'),
  };
}

export const getRaw = (app: FastifyInstance, path: string, method = 'GET') =>
  sendRaw(app, `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
