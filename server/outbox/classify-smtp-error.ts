import type { DeliveryOutcome } from './delivery-state.ts';

/** What nodemailer tells about a try that failed. */
export interface SmtpError {
  message: string;
  /** Nodemailer's own: 'EAUTH', 'ETIMEDOUT', …. */
  code?: string;
  /** The code of Node's network or TLS error, where one is behind it. */
  originalCode?: string;
  /** The server's three digits, when it answered. */
  responseCode?: number;
  /** The server's words; only its enhanced status code is kept. */
  response?: string;
  /** The command it answered to: 'MAIL FROM', 'RCPT TO', 'DATA', 'CONN', …. */
  command?: string;
}

/** Replies about who we are, whichever command they answer (RFC 4954, section 6; RFC 8689). */
const LOGIN_REPLIES = new Set([530, 534, 535, 538]);

/** Nodemailer's codes for a login, TLS or setting that fails the same way for every mail. */
const FAULT_CODES = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EREQUIRETLS', 'ECONFIG']);

/** OpenSSL's and Node's names for a certificate or a handshake that is not accepted. */
const TLS_FAULT =
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;

/** A server that knows only HELO cannot give the encryption a password needs. */
const TLS_MISSING = /required STARTTLS/;

/** Commands whose refusal is about one mail: its recipient, its size, its content. */
const ABOUT_THIS_MAIL = new Set(['RCPT TO', 'DATA']);

/** Mail size exceeds a limit (RFC 1870, 6.1): about this mail although MAIL FROM says it. */
const TOO_LARGE = new Set([552, 523]);

/**
 * Tells the failures apart that the outbox treats apart. What is not known is temporary: to send
 * once more costs little, to give up costs an enquiry.
 */
export function classifySmtpError(error: SmtpError): DeliveryOutcome {
  const kind = kindOf(error);
  const isUnreachable = kind === 'temporary' && error.responseCode === undefined;
  return { kind: isUnreachable ? 'unreachable' : kind, reason: reasonOf(error) };
}

function kindOf({ code = '', originalCode = '', responseCode, command = '', message }: SmtpError) {
  if (FAULT_CODES.has(code) || TLS_FAULT.test(originalCode) || TLS_MISSING.test(message)) {
    return 'fault';
  }
  if (responseCode !== undefined) {
    if (LOGIN_REPLIES.has(responseCode)) return 'fault';
    if (responseCode < 500 || responseCode > 599) return 'temporary';
    if (ABOUT_THIS_MAIL.has(command) || TOO_LARGE.has(responseCode)) return 'permanent';
    // Greeting, EHLO or MAIL FROM refused for good: the same would happen to every other mail.
    return 'fault';
  }
  // Nodemailer itself refuses an address that cannot be put on the wire. From a server, the same
  // code without a number is babble.
  return code === 'EENVELOPE' && command === 'API' ? 'permanent' : 'temporary';
}

/** Enhanced status code (RFC 3463): '5.7.26' tells the operator more than '550'. */
const ENHANCED_CODE = /\b[245]\.\d{1,3}\.\d{1,3}\b/;

/** Without the server's words: they often repeat the recipient's address, which no log may hold. */
function reasonOf({ code, originalCode, responseCode, response = '', command }: SmtpError): string {
  const enhanced = ENHANCED_CODE.exec(response)?.[0];
  const parts = [responseCode, enhanced, code, originalCode, command && `at ${command}`];
  return parts.filter(Boolean).join(' ') || 'unknown';
}
