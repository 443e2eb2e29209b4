import { expect, test } from 'vitest';
import { httpOrigin } from './http-origin.ts';

test.each(['localhost', '127.0.0.1', '::1', 'werktafel.example'])(
  'an origin is a valid address: %s',
  (host) => {
    const { hostname, port } = new URL(httpOrigin(host, 3000));
    expect([hostname.replace(/[[\]]/g, ''), port]).toEqual([host, '3000']);
  },
);
