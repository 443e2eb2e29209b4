import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { ESCAPED_LOGIN, isDatabaseUrl, isMailServerUrl } from './login-url.ts';
import { parseMailAddress } from './mail-address.ts';
import type { MailAddress } from './store/store.ts';

/**
 * Every setting the server takes from its environment. `.env.example` documents the same list; a
 * test holds the two together.
 *
 * A value that is wrong, or two that contradict each other, stop the start: a server that guesses
 * would lose enquiries quietly.
 */

interface SettingRule<Schema extends v.GenericSchema<string, unknown>> {
  /** Taken when the variable is absent or empty. */
  fallback: string;
  schema: Schema;
  /** Completes 'expected …'. */
  expected: string;
  example: string;
  /** Never shown in a message: it may hold a password or a key. */
  secret?: true;
}

const rule = <Schema extends v.GenericSchema<string, unknown>>(rule: SettingRule<Schema>) => rule;

const wholeNumber = (least: number, most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/),
    v.transform(Number),
    v.minValue(least),
    v.maxValue(most),
  );

const limit = (fallback: string, what: string) =>
  rule({
    fallback,
    schema: wholeNumber(1, 1_000_000),
    expected: `a whole number from 1 to 1000000 (${what})`,
    example: fallback,
  });

const list = (text: string) => text.split(',').map((part) => part.trim());

const addressOrEmpty = v.pipe(
  v.string(),
  v.check((text) => text === '' || parseMailAddress(text) !== undefined),
  v.transform((text) => parseMailAddress(text)),
);

