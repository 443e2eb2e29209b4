import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openTestSite } from '../tests/support/servers/test-site.ts';
import { createLog, describeError, reasonOf } from './log.ts';

const TYPED = {
  email: 'zoe.geheim@example.org',
  name: "Ijsbrandt-D'Geheim",
  firstName: 'Zoë-geheim',
  company: 'Geheim BV',
  street: 'Geheimstraat',
  number: '12 geheim',
  postalCode: '9000 geheim',
  city: 'Geheimgem',
  phone: '0470 geheim',
  vatNumber: 'BE geheim',
  partyLocation: 'Kasteel Geheim',
  message: 'Geheim bericht',
};
const ADDRESS = '198.51.100.77';

test('the log contains the outcome of each request and no personal data', async () => {
  const site = await openTestSite();
  const token = await site.solveCaptcha();
  const send = (url: string, payload: string) =>
    site.app.inject({
      method: 'POST',
      url,
      payload,
      remoteAddress: ADDRESS,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'geheim-browser',
        cookie: 'geheim=geheim',
        referer: 'https://geheim.example/',
      },
    });
  const body = JSON.stringify({ ...TYPED, token, recaptcha: token });
  expect((await send('/api/mail/maanzaad?naam=geheim', body)).statusCode).toBe(202);
  // Refused, malformed and unknown requests are logged too, and error messages quote the input.
  for (const payload of [body, body.replace('{', '{{'), body.slice(0, -5)]) {
    await send('/api/mail/maanzaad', payload);
  }
  await send('/api/mail/geheim', body);
  await site.app.inject({ url: '/info?naam=geheim', remoteAddress: ADDRESS });
  await site.app.inject({ url: '/geheim', remoteAddress: ADDRESS });

  const lines = site.logLines.join('');
  expect(lines).toContain('"route":"/api/mail/:slug"');
  expect(lines).toContain('"status":202');
  expect(lines).not.toMatch(/geheim/i);
  expect(lines).not.toContain(ADDRESS);
  expect(lines).not.toContain(token.slice(0, 40));
});

test('the log contains no input when the store fails with an error that quotes it', async () => {
  const site = await openTestSite({
    wrapStore: (store) => ({
      ...store,
      storeEnquiry(enquiry) {
        const detail = JSON.stringify(enquiry);
        return Promise.reject(Object.assign(new Error(detail), { code: '23514', detail }));
      },
    }),
  });
  const token = await site.solveCaptcha();
  const response = await site.app.inject({
    method: 'POST',
    url: '/api/mail/maanzaad',
    payload: { ...TYPED, token, recaptcha: token },
  });
  expect(response.statusCode).toBe(503);
  expect(response.body).not.toMatch(/geheim/i);
  const lines = site.logLines.join('');
  expect(lines).toContain('23514');
  expect(lines).not.toMatch(/geheim/i);
});

test('the log drops unlisted fields and the messages of errors', () => {
  const lines: string[] = [];
  const log = createLog('info', (line) => void lines.push(line));
  const careless = { email: 'geheim', route: '/x', secret: 'geheim' };
  log.info(careless, 'one');
  log.error({ error: describeError(new TypeError('geheim')) }, 'two');
  log.warn({ reason: '550 5.1.1 <geheim@example.org>: no such user' }, 'three');
  log.debug({}, 'four');
  expect(lines.join('')).not.toContain('geheim');
  const written = lines.map((line) => JSON.parse(line));
  expect(written.map(({ message }) => message)).toEqual(['one', 'two', 'three']);
  expect(written[0]).toMatchObject({ level: 'info', route: '/x' });
  expect(written[1].error).toMatchObject({ name: 'TypeError' });
});

test.each<[string, unknown, string]>([
  ['SQLite', sqliteError(), 'unable to open database file'],
  ['the system', systemError('ENOSPC', -28), 'no space left on device (ENOSPC)'],
  [
    'a call',
    new TypeError('x', { cause: systemError('ECONNREFUSED', -111) }),
    'connection refused',
  ],
  [
    'PostgreSQL',
    Object.assign(new Error('x'), { code: '53100' }),
    'the disk of the database is full',
  ],
  ['a time limit', new DOMException('x', 'TimeoutError'), 'no response in time'],
  ['a bug', new RangeError('x'), 'RangeError'],
])('the failure of %s is described in words', (_of, error, words) => {
  expect(reasonOf(error)).toContain(words);
});

function sqliteError(): unknown {
  try {
    return new DatabaseSync('/nowhere/geheim/x.sqlite');
  } catch (error) {
    return error;
  }
}

function systemError(code: string, errno: number): Error {
  return Object.assign(new Error('geheim'), { code, errno });
}
