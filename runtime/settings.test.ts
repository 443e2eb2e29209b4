import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parseSettings, SETTING_NAMES } from './settings.ts';

describe('settings', () => {
  test('settings are all optional', () => {
    expect(parseSettings({})).toMatchObject({ HOST: '127.0.0.1', PORT: 3000, DATABASE_URL: '' });
  });

  test('settings have their default when empty', () => {
    expect(parseSettings({ PORT: '', LOG_LEVEL: ' ' })).toEqual(parseSettings({}));
  });

  test('settings may be lists and addresses', () => {
    const settings = parseSettings({
      TRUST_PROXY: '127.0.0.1/32, 2001:db8::/32',
      CORS_ORIGINS: 'https://www.maanzaad.example,http://localhost:5173',
      MAIL_FROM: '"Maanzaad, feesten" <website@maanzaad.example>',
      MAIL_TO: 'info@maanzaad.example, Maanzaad, keuken <keuken@maanzaad.example>',
    });
    expect(settings.TRUST_PROXY).toEqual(['127.0.0.1/32', '2001:db8::/32']);
    expect(settings.CORS_ORIGINS).toEqual([
      'https://www.maanzaad.example',
      'http://localhost:5173',
    ]);
    expect(settings.MAIL_FROM).toEqual({
      name: 'Maanzaad, feesten',
      address: 'website@maanzaad.example',
    });
    expect(settings.MAIL_TO).toEqual([
      { name: '', address: 'info@maanzaad.example' },
      { name: 'Maanzaad, keuken', address: 'keuken@maanzaad.example' },
    ]);
  });

  const wrong: Record<string, string[]> = {
    HOST: ['http://localhost'],
    PORT: ['80a', '65536', '-1', '3000.5'],
    DATABASE_URL: [
      ...['mysql://localhost/website', 'postgres://user:1/2@localhost/website'],
      'postgres://user:1#2@localhost/website',
    ],
    SMTP_URL: [
      ...['https://mail.example.org', 'mail.example.org', 'smtp:///mail.example.org'],
      ...['smtp://mail.example.org/inbox', 'smtp://user:1/2@mail.example.org'],
      ...['smtp://user:1#2@mail.example.org', 'smtp://user:1?2@mail.example.org'],
      ...['smtp://user:50%off@mail.example.org', 'smtp://mail.example.org?pool=false'],
      'smtp://user:password@mail.example.org?requireTLS=false',
    ],
    MAIL_FROM: [
      ...['Maanzaad', 'a@b.example, c@d.example', '.a..@x..y', 'web@-', 'web@localhost'],
      'Maanzaad <.a..@x..y>',
    ],
    MAIL_TO: [
      ...['a@b.example; c@d.example', 'a@b.example, keuken', 'a@b.example,, c@d.example'],
      ...['a@b.example,', 'info@maanzaad.example\nBcc: x@y.example'],
    ],
    CAPTCHA_SECRET: ['short'],
    TRUST_PROXY: ['10.0.0.0/33', '0.0.0.0/0', 'true', 'nginx.local'],
    CORS_ORIGINS: ['https://maanzaad.example/', '*'],
    LOG_LEVEL: ['verbose'],
    HEARTBEAT_URL: ['ping'],
  };
  test.each(Object.entries(wrong))(
    'the settings are refused in one line when %s is one of %j',
    (name, values) => {
      for (const value of values) {
        expect(() => parseSettings({ [name]: value })).toThrow(
          new RegExp(`^${name}: expected .*$`),
        );
      }
    },
  );

  test('a host name is the same in capitals', () => {
    const names = parseSettings({ DESK_HOST: 'Werktafel.Example.org', PREVIEW_HOST: '' });
    expect(names).toMatchObject({ DESK_HOST: 'werktafel.example.org', PREVIEW_HOST: '' });
  });

  test('a mail server’s address may have an escaped login and known options', () => {
    const urls = [
      'smtp://mail.example.org',
      'smtps://info%40maanzaad.example:1%2F2%23%25@[::1]:465/',
      'smtp://user:p@ss@mail.example.org:587?requireTLS=true',
      'smtp://10.0.0.1?requireTLS=false',
    ];
    expect(urls.map((url) => parseSettings({ SMTP_URL: url }).SMTP_URL)).toEqual(urls);
  });

  test('secret settings never appear in an error message', () => {
    const values: [string, string][] = [
      ['SMTP_URL', 'smtp://user:1/geheim@mail.example.org'],
      ['DATABASE_URL', 'postgres://user:1/geheim@localhost/website'],
      ['SMTP_URL', 'ftp://user:geheim@mail.example.org'],
      ['DATABASE_URL', 'mysql://user:geheim@localhost/website'],
      ['CAPTCHA_SECRET', 'geheim'],
      ['HEARTBEAT_URL', 'ping/geheim'],
    ];
    for (const [name, value] of values) {
      expect(() => parseSettings({ [name]: value })).toThrow(/^(?![\s\S]*geheim)/);
    }
  });

  test('a shared database requires a captcha secret', () => {
    expect(() => parseSettings({ DATABASE_URL: 'postgres://localhost/website' })).toThrow(
      /^CAPTCHA_SECRET: expected one with DATABASE_URL/,
    );
  });

  test.each(['desk.example.org:x', '1.2.3.999', '%%%'])('%j is no host name', (DESK_HOST) => {
    expect(() => parseSettings({ DESK_HOST })).toThrow(/^DESK_HOST: /);
  });

  test('all wrong settings are named at once', () => {
    expect(() => parseSettings({ PORT: 'many', LOG_LEVEL: 'loud' })).toThrow(
      /^PORT: .*\nLOG_LEVEL: /,
    );
  });
});

test('.env.example lists exactly the settings, with their defaults', async () => {
  const text = await readFile(new URL('../.env.example', import.meta.url), 'utf8');
  const listed = Object.fromEntries(
    [...text.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(Object.keys(listed)).toEqual(SETTING_NAMES);
  expect(parseSettings(listed)).toEqual(parseSettings({}));
});