const RULES = {
  HOST: rule({
    fallback: '127.0.0.1',
    schema: v.pipe(v.string(), v.regex(/^[\w.:%-]+$/)),
    expected: 'an address of this machine to listen on',
    example: '0.0.0.0',
  }),
  PORT: rule({
    fallback: '3000',
    schema: wholeNumber(0, 65_535),
    expected: 'a whole number from 0 to 65535; 0 takes any free port',
    example: '8080',
  }),
  DATA_DIR: rule({
    fallback: './data',
    schema: v.pipe(
      v.string(),
      v.transform((path) => resolve(path)),
    ),
    expected: 'a folder the server may write in',
    example: '/var/lib/website',
  }),
  SITE_DIR: rule({
    fallback: './dist',
    schema: v.pipe(
      v.string(),
      v.transform((path) => resolve(path)),
    ),
    expected: "the folder that 'npm run build' filled",
    example: '/opt/website/dist',
  }),
  FILES_DIR: rule({
    fallback: '',
    schema: v.pipe(
      v.string(),
      v.transform((path) => (path === '' ? '' : resolve(path))),
    ),
    expected: 'empty, or a folder of its own that the server may write in',
    example: '/srv/website/files',
  }),
  DATABASE_URL: rule({
    fallback: '',
    schema: v.union([v.literal(''), v.pipe(v.string(), v.check(isDatabaseUrl))]),
    expected: `empty, or the address of a PostgreSQL database, ${ESCAPED_LOGIN}`,
    example: 'postgres://website:password@127.0.0.1:5432/website',
    secret: true,
  }),
  SMTP_URL: rule({
    fallback: '',
    schema: v.union([v.literal(''), v.pipe(v.string(), v.check(isMailServerUrl))]),
    expected: `empty, or the address of a mail server, ${ESCAPED_LOGIN}`,
    example: 'smtps://user:password@mail.example.org:465',
    secret: true,
  }),
  MAIL: rule({
    fallback: '',
    schema: v.picklist(['', 'files']),
    expected: "empty, or 'files' to go without a mail server",
    example: 'files',
  }),
  MAIL_FROM: rule({
    fallback: '',
    schema: addressOrEmpty,
    expected: 'a mail address, with or without a name',
    example: 'Maanzaad <website@maanzaad.example>',
  }),
  MAIL_TO: rule({
    fallback: '',
    schema: addressOrEmpty,
    expected:
      'one mail address, with or without a name; for several readers, that of a distribution list',
    example: 'info@maanzaad.example',
  }),
  DKIM_KEY_FILE: rule({
    fallback: '',
    schema: v.pipe(
      v.string(),
      v.transform((path) => (path === '' ? '' : resolve(path))),
    ),
    expected: 'empty, or a file with an RSA key',
    example: '/etc/website-dkim.pem',
  }),
  DKIM_SELECTOR: rule({
    fallback: '',
    schema: v.pipe(v.string(), v.regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)?$/)),
    expected:
      "empty, or a name of small letters and digits: SELECTOR._domainkey is the key's name in DNS",
    example: 'website',
  }),
  ALERT_URL: rule({
    fallback: '',
    schema: v.union([v.literal(''), v.pipe(v.string(), v.check(isWebAddress))]),
    expected: 'empty, or an address (http or https) that takes a POST',
    example: 'https://chat.example.org/hooks/3fa9c1d2',
    secret: true,
  }),
  ALERT_FORMAT: rule({
    fallback: 'json',
    schema: v.picklist(['json', 'text']),
    expected: "'json' (the words as text and as content) or 'text'",
    example: 'text',
  }),
  HEARTBEAT_URL: rule({
    fallback: '',
    schema: v.union([v.literal(''), v.pipe(v.string(), v.check(isWebAddress))]),
    expected: 'empty, or an address (http or https) that takes a GET',
    example: 'https://heartbeat.example.org/ping/3fa9c1d2',
    secret: true,
  }),
  ALERT: rule({
    fallback: '',
    schema: v.picklist(['', 'none']),
    expected: "empty, or 'none' to go without an alert",
    example: 'none',
  }),
  BACKUP_DIR: rule({
    fallback: './backups',
    schema: v.pipe(
      v.string(),
      v.transform((path) => resolve(path)),
    ),
    expected: 'a folder for backups',
    example: '/var/backups/website',
  }),
  BACKUP_DAYS: rule({
    fallback: '7',
    schema: wholeNumber(1, 3650),
    expected: 'a whole number from 1 to 3650 (days a backup is kept)',
    example: '7',
  }),
  BACKUP_KEY: rule({
    fallback: '',
    schema: v.union([v.literal(''), v.pipe(v.string(), v.regex(/^age1[0-9a-z]+$/))]),
    expected: "empty, or the public key that 'age-keygen' printed",
    example: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
    secret: true,
  }),
  METRICS_PORT: rule({
    fallback: '',
    schema: v.union([
      v.pipe(
        v.literal(''),
        v.transform(() => undefined),
      ),
      wholeNumber(0, 65_535),
    ]),
    expected: 'empty, or a whole number from 0 to 65535; 0 takes any free port',
    example: '9464',
  }),
  CAPTCHA_SECRET: rule({
    fallback: '',
    schema: v.union([v.literal(''), v.pipe(v.string(), v.minLength(20))]),
    expected: 'empty, or at least 20 characters that nobody can guess',
    example: 'the output of: openssl rand -hex 32',
    secret: true,
  }),
  TRUST_PROXY: rule({
    fallback: '',
    schema: v.pipe(
      v.string(),
      v.transform((text) => (text === '' ? [] : list(text))),
      v.array(v.pipe(v.string(), v.check(isNetwork))),
    ),
    expected: 'the addresses of your own proxies as networks, separated by commas',
    example: '127.0.0.1/32,::1/128',
  }),
  CORS_ORIGINS: rule({
    fallback: '',
    schema: v.pipe(
      v.string(),
      v.transform((text) => (text === '' ? [] : list(text))),
      v.array(v.pipe(v.string(), v.check(isOrigin))),
    ),
    expected: 'origins of the site, separated by commas, without a path',
    example: 'https://www.maanzaad.example',
  }),
  ALLOWED_HOSTS: rule({
    fallback: '',
    schema: v.pipe(
      v.string(),
      v.transform((text) => (text === '' ? [] : list(text))),
      v.array(v.pipe(v.string(), v.regex(/^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])$/i))),
    ),
    expected: 'names this server may be called by, separated by commas, without port or path',
    example: 'www.maanzaad.example',
  }),
  LOG_LEVEL: rule({
    fallback: 'info',
    schema: v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    expected: 'fatal, error, warn, info, debug, trace or silent',
    example: 'warn',
  }),
  LIMIT_CALLS: limit('300', 'form calls per address in 10 minutes'),
  LIMIT_ENQUIRIES_PER_ADDRESS: limit('20', 'enquiries per address an hour'),
  LIMIT_ENQUIRIES: limit('300', 'enquiries an hour in all'),
  LIMIT_COMPANY_MAILS: limit('60', 'enquiries mailed one by one an hour'),
  LIMIT_CONFIRMATIONS: limit('60', 'confirmation mails an hour in all'),
};

