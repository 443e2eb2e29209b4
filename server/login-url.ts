/**
 * Checks of addresses that hold a login. A `/`, `#` or `?` in a password that is not escaped ends
 * the login early: its first half passes for host and port, the other half for a path, and either
 * would be tried, and printed, as such.
 */

/** How a message says what {@link isMailServerUrl} and {@link isDatabaseUrl} expect of a login. */
export const ESCAPED_LOGIN = 'with / # ? @ % in the login written as %2F %23 %3F %40 %25';

/**
 * Nodemailer's options that may follow as a query. Others would take effect before our own: one
 * more try of its own sends a mail twice.
 */
const MAIL_SERVER_OPTIONS = new Map([
  // How we call ourselves in EHLO.
  ['name', /^[\w.-]+$/],
  // Address of this machine to call from.
  ['localAddress', /^[\w.:]+$/],
  ['authMethod', /^(PLAIN|LOGIN|CRAM-MD5)$/],
  // 'false' lets mails travel in the clear; never with a login.
  ['requireTLS', /^(true|false)$/],
  // The name on the server's certificate, where it is not the host's.
  ['tls.servername', /^[\w.-]+$/],
]);

/** Whether `text` is `smtp://…` or `smtps://…` with a host, and nothing but a login and known options. */
export function isMailServerUrl(text: string): boolean {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  const hasKnownOptions = [...url.searchParams].every(([name, value]) =>
    MAIL_SERVER_OPTIONS.get(name)?.test(value),
  );
  const risksLogin = url.username !== '' && isEncryptionWaived(text);
  return (
    url.hostname !== '' &&
    isEscapedLogin(url) &&
    /^\/?$/.test(url.pathname) &&
    hasKnownOptions &&
    !risksLogin
  );
}

/** Whether the address of a mail server says that mails may leave in the clear. */
export function isEncryptionWaived(mailServerUrl: string): boolean {
  const { protocol, searchParams } = new URL(mailServerUrl);
  return protocol === 'smtp:' && searchParams.get('requireTLS') === 'false';
}

/** Whether `text` is `postgres://…`, its login escaped. */
export function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) && isEscapedLogin(new URL(text));
}

function isEscapedLogin({ username, password, pathname, search, hash }: URL): boolean {
  const isCutOff = hash !== '' || `${pathname}${search}`.includes('@');
  return !isCutOff && !/%(?![\da-f]{2})/i.test(`${username}:${password}`);
}
