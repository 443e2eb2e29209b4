import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startProgram } from '../../tests/support/servers/start-program.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';

test('a port in use ends the start with one line', async () => {
  // The desk listens at 'localhost' too, which is another address where IPv6 comes first.
  const other = createServer().listen(0, 'localhost');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  onTestFinished(() => void other.close());
  const env = { PORT: String(port - 1), DATA_DIR: await temporaryFolder(), DESK_HOST: 'localhost' };
  const error = await startProgram('desk/server/main.ts', { env }).catch(String);
  const [, ...lines] = String(error).trimEnd().split('\n');
  expect(lines).toEqual([expect.stringMatching(/^PORT: .*already in use/)]);
});
