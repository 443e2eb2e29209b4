import type { FastifyRequest } from 'fastify';

/** Whether the visitor uses TLS, also behind a trusted proxy. */
export function isOverTls({ protocol }: FastifyRequest): boolean {
  // Fastify returns X-Forwarded-Proto as it is; Traefik sends 'wss' for a WebSocket.
  return /^(?:https|wss)$/i.test(protocol);
}