export type SettingName = keyof typeof RULES;

/** Every setting's name and default, for the test that reads `.env.example`. */
export const SETTING_DEFAULTS = Object.fromEntries(
  Object.entries(RULES).map(([name, { fallback }]) => [name, fallback]),
) as Record<SettingName, string>;

type Value<Name extends SettingName> = v.InferOutput<(typeof RULES)[Name]['schema']>;

export interface Settings {
  host: string;
  port: number;
  /** Absolute path of the folder for the database, the captcha key and mails written as files. */
  dataDir: string;
  /** Absolute path of the built site. */
  siteDir: string;
  /** Absolute path of the folder from which a web server answers files (`linkFiles`); empty: none. */
  filesDir: string;
  /** Empty: SQLite in `dataDir`. */
  databaseUrl: string;
  /** Empty: each mail is written as a file into `dataDir/mail/`. */
  smtpUrl: string;
  /** 'files': the owner knows that there is no mail server. */
  mail: Value<'MAIL'>;
  /** Undefined: the company's address from the content. */
  mailFrom: MailAddress | undefined;
  mailTo: MailAddress | undefined;
  /** Absolute path of a private key in PEM that signs our mails (`outbox/dkim.ts`); empty: none. */
  dkimKeyFile: string;
  dkimSelector: string;
  /** Who is told when enquiries do not arrive (`outbox/alerts.ts`). */
  alertUrl: string;
  alertFormat: Value<'ALERT_FORMAT'>;
  heartbeatUrl: string;
  /** 'none': the owner knows that nobody is told. */
  alert: Value<'ALERT'>;
  /** Absolute path of the folder for backups (`backup/`). */
  backupDir: string;
  /** Days a backup is kept. */
  backupDays: number;
  /** Public age key; empty: backups are not encrypted. */
  backupKey: string;
  /** On loopback; undefined: no metrics. */
  metricsPort: number | undefined;
  /** Empty: made at the first start and kept in `dataDir`. */
  captchaSecret: string;
  /** Networks whose `X-Forwarded-*` headers are believed. */
  trustedProxies: string[];
  /** Origins besides the site's own whose pages may call the API. */
  corsOrigins: string[];
  /** Names in `Host` that are ours besides those of the site's address and its API's. */
  allowedHosts: string[];
  logLevel: Value<'LOG_LEVEL'>;
  limits: LimitSettings;
}

export interface LimitSettings {
  /** Form calls per address in 10 minutes. */
  calls: number;
  /** Enquiries per address an hour. */
  enquiriesPerAddress: number;
  /** Enquiries an hour in all. */
  enquiries: number;
  /** Enquiries mailed one by one an hour. */
  companyMails: number;
  /** Confirmation mails an hour in all. */
  confirmations: number;
}

/** One line for whoever starts the server: which setting, what was given, what was expected. */
export class SettingsError extends Error {}

/**
 * @param env usually `process.env`
 * @throws SettingsError about the first setting that is wrong or contradicts another
 */
