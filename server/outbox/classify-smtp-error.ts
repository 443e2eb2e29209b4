import type { DeliveryOutcome } from './delivery-state.ts';
import { isBeforeMail, type TalkStep } from './smtp-talk.ts';

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

/** A server that knows only HELO cannot give the encryption that is required. */
const TLS_MISSING = /required STARTTLS/;

/** Commands whose refusal is about one mail: its recipient, its size, its content. */
const ABOUT_THIS_MAIL = new Set(['RCPT TO', 'DATA']);

/** Mail size exceeds a limit (RFC 1870, 6.1): about this mail although MAIL FROM says it. */
const TOO_LARGE = new Set([552, 523]);

/** Enhanced status code (RFC 3463): class, subject, detail. */
const ENHANCED_CODE = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/;
/** RFC 3463, 3.2: bad sender's mailbox or its system, which is ours. */
const ABOUT_OUR_ADDRESS = /^1\.[78]$/;
/** RFC 3463, 3.2 and 3.3: the recipient's address, or the mailbox behind it. */
const ABOUT_RECIPIENT = /^[12]\./;
/** RFC 3463, 3.3 and 3.4: message too long. */
const ABOUT_SIZE = /^(2\.3|3\.4)$/;
/** No such mailbox (RFC 5321, 4.2.3), where no enhanced code says it more exactly. */
const RECIPIENT_REPLIES = new Set([550, 551, 553]);

/**
 * Tells the failures apart that the outbox treats apart. What is not known is temporary: to send
 * once more costs little, to give up costs an enquiry.
 *
 * @param step where the talk stood
 */
export function classifySmtpError(error: SmtpError, step: TalkStep): DeliveryOutcome {
  const reason = reasonOf(error, step);
  const { code = '', originalCode = '', responseCode, command = '', message } = error;
  if (FAULT_CODES.has(code) || TLS_FAULT.test(originalCode) || TLS_MISSING.test(message)) {
    return { kind: 'fault', reason };
  }
  if (responseCode !== undefined) return outcomeOfReply(error, responseCode, reason);
  // Nodemailer itself refuses an address that cannot be put on the wire. From a server, the same
  // code without a number is babble.
  if (code === 'EENVELOPE' && command === 'API') {
    return { kind: 'refused', isAboutRecipient: true, reason };
  }
  return brokenOff(step, reason);
}

/** The server fell silent, or hung up, while we waited for it there. */
export function brokenOff(step: TalkStep, reason: string): DeliveryOutcome {
  if (isBeforeMail(step)) return { kind: 'unreachable', reason };
  return { kind: 'stalled', mayHaveArrived: step === 'final dot', reason };
}

/** The enhanced code goes before the three digits: '550 5.4.5' is a limit, and no missing mailbox. */
function outcomeOfReply(
  { response = '', command = '' }: SmtpError,
  replyCode: number,
  reason: string,
): DeliveryOutcome {
  const [, enhancedClass, subject, detail] = ENHANCED_CODE.exec(response) ?? [];
  const meaning = subject && `${subject}.${detail}`;
  if (LOGIN_REPLIES.has(replyCode)) return { kind: 'fault', reason };
  if (Number(enhancedClass ?? String(replyCode)[0]) !== 5) return { kind: 'temporary', reason };
  if (meaning && ABOUT_OUR_ADDRESS.test(meaning)) return { kind: 'fault', reason };
  const isAboutSize = TOO_LARGE.has(replyCode) || ABOUT_SIZE.test(meaning ?? '');
  // Greeting, EHLO or MAIL FROM refused for good: the same would happen to every other mail.
  if (!ABOUT_THIS_MAIL.has(command) && !isAboutSize) return { kind: 'fault', reason };
  const isAboutRecipient = meaning
    ? ABOUT_RECIPIENT.test(meaning) && !ABOUT_SIZE.test(meaning)
    : command === 'RCPT TO' && RECIPIENT_REPLIES.has(replyCode);
  return { kind: 'refused', isAboutRecipient, reason };
}

/** Without the server's words: they often repeat the recipient's address, which no log may hold. */
function reasonOf(error: SmtpError, step: TalkStep): string {
  const { code, originalCode, responseCode, response = '', command } = error;
  const enhanced = ENHANCED_CODE.exec(response)?.[0];
  // Nodemailer puts whatever broke off down to the connection.
  const where = command === undefined || command === 'CONN' ? step : command;
  const parts = [responseCode, enhanced, code, originalCode];
  return `${parts.filter(Boolean).join(' ') || 'broken off'} at ${where}`;
}
