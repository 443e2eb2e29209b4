import type { SendMailOptions } from 'nodemailer';
import type { OutgoingMail } from '../store/store.ts';
import type { SiteAddresses } from './site-addresses.ts';

/**
 * A mail in the words of nodemailer, which writes every header and every line of MIME.
 *
 * Both parts are quoted-printable whatever they hold: it keeps trailing blanks and lines longer
 * than a mail server takes, and unlike `format=flowed` no mail program wraps them anew.
 *
 * @param site today's addresses of the site
 */
export function mimeMessage(mail: OutgoingMail, site: SiteAddresses): SendMailOptions {
  const part = (contentType: string, content: string) => ({
    contentType: `${contentType}; charset=utf-8`,
    contentTransferEncoding: 'quoted-printable',
    content,
  });
  return {
    messageId: mail.messageId,
    date: new Date(mail.dateMs),
    from: site.from,
    ...toWhom(mail, site),
    subject: mail.subject,
    alternatives: [part('text/plain', mail.text), part('text/html', mail.html)],
    ...(mail.calendar !== undefined && {
      attachments: [
        {
          contentType: 'text/calendar; charset=utf-8',
          contentDisposition: 'attachment' as const,
          // Its lines must end in CRLF, which a reader of quoted-printable text may not keep.
          contentTransferEncoding: 'base64' as const,
          filename: 'agenda.ics',
          content: mail.calendar,
        },
      ],
    }),
    // Names no server and reads no file, whatever a field holds.
    disableFileAccess: true,
    disableUrlAccess: true,
    xMailer: false,
  };
}

function toWhom({ kind, visitor }: OutgoingMail, site: SiteAddresses): SendMailOptions {
  switch (kind) {
    case 'company':
      return { to: site.company, replyTo: visitor };
    case 'digest':
      // An answer to all of it would reach none of those who asked.
      return { to: site.company };
    case 'confirmation':
      return {
        to: visitor,
        replyTo: site.contact,
        // 'All' asks Exchange not to answer an answering machine; RFC 3834 asks everybody else.
        headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
      };
  }
}
