import type { FastifyReply, FastifyRequest } from 'fastify';

/** A call of the app, as a route handles it. */
export interface Call<Body = unknown> {
  /** The JSON value, or a Buffer for an upload. */
  body: Body;
  /** The parameter of the route. */
  name: string;
  request: FastifyRequest;
  reply: FastifyReply;
}
