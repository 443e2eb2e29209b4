import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, decode, encode } from 'dns-packet';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openMailbox } from '../../tests/mailbox.ts';
import { publishTestRelease } from '../../tests/test-release.ts';
import { readDkimKey } from '../outbox/dkim.ts';
import { parseSettings } from '../settings.ts';
import { mailCheck } from './mail-check.ts';

vi.setConfig({ testTimeout: 60_000 });

type Zone = Record<string, { TXT?: string[]; A?: string; PTR?: string; MX?: string }>;

/** A DNS server on loopback that knows this and nothing else. */
async function openDns(zone: Zone) {
  const socket = createSocket('udp4');
  socket.on('message', (bytes, { port, address }) => {
    const { id, questions = [] } = decode(bytes);
    const answers = questions.flatMap(({ name, type }): Answer[] => {
      const found = zone[name.toLowerCase()];
      // A string in a TXT record holds 255 bytes.
      if (type === 'TXT') {
        return (found?.TXT ?? []).map((text) => ({
          type,
          name,
          data: text.match(/.{1,255}/g) ?? [],
        }));
      }
      if (type === 'A' && found?.A) return [{ type, name, data: found.A }];
      if (type === 'MX' && found?.MX) {
        return [{ type, name, data: { preference: 10, exchange: found.MX } }];
      }
      if (type === 'PTR' && found?.PTR) return [{ type, name, data: found.PTR }];
      return [];
    });
    socket.send(encode({ type: 'response', id: id ?? 0, questions, answers }), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { at: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-check-'));
  await publishTestRelease(join(folder, 'dist'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const settingsOf = (env: Record<string, string>) =>
  parseSettings({ SITE_DIR: join(folder, 'dist'), DATA_DIR: folder, ...env });

const check = async (zone: Zone, env: Record<string, string>, options = {}) => {
  const dns = await openDns(zone);
  const { json, exitCode, text } = await mailCheck.runAlone(settingsOf(env), [], {
    dns: dns.at,
    ...options,
  });
  dns.close();
  const { findings } = json as { findings: { name: string; isWell: boolean; says: string }[] };
  return { exitCode, text, of: Object.fromEntries(findings.map((found) => [found.name, found])) };
};

it('says what to add where nothing is, and is content once exactly that was added', async () => {
  const keyFile = join(folder, 'dkim.pem');
  await writeFile(keyFile, execFileSync('openssl', ['genrsa', '2048'], { stdio: 'pipe' }));
  const mailbox = await openMailbox();
  const env = {
    SMTP_URL: mailbox.url,
    DKIM_KEY_FILE: keyFile,
    DKIM_SELECTOR: 'website',
    MAIL_FROM: 'website@mail.maanzaad.example',
  };
  const options = { ip: '192.0.2.7' };
  const none = await check({}, env, options);
  expect(none.exitCode).toBe(1);
  for (const name of ['SPF', 'DKIM', 'DMARC', 'Reverse name']) {
    expect(none.of[name]?.isWell, name).toBe(false);
  }
  const toAdd = (name: string) =>
    /TXT record[^:]*: (v=.*)$/.exec(none.of[name]?.says ?? '')?.[1] ?? '';
  const zone: Zone = {
    'mail.maanzaad.example': { TXT: ['google-site=1', toAdd('SPF')], A: '192.0.2.7' },
    'website._domainkey.mail.maanzaad.example': { TXT: [toAdd('DKIM')] },
    // Of the domain above: it counts for those below.
    '_dmarc.maanzaad.example': { TXT: [toAdd('DMARC')] },
    '7.2.0.192.in-addr.arpa': { PTR: 'mail.maanzaad.example' },
  };
  const all = await check(zone, env, { ...options, send: true });
  expect(all.text).not.toContain('TO DO');
  expect(all.exitCode).toBe(0);
  const [mail] = mailbox.mails;
  expect(mail?.recipients).toEqual(['info@maanzaad.example']);
  // By a verifier that is not of the library that signs.
  const resolver = async (name: string) => (zone[name]?.TXT ?? []).map((text) => [text]);
  const signatureOf = async (raw: Buffer) =>
    (await dkimVerify(raw, { resolver: resolver as never })).results.map(
      ({ signingDomain, selector, status }) => [signingDomain, selector, status.result],
    );
  const raw = mail?.raw ?? Buffer.alloc(0);
  const changed = Buffer.from(raw.toString('latin1').replace('Test mail', 'Best mail'), 'latin1');
  expect(await signatureOf(raw)).toEqual([['mail.maanzaad.example', 'website', 'pass']]);
  expect(await signatureOf(changed)).toEqual([['mail.maanzaad.example', 'website', 'fail']]);
  await mailbox.close();

  const wrong = await check(
    {
      ...zone,
      'mail.maanzaad.example': { TXT: ['v=spf1 mx -all', 'v=spf1 a -all'], A: '192.0.2.8' },
      'website._domainkey.mail.maanzaad.example': { TXT: ['v=DKIM1; p=AAAA'] },
      '_dmarc.mail.maanzaad.example': { TXT: ['v=DMARC1; rua=mailto:x@y.example'] },
    },
    env,
    options,
  );
  expect(wrong.of.SPF?.says).toContain('2 TXT records');
  expect(wrong.of.DKIM?.says).toContain('has another key');
  expect(wrong.of.DMARC?.isWell).toBe(false);
  expect(wrong.of['Reverse name']?.says).toContain('does not lead back');
  const open = await check({ 'maanzaad.example': { TXT: ['v=spf1 mx +all'] } }, {});
  expect(open.of.SPF?.says).toContain('forbids nobody');

  const spfOf = async (own: string, theirs: string, wayOut: object = {}) => {
    const found = await check(
      {
        'mail.maanzaad.example': { TXT: [own], MX: 'mx.provider.example' },
        'provider.example': { TXT: [theirs] },
        'mx.provider.example': { A: '192.0.2.7' },
      },
      { ...env, ...wayOut },
      'SMTP_URL' in wayOut ? {} : options,
    );
    return `${found.of.SPF?.isWell} ${found.of.SPF?.says}`;
  };
  const include = 'v=spf1 include:provider.example ~all';
  expect(await spfOf(include, 'v=spf1 ip4:192.0.2.0/24 -all')).toBe(`true ${include} (192.0.2.7)`);
  expect(await spfOf('v=spf1 mx -all', '')).toMatch(/^true /);
  expect(await spfOf(include, 'v=spf1 ip4:192.0.2.8 -all')).toMatch(
    /^false 192\.0\.2\.7 may not send, softfail \(~all\): add ip4:192\.0\.2\.7, or/,
  );
  // Whether a provider sends from the address that takes mails, only it knows.
  const SMTP_URL = 'smtps://mx.provider.example';
  expect(await spfOf(include, 'v=spf1 -all', { SMTP_URL })).toMatch(
    /^false 192\.0\.2\.7 may not send.* mx\.provider\.example does not send itself: .* --ip/,
  );
  expect(await spfOf(include, 'v=spf1 include:mail.maanzaad.example')).toMatch(
    /^false receivers take the whole line for wrong \(it asks DNS more than 10 times/,
  );
});

it('says in one line that DNS is silent, or that a key is none', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1');
  await once(silent, 'listening');
  const dns = `127.0.0.1:${silent.address().port}`;
  await expect(mailCheck.runAlone(settingsOf({}), [], { dns })).rejects.toThrow(
    /^DNS does not answer for maanzaad\.example \(ETIMEOUT\)/,
  );
  silent.close();
  const DKIM_KEY_FILE = join(folder, 'none.pem');
  const keyOf = () => readDkimKey(settingsOf({ DKIM_KEY_FILE, DKIM_SELECTOR: 'website' }));
  expect(keyOf).toThrow('cannot be read (ENOENT)');
  await writeFile(DKIM_KEY_FILE, 'not a key');
  expect(keyOf).toThrow('holds no RSA key');
  expect(() => settingsOf({ DKIM_KEY_FILE })).toThrow('belong together');
});
