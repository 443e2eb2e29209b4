import type { FastifyReply, FastifyRequest } from 'fastify';

/** A call of the app, as a route handles it. */
export interface Call<Body = unknown> {
  /** The JSON value, or a Buffer for an upload. */
  body: Body;
  /** The parameter in the route's path, such as `:id`. Empty when the route has none. */
  parameter: string;
  request: FastifyRequest;
  reply: FastifyReply;
}
