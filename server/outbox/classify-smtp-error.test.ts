import { describe, expect, it } from 'vitest';
import { classifySmtpError, type SmtpError } from './classify-smtp-error.ts';
import type { DeliveryOutcome } from './delivery-state.ts';
import type { TalkStep } from './smtp-talk.ts';

type Row = [Partial<SmtpError>, DeliveryOutcome['kind'] | 'refused, its recipient', TalkStep?];

const ROWS: Row[] = [
  // Nobody there, or gone half-way.
  [{ code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' }, 'unreachable'],
  [{ code: 'ESOCKET', originalCode: 'ECONNRESET', command: 'CONN' }, 'unreachable'],
  [{ code: 'EDNS', command: 'CONN' }, 'unreachable'],
  [{ code: 'ECONNECTION', command: 'CONN' }, 'unreachable'],
  [{ code: 'ETIMEDOUT', command: 'CONN' }, 'unreachable'],
  [{ code: 'EPROTOCOL', command: 'CONN' }, 'unreachable'],
  [{ code: 'EABORT', command: 'API' }, 'unreachable'],
  [{ code: 'ESTREAM' }, 'unreachable'],
  [{ code: 'EMESSAGE', command: 'DATA' }, 'unreachable'],
  [{ message: 'something nobody has seen before' }, 'unreachable'],
  [{ code: 'EENVELOPE', command: 'MAIL FROM', response: 'babble' }, 'unreachable'],
  // Not now.
  [{ code: 'EENVELOPE', responseCode: 421, command: 'MAIL FROM' }, 'temporary'],
  [{ code: 'EENVELOPE', responseCode: 450, command: 'RCPT TO' }, 'temporary'],
  [{ code: 'EENVELOPE', responseCode: 452, command: 'RCPT TO' }, 'temporary'],
  [{ code: 'EPROTOCOL', responseCode: 421, command: 'CONN' }, 'temporary'],
  [{ code: 'EMESSAGE', responseCode: 451, command: 'DATA' }, 'temporary'],
  // Broken off while it was about this mail.
  [{ code: 'ETIMEDOUT', command: 'CONN' }, 'stalled', 'RCPT TO'],
  [{ code: 'ECONNECTION', command: 'CONN' }, 'stalled', 'final dot'],
  [{ code: 'ECONNECTION', command: 'CONN' }, 'unreachable', 'EHLO'],
  // The enhanced code goes before the first digit.
  [
    { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO', response: '550 4.7.1 grey' },
    'temporary',
  ],
  [
    { code: 'EENVELOPE', responseCode: 450, command: 'RCPT TO', response: '450 5.1.1 no' },
    'refused, its recipient',
  ],
  [
    { code: 'EENVELOPE', responseCode: 550, command: 'MAIL FROM', response: '550 5.2.3 big' },
    'refused',
  ],
  [
    { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO', response: '550 5.1.8 you?' },
    'fault',
  ],
  [
    { code: 'EMESSAGE', responseCode: 550, command: 'DATA', response: '550 5.4.5 daily limit' },
    'refused',
  ],
  [{ code: 'EMESSAGE', responseCode: 550, command: 'DATA', response: '550 5.7.1 spam' }, 'refused'],
  [
    { code: 'EMESSAGE', responseCode: 552, command: 'DATA', response: '552 5.2.2 full' },
    'refused, its recipient',
  ],
  [
    { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO', response: '550 5.4.5 limit' },
    'refused',
  ],
  [{ code: 'EENVELOPE', responseCode: 554, command: 'RCPT TO' }, 'refused'],
  // Not this mail.
  [{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, 'refused, its recipient'],
  [{ code: 'EENVELOPE', responseCode: 553, command: 'RCPT TO' }, 'refused, its recipient'],
  [{ code: 'EENVELOPE', responseCode: 552, command: 'MAIL FROM' }, 'refused'],
  [{ code: 'EENVELOPE', responseCode: 554, command: 'DATA' }, 'refused'],
  [{ code: 'EMESSAGE', responseCode: 554, command: 'DATA' }, 'refused'],
  [{ code: 'EENVELOPE', command: 'API' }, 'refused, its recipient'],
  // Not us.
  [{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, 'fault'],
  [{ code: 'EAUTH', responseCode: 454, command: 'AUTH PLAIN' }, 'fault'],
  [{ code: 'EENVELOPE', responseCode: 530, command: 'MAIL FROM' }, 'fault'],
  [{ code: 'EENVELOPE', responseCode: 530, command: 'RCPT TO' }, 'fault'],
  [{ code: 'EENVELOPE', responseCode: 550, command: 'MAIL FROM' }, 'fault'],
  [{ code: 'EPROTOCOL', responseCode: 554, command: 'CONN' }, 'fault'],
  [{ code: 'EPROTOCOL', responseCode: 550, command: 'HELO' }, 'fault'],
  [{ code: 'ETLS', command: 'STARTTLS' }, 'fault'],
  [{ code: 'EREQUIRETLS', command: 'MAIL FROM' }, 'fault'],
  [{ code: 'ENOAUTH' }, 'fault'],
  [{ code: 'EOAUTH2' }, 'fault'],
  [{ code: 'ECONFIG' }, 'fault'],
  [{ code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED', command: 'CONN' }, 'fault'],
  [{ code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT', command: 'CONN' }, 'fault'],
  [{ code: 'ESOCKET', originalCode: 'SELF_SIGNED_CERT_IN_CHAIN', command: 'CONN' }, 'fault'],
  [{ code: 'ESOCKET', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID', command: 'CONN' }, 'fault'],
  [{ code: 'ESOCKET', originalCode: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', command: 'CONN' }, 'fault'],
  [{ code: 'ESOCKET', originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'fault'],
  [
    { code: 'ECONNECTION', message: 'EHLO failed but HELO does not support required STARTTLS' },
    'fault',
  ],
];

describe('a failed try is', () => {
  it.each(ROWS)('%j: %s', (error, kind, step = 'connection') => {
    const outcome = classifySmtpError({ message: '', ...error }, step);
    const isAboutRecipient = outcome.kind === 'refused' && outcome.isAboutRecipient;
    expect(`${outcome.kind}${isAboutRecipient ? ', its recipient' : ''}`).toBe(kind);
  });

  it('described by codes and where it stalled, never by words that may repeat an address', () => {
    const error = {
      message: 'Recipient rejected: zoe@voorbeeld.example',
      code: 'EENVELOPE',
      responseCode: 550,
      response: '550 5.1.1 <zoe@voorbeeld.example> unknown',
      command: 'RCPT TO',
    };
    expect(classifySmtpError(error, 'RCPT TO')).toEqual({
      kind: 'refused',
      isAboutRecipient: true,
      reason: '550 5.1.1 EENVELOPE at RCPT TO',
    });
    const silent = { message: 'Timeout', code: 'ETIMEDOUT', command: 'CONN' };
    expect(classifySmtpError(silent, 'final dot')).toEqual({
      kind: 'stalled',
      mayHaveArrived: true,
      reason: 'ETIMEDOUT at final dot',
    });
  });
});
