import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  assertKnownSettings,
  parseSettings,
  SETTING_DEFAULTS,
  type SettingName,
} from './settings.ts';

describe('settings', () => {
  it('are all optional', () => {
    expect(parseSettings({})).toMatchObject({ host: '127.0.0.1', port: 3000, databaseUrl: '' });
  });

  it('take their default when empty', () => {
    expect(parseSettings({ PORT: '', LOG_LEVEL: ' ' })).toEqual(parseSettings({}));
  });

  it('read lists and addresses', () => {
    const settings = parseSettings({
      TRUST_PROXY: '127.0.0.1/32, 2001:db8::/32',
      CORS_ORIGINS: 'https://www.maanzaad.example,http://localhost:5173',
      MAIL_FROM: '"Maanzaad, feesten" <website@maanzaad.example>',
      MAIL_TO: 'info@maanzaad.example',
    });
    expect(settings.trustedProxies).toEqual(['127.0.0.1/32', '2001:db8::/32']);
    expect(settings.corsOrigins).toEqual(['https://www.maanzaad.example', 'http://localhost:5173']);
    expect(settings.mailFrom).toEqual({
      name: 'Maanzaad, feesten',
      address: 'website@maanzaad.example',
    });
    expect(settings.mailTo).toEqual({ name: '', address: 'info@maanzaad.example' });
  });

  const wrong: [SettingName, string][] = [
    ['HOST', 'http://localhost'],
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['DATABASE_URL', 'mysql://localhost/website'],
    ['SMTP_URL', 'https://mail.example.org'],
    ['SMTP_URL', 'mail.example.org'],
    ['SMTP_URL', 'smtp:///mail.example.org'],
    ['MAIL_FROM', 'Maanzaad'],
    ['MAIL_FROM', 'a@b.example, c@d.example'],
    ['MAIL_TO', 'info@maanzaad.example\nBcc: x@y.example'],
    ['CAPTCHA_SECRET', 'short'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', 'nginx.local'],
    ['CORS_ORIGINS', 'https://maanzaad.example/'],
    ['CORS_ORIGINS', '*'],
    ['LOG_LEVEL', 'verbose'],
    ['LIMIT_CALLS', '0'],
    ['LIMIT_ENQUIRIES', 'unlimited'],
  ];
  it.each(wrong)('stop the start in one line when %s is %j', (name, value) => {
    expect(() => parseSettings({ [name]: value })).toThrow(
      new RegExp(`^${name} is .*; expected .*Example: .*$`),
    );
  });

  it('never show a secret', () => {
    const values: [SettingName, string][] = [
      ['SMTP_URL', 'ftp://user:geheim@mail.example.org'],
      ['DATABASE_URL', 'mysql://user:geheim@localhost/website'],
      ['CAPTCHA_SECRET', 'geheim'],
    ];
    for (const [name, value] of values) {
      expect(() => parseSettings({ [name]: value })).toThrow(/^(?!.*geheim)/);
    }
  });

  it('stop the start when a shared database comes without a shared captcha secret', () => {
    expect(() => parseSettings({ DATABASE_URL: 'postgres://localhost/website' })).toThrow(
      /^CAPTCHA_SECRET is empty while DATABASE_URL is set/,
    );
  });

  it('refuse a misspelt name in .env', () => {
    expect(() => assertKnownSettings(['PORT', 'SMPT_URL'])).toThrow(/"SMPT_URL" is not a setting/);
    expect(() => assertKnownSettings(Object.keys(SETTING_DEFAULTS))).not.toThrow();
  });
});

describe('.env.example', () => {
  it('lists every setting with its default, and nothing else', async () => {
    const text = await readFile(new URL('../.env.example', import.meta.url), 'utf8');
    const listed = Object.fromEntries(
      [...text.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    expect(listed).toEqual(SETTING_DEFAULTS);
  });
});
