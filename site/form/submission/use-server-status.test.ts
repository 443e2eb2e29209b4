import { expect, test, vi } from 'vitest';
import { checkStatus } from './use-server-status.ts';

/* `tests/form/server-status.spec.ts` tests when the status is checked again. */
test.each([
  [200, 'status ok', true],
  [200, ' status ok\n', true],
  [200, '" status ok "', true],
  [200, '', false],
  [200, 'Status OK', false],
  [200, '"status ok', false],
  [200, '<html>status ok</html>', false],
  [201, 'status ok', false],
  [503, 'status ok', false],
])('status %d with body %j means available: %s', async (status, body, expected) => {
  const fetched = vi.fn(async () => new Response(body, { status }));
  vi.stubGlobal('fetch', fetched);
  expect(await checkStatus('https://elders.example/v1')).toBe(expected);
  expect(fetched).toHaveBeenCalledExactlyOnceWith(
    'https://elders.example/v1/status',
    expect.objectContaining({ cache: 'no-store' }),
  );
});
