import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as v from 'valibot';
import { emailSchema } from '../enquiry/enquiry.ts';
import { LOG_LEVELS } from './log.ts';
import { findUnclearLines, type UnclearLine } from './settings-file.ts';

/** An e-mail address with a display name, which may be empty. */
export interface MailAddress {
  name: string;
  address: string;
}

const MAIL_ADDRESS = 'one mail address, with or without a name: Maanzaad <info@example.org>';
const MAIL_ADDRESSES = 'mail addresses, with or without names, separated by commas';
const ESCAPED_LOGIN = 'with / # ? @ % in the login written as %2F %23 %3F %40 %25';
const DATABASE = `postgres://user:password@host:5432/name, ${ESCAPED_LOGIN}, or empty for SQLite`;
const MAIL_SERVER = `smtps://user:password@host:465 or smtp://…:587, ${ESCAPED_LOGIN}, or empty`;

/**
 * Every setting, with its default, its check, and what an error message names as expected.
 * `.env.example` documents the same list.
 */
const settingsSchema = v.object({
  HOST: text('127.0.0.1', isHost, 'an address of this machine to listen on, like 0.0.0.0'),
  PORT: v.optional(
    convertedText(toPort, 'a whole number from 0 to 65535; 0 takes any free port'),
    '3000',
  ),
  DATA_DIR: folder('./data'),
  SITE_DIR: folder('./dist'),
  CONTENT_DIR: folder('./content'),
  /** An empty setting means SQLite in DATA_DIR. */
  DATABASE_URL: text('', isDatabaseUrl, DATABASE),
  SMTP_URL: text('', isMailServerUrl, MAIL_SERVER),
  /** Without this setting the company's address in the content is used. */
  MAIL_FROM: v.optional(convertedText(toMailAddress, MAIL_ADDRESS)),
  MAIL_TO: v.optional(convertedText(toMailAddresses, MAIL_ADDRESSES)),
  HEARTBEAT_URL: text('', isWebAddress, 'an address at http:// or https://, or empty'),
  /** Networks whose `X-Forwarded-*` headers are believed. */
  TRUST_PROXY: list('127.0.0.1/32,::1/128', isNetwork, 'networks like 10.0.0.0/8'),
  /** Without this setting the heartbeat does not check backups. */
  BACKUP_DIR: v.optional(convertedText(resolve, 'a folder')),
  /** An empty setting means the secret that the first start makes and keeps in DATA_DIR. */
  CAPTCHA_SECRET: text('', isSecret, 'at least 20 characters that nobody can guess, or empty'),
  /** Origins besides the site's own whose pages may call the API. */
  CORS_ORIGINS: list('', isOrigin, 'origins like https://www.example.org'),
  LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`), 'info'),
  /** The desk's host name. When empty, it is the site's with `werktafel.` before it. */
  DESK_HOST: hostName('a host name like werktafel.example.org, or empty'),
  /**
   * The previews' host name. When empty, it is the domain of the desk or of the site with
   * `voorbeeld.` before it.
   */
  PREVIEW_HOST: hostName('a host name like voorbeeld.example.org, or empty'),
});

export type Settings = v.InferOutput<typeof settingsSchema>;

export const SETTING_NAMES = Object.keys(settingsSchema.entries);

/** An error whose message has one line for each wrong setting, with what was expected. */
export class SettingsError extends Error {}

/**
 * @param env an empty value counts as absent
 * @throws SettingsError naming every wrong setting, never its value, which may be a secret
 */
export function parseSettings(env: Record<string, string | undefined>): Settings {
  const given: Record<string, string> = {};
  for (const name of SETTING_NAMES) {
    const value = env[name]?.trim();
    if (value) given[name] = value;
  }
  const result = v.safeParse(settingsSchema, given);
  if (!result.success) {
    const lines = result.issues.map((issue) => {
      const name = v.getDotPath(issue);
      return `${name}: expected ${issue.message}.`;
    });
    throw new SettingsError(lines.join('\n'));
  }
  if (result.output.DATABASE_URL !== '' && result.output.CAPTCHA_SECRET === '') {
    throw new SettingsError(
      'CAPTCHA_SECRET: expected one with DATABASE_URL, the same on each server. ' +
        'Make one with: openssl rand -hex 32.',
    );
  }
  return result.output;
}

/**
 * The settings of this process: `.env` of the working directory, if there is one, overridden by the
 * environment, which includes the variables of the files that Node was started with (`--env-file`).
 *
 * @throws SettingsError naming every wrong setting, and each line of a file that may be the cause
 */
export function readSettings(): Settings {
  try {
    return parseSettings({ ...readEnvFile(), ...process.env });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const lines = findUnclearSettings(() => true);
    throw new SettingsError([error.message, ...lines].join('\n'));
  }
}

/**
 * Finds lines, in the files that this process read, whose value differs from what a person who
 * reads the line expects, names that are no setting, and settings that the environment overrides.
 */
export function findMisreadSettings(): string[] {
  const misspelt = settingsFiles().flatMap(({ file, text }) =>
    Object.keys(parseEnv(text))
      .filter((name) => /^\w+$/.test(name) && !isKnownName(name))
      .map((name) => `${file}: ${name} is not a setting.`),
  );
  // A developer overrides `.env` on purpose; a server's units override what must not change.
  const overridden = givenFiles().flatMap(({ file, text }) =>
    Object.entries(parseEnv(text))
      .filter(([name, value]) => SETTING_NAMES.includes(name) && process.env[name] !== value)
      .map(([name]) => `${file}: ${name} has no effect, because the environment sets it too.`),
  );
  return [...findUnclearSettings(({ isMisread }) => isMisread), ...misspelt, ...overridden];
}

function findUnclearSettings(isIncluded: (line: UnclearLine) => boolean): string[] {
  return settingsFiles().flatMap(({ file, text }) =>
    findUnclearLines(text)
      .filter(isIncluded)
      .map((line) => describeLine(file, line)),
  );
}

/** Describes a line, and leaves out its value, which may be a secret. */
export function describeLine(file: string, { line, name, reason }: UnclearLine): string {
  return `${file}, line ${line}: ${name && `${name}: `}${reason}.`;
}

/** Whether a name is a setting, or a variable that Node or a program started by it reads. */
function isKnownName(name: string): boolean {
  return SETTING_NAMES.includes(name) || /^(?:NODE_|PG|TZ$)/.test(name);
}

interface SettingsFile {
  file: string;
  text: string;
}

function settingsFiles(): SettingsFile[] {
  const local = readLocalFile();
  return local === undefined ? givenFiles() : [...givenFiles(), { file: '.env', text: local }];
}

/** The files of `--env-file`. */
function givenFiles(): SettingsFile[] {
  const flag = /^--env-file(?:-if-exists)?=/;
  const given = process.execArgv.filter((arg) => flag.test(arg));
  const files = given.map((arg) => arg.replace(flag, '')).filter((file) => existsSync(file));
  return files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

/**
 * Reads `.env` and removes the byte order mark of some editors, which would become part of the
 * first name.
 */
function readLocalFile(): string | undefined {
  if (!existsSync('.env')) return undefined;
  return readFileSync('.env', 'utf8').replace(/^\uFEFF/, '');
}

/** @throws SettingsError for an unknown name, to catch typos such as `SMPT_URL` */
function readEnvFile(): NodeJS.Dict<string> {
  const env = parseEnv(readLocalFile() ?? '');
  const unknown = Object.keys(env).find((name) => !SETTING_NAMES.includes(name));
  if (unknown === undefined) return env;
  throw new SettingsError(
    `.env: ${unknown} is not a setting; expected one of ${SETTING_NAMES.join(', ')}.`,
  );
}

/**
 * Reads only the folders of content and releases, so that publishing works while another setting is
 * wrong.
 */
export function readFolders(): Pick<Settings, 'CONTENT_DIR' | 'SITE_DIR'> {
  const { CONTENT_DIR, SITE_DIR } = { ...readEnvFile(), ...process.env };
  return parseSettings({ CONTENT_DIR, SITE_DIR });
}

/** Whether SMTP_URL allows unencrypted mail. */
export function isEncryptionWaived(smtpUrl: string): boolean {
  const { protocol, searchParams } = new URL(smtpUrl);
  return protocol === 'smtp:' && searchParams.get('requireTLS') === 'false';
}

/** @param convert returns undefined for a wrong text */
function convertedText<Value>(convert: (text: string) => Value | undefined, expected: string) {
  return v.pipe(
    v.string(),
    v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
      const value = convert(dataset.value);
      if (value !== undefined) return value;
      addIssue({ message: expected });
      return NEVER;
    }),
  );
}

type Check = (text: string) => boolean;

function text(fallback: string, check: Check, expected: string) {
  const isValid = (value: string) => value === fallback || check(value);
  return v.optional(v.pipe(v.string(), v.check(isValid, expected)), fallback);
}

function folder(fallback: string) {
  return v.optional(convertedText(resolve, 'a folder'), fallback);
}

function list(fallback: string, check: Check, expected: string) {
  const convert = (all: string) => {
    const parts = all === '' ? [] : all.split(',').map((part) => part.trim());
    return parts.every(check) ? parts : undefined;
  };
  return v.optional(convertedText(convert, `${expected}, separated by commas`), fallback);
}

/** Reads `info@example.org` or `Maanzaad <info@example.org>`. */
function toMailAddress(value: string): MailAddress | undefined {
  const withName = /^"?([^<>"@\p{Cc}]+?)"?\s*<([^<>]+)>$/u;
  const [, name = '', address = value] = withName.exec(value) ?? [];
  return v.is(emailSchema, address) ? { name, address } : undefined;
}

/** Reads addresses that commas separate. A comma before the `@` belongs to the display name. */
function toMailAddresses(value: string): MailAddress[] | undefined {
  const parts = value.split(/(?<=@[^,]*),/);
  const addresses = parts.map((part) => toMailAddress(part.trim()));
  return addresses.every((address) => address !== undefined) ? addresses : undefined;
}

/**
 * Refuses an unescaped `/`, `#` or `?` in a password. It would end the login, so that the
 * password's first half would be parsed as the host and port, and printed.
 */
const SERVER = String.raw`(?:(?:[^\s/?#%]|%[\da-f]{2})+@)?[^\s/?#@%]+`;
const MAIL_SERVER_URL = new RegExp(`^smtps?://${SERVER}/?(?:\\?requireTLS=(?:true|false))?$`, 'i');
const DATABASE_URL = new RegExp(`^postgres(?:ql)?://(?:${SERVER})?(?:/[^\\s@#]*)?$`, 'i');

function isMailServerUrl(value: string): boolean {
  if (!MAIL_SERVER_URL.test(value) || !URL.canParse(value)) return false;
  // A login must never be sent in clear text.
  return new URL(value).username === '' || !isEncryptionWaived(value);
}

function isDatabaseUrl(value: string): boolean {
  return DATABASE_URL.test(value) && URL.canParse(value);
}

/** A host name in lower case, as a browser sends it in `Origin`. */
function hostName(expected: string) {
  const isHostName = (value: string) => isHost(value) && URL.canParse(`https://${value}`);
  return v.pipe(text('', isHostName, expected), v.toLowerCase());
}

function isHost(value: string): boolean {
  return /^[\w.:%-]+$/.test(value);
}

function isSecret(value: string): boolean {
  return value.length >= 20;
}

function toPort(value: string): number | undefined {
  const port = Number(value);
  return /^\d{1,5}$/.test(value) && port <= 65_535 ? port : undefined;
}

function isNetwork(value: string): boolean {
  // /0 is refused, because it would trust everyone: clients could forge their address.
  const [, address = '', bits = '1'] = /^([^/]+)(?:\/([1-9]\d{0,2}))?$/.exec(value) ?? [];
  const family = isIP(address);
  const mostBits = family === 4 ? 32 : 128;
  return family !== 0 && Number(bits) <= mostBits;
}

function isWebAddress(value: string): boolean {
  return /^https?:$/.test(URL.parse(value)?.protocol ?? '');
}

function isOrigin(value: string): boolean {
  return isWebAddress(value) && new URL(value).origin === value;
}