export function parseSettings(env: Record<string, string | undefined>): Settings {
  const value = <Name extends SettingName>(name: Name) => readSetting(env, name);
  const settings: Settings = {
    host: value('HOST'),
    port: value('PORT'),
    dataDir: value('DATA_DIR'),
    siteDir: value('SITE_DIR'),
    filesDir: value('FILES_DIR'),
    databaseUrl: value('DATABASE_URL'),
    smtpUrl: value('SMTP_URL'),
    mail: value('MAIL'),
    mailFrom: value('MAIL_FROM'),
    mailTo: value('MAIL_TO'),
    dkimKeyFile: value('DKIM_KEY_FILE'),
    dkimSelector: value('DKIM_SELECTOR'),
    alertUrl: value('ALERT_URL'),
    alertFormat: value('ALERT_FORMAT'),
    heartbeatUrl: value('HEARTBEAT_URL'),
    alert: value('ALERT'),
    backupDir: value('BACKUP_DIR'),
    backupDays: value('BACKUP_DAYS'),
    backupKey: value('BACKUP_KEY'),
    metricsPort: value('METRICS_PORT'),
    captchaSecret: value('CAPTCHA_SECRET'),
    trustedProxies: value('TRUST_PROXY'),
    corsOrigins: value('CORS_ORIGINS'),
    allowedHosts: value('ALLOWED_HOSTS'),
    logLevel: value('LOG_LEVEL'),
    limits: {
      calls: value('LIMIT_CALLS'),
      enquiriesPerAddress: value('LIMIT_ENQUIRIES_PER_ADDRESS'),
      enquiries: value('LIMIT_ENQUIRIES'),
      companyMails: value('LIMIT_COMPANY_MAILS'),
      confirmations: value('LIMIT_CONFIRMATIONS'),
    },
  };
  if (settings.databaseUrl !== '' && settings.captchaSecret === '') {
    // Several servers share a database; a key each would make them refuse each other's captchas.
    throw new SettingsError(
      'CAPTCHA_SECRET is empty while DATABASE_URL is set: servers that share a database must share ' +
        `this secret. Example: ${RULES.CAPTCHA_SECRET.example}`,
    );
  }
  if (settings.mail === 'files' && settings.smtpUrl !== '') {
    throw new SettingsError("MAIL is 'files' while SMTP_URL is set: expected one of the two.");
  }
  if ((settings.dkimKeyFile === '') !== (settings.dkimSelector === '')) {
    throw new SettingsError(
      'DKIM_KEY_FILE and DKIM_SELECTOR belong together: expected both, or neither.',
    );
  }
  if (settings.alert === 'none' && settings.alertUrl + settings.heartbeatUrl !== '') {
    throw new SettingsError(
      "ALERT is 'none' while ALERT_URL or HEARTBEAT_URL is set: expected the one or the others.",
    );
  }
  return settings;
}

function readSetting<Name extends SettingName>(
  env: Record<string, string | undefined>,
  name: Name,
): Value<Name> {
  const { schema, fallback, expected, example, secret } = RULES[name] as (typeof RULES)[Name] & {
    secret?: true;
  };
  const given = env[name]?.trim() || fallback;
  const result = v.safeParse(schema, given);
  if (!result.success) {
    const shown = secret ? 'something else (not shown, it may be a secret)' : JSON.stringify(given);
    throw new SettingsError(
      `${name} is ${shown}; expected ${expected}. Example: ${name}=${example}`,
    );
  }
  return result.output as Value<Name>;
}

/** Names in a `.env` file that are no setting, so that `SMPT_URL` does not pass unseen. */
export function assertKnownSettings(names: string[]): void {
  const unknown = names.find((name) => !(name in RULES));
  if (unknown === undefined) return;
  throw new SettingsError(
    `.env: ${JSON.stringify(unknown)} is not a setting; expected one of ${Object.keys(RULES).join(', ')}.`,
  );
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  // A network of 0 bits trusts everybody, and then anyone could choose a limit's key.
  return (
    bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function isOrigin(text: string): boolean {
  return (
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text
  );
}
