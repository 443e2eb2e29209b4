import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { createTransport } from 'nodemailer';
import { CONTENT_FILES } from '../../../publish/content/content-files.ts';
import { replaceFile } from '../../../publish/folders.ts';
import type { MailSavedAnswer, MailSettings, Target } from '../../api.ts';
import { readContentFile } from '../content.ts';
import type { DeskFolders } from '../folders.ts';
import { RefusalError } from '../refusal.ts';
import { quoted, sshCommand } from './over-ssh.ts';
import { RunError, run } from './run.ts';

const ANSWER_WITHIN_MS = 15_000;
const noteFile = ({ deskDir }: DeskFolders) => join(deskDir, 'mail.json');

/** Sends a mail with these settings. @throws RefusalError 422 with what the mail server said */
export async function tryMailSettings(folders: DeskFolders, settings: MailSettings): Promise<null> {
  assertPlain(settings);
  const { host, port, isSecure, user, password, from, to } = settings;
  const company = await companyAddress(folders);
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    // A password never goes over the line in the clear.
    requireTLS: !isSecure && user !== '',
    ...(user && { auth: { user, pass: password } }),
    connectionTimeout: ANSWER_WITHIN_MS,
    greetingTimeout: ANSWER_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
  });
  try {
    await transport.sendMail({
      from: from || company,
      to: to || company,
      subject: 'Een proefmail van je website',
      text: 'Deze mail kwam aan: je website kan mails versturen.\n',
    });
    return null;
  } catch (error) {
    throw new RefusalError(422, inDutch(error as SmtpError, settings));
  } finally {
    transport.close();
  }
}

interface SmtpError extends Error {
  code?: string;
  response?: string;
}

function inDutch(
  { code = '', response, message }: SmtpError,
  { host, port }: MailSettings,
): string {
  const said = ` (${(response ?? message).split('\n')[0]})`;
  if (code === 'EAUTH') return `De gebruikersnaam of het wachtwoord klopt niet${said}.`;
  if (code === 'EENVELOPE') return `De mailserver weigert het adres${said}.`;
  if (code === 'ETLS') return `De mailserver kan niet veilig verbinden op poort ${port}${said}.`;
  if (['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ECONNREFUSED'].includes(code)) {
    return `Er antwoordt geen mailserver op ${host}, poort ${port}${said}.`;
  }
  return `De mailserver wil deze mail niet${said}.`;
}

/**
 * Writes the settings where the server reads them, with a mode of 600; other settings stay.
 *
 * @param target null: not chosen yet, and then the server on this machine
 */
export async function saveMailSettings(
  folders: DeskFolders,
  target: Target | null,
  settings: MailSettings,
): Promise<MailSavedAnswer> {
  assertPlain(settings);
  const lines = settingLines(settings);
  if (target?.way === 'git') {
    return {
      writtenTo: null,
      paste: lines.map(([name, value]) => `${name}=${value}\n`).join(''),
      needsRestart: true,
    };
  }
  if (target?.way === 'ssh') {
    const file = quoted(target.envFile);
    const script = (text: string) => sshCommand(target, text);
    try {
      const now = await run(...script(`cat ${file} 2>/dev/null || true`));
      const input = merged(now, lines);
      await run(...script(`set -e; umask 077; cat > ${file}.next; mv ${file}.next ${file}`), {
        input,
      });
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      throw new RefusalError(422, `De server laat dat niet toe: ${error.message}`);
    }
    await mkdir(folders.deskDir, { recursive: true });
    await replaceFile(noteFile(folders), JSON.stringify({ target: target.login }));
    return { writtenTo: `${target.envFile} (${target.login})`, paste: null, needsRestart: true };
  }
  const now = await readFile(folders.envFile, 'utf8').catch(() => '');
  await writePrivately(folders.envFile, merged(now, lines));
  return { writtenTo: folders.envFile, paste: null, needsRestart: true };
}

/** @returns null where it cannot be known from here */
export async function hasMailServer(
  folders: DeskFolders,
  target: Target | null,
): Promise<boolean | null> {
  if (target?.way === 'git') return null;
  if (target?.way === 'ssh') {
    return readFile(noteFile(folders), 'utf8').then(
      () => true,
      () => null,
    );
  }
  const text = await readFile(folders.envFile, 'utf8').catch(() => '');
  return Boolean(parseEnv(text).SMTP_URL);
}

function settingLines({
  host,
  port,
  isSecure,
  user,
  password,
  from,
  to,
}: MailSettings): [string, string][] {
  const login = user && `${escaped(user)}:${escaped(password)}@`;
  const options = !isSecure && user ? '?requireTLS=true' : '';
  return [
    ['SMTP_URL', `${isSecure ? 'smtps' : 'smtp'}://${login}${host}:${port}${options}`],
    ['MAIL_FROM', from && `"${from}"`],
    ['MAIL_TO', to && `"${to}"`],
  ];
}

/** Signs that files of settings, shells and addresses each take for their own. */
const escaped = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function merged(text: string, lines: [string, string][]): string {
  let next = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  for (const [name, value] of lines) {
    const line = `${name}=${value}`;
    const old = new RegExp(`^${name}=.*$`, 'm');
    if (old.test(next)) next = next.replace(old, () => line);
    else if (value !== '') next += `${line}\n`;
  }
  return next;
}

function assertPlain({ host, port, from, to, user, password }: MailSettings): void {
  const isRight =
    /^[\w.-]+$/.test(host) &&
    Number.isInteger(port) &&
    port > 0 &&
    port < 65_536 &&
    [from, to].every((one) => !/["\\$`\n\r]/.test(one)) &&
    [user, password].every((one) => typeof one === 'string' && !/[\n\r\0]/.test(one));
  if (!isRight) throw new RefusalError(422, 'Kijk de gegevens van de mailserver na.');
}

async function writePrivately(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const next = `${file}.next`;
  const handle = await open(next, 'w', 0o600);
  try {
    await handle.chmod(0o600);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(next, file);
}

async function companyAddress({ contentDir }: DeskFolders): Promise<string> {
  const file = await readContentFile(contentDir, CONTENT_FILES.company.file);
  const value = file && 'value' in file ? file.value : null;
  return typeof value === 'object' && value && 'email' in value ? String(value.email) : '';
}
