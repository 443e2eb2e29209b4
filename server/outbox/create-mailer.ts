import type { ReleaseManifest } from '../../release/manifest.ts';
import { describeError, type Log } from '../../runtime/log.ts';
import type { Settings } from '../../runtime/settings.ts';
import { mailFolderOf } from '../store/store.ts';
import { composeMail, composePlainMail, senderOf } from './compose-mail.ts';
import { writeMailFile } from './mail-folder.ts';
import { mailServerAt } from './mail-server.ts';
import type { OutboxDependencies } from './outbox.ts';

/**
 * Delivers mails to the server of SMTP_URL. Without that setting, a site with sample facts keeps
 * them as files, and any other site leaves them queued.
 */
export function createMailer(
  settings: Pick<Settings, 'SMTP_URL' | 'DATA_DIR' | 'MAIL_FROM' | 'MAIL_TO'>,
  currentManifest: () => ReleaseManifest,
  log: Log,
): Pick<OutboxDependencies, 'currentDelivery' | 'compose'> {
  return {
    currentDelivery() {
      const { SMTP_URL } = settings;
      if (SMTP_URL !== '') {
        const { address } = senderOf({ manifest: currentManifest(), settings });
        const server = mailServerAt(SMTP_URL, address);
        return async (mail, signal) => {
          const { reply: _, ...sent } = await server.send(mail, signal);
          return { kind: 'delivered', ...sent };
        };
      }
      if (!currentManifest().sampleFacts) return undefined;
      return async (mail) => {
        await writeMailFile(mailFolderOf(settings.DATA_DIR), mail);
        return { kind: 'kept' };
      };
    },
    compose(mail) {
      const context = { manifest: currentManifest(), settings };
      try {
        return composeMail(mail, context);
      } catch (error) {
        const described = describeError(error);
        log.error({ error: described }, 'a mail cannot be composed: it is sent as a list');
        return composePlainMail(mail, context);
      }
    },
  };
}
