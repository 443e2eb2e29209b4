import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// nginx ends every line about a request in the client's address, in access and error logs alike.
it('nginx keeps no visitor’s address in a log', () => {
  const servers = readFileSync('deploy/nginx.conf', 'utf8')
    .split(/^server \{$/m)
    .slice(1);
  expect(servers.length).toBeGreaterThan(0);
  for (const server of servers) {
    expect(server).toMatch(/^ {4}access_log off;$/m);
    expect(server).toMatch(/^ {4}error_log \/dev\/null emerg;$/m);
  }
});
