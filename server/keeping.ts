import type { Release } from '../enquiry/release.ts';
import { eraseMailFiles } from './outbox/file-transport.ts';
import { mailFolderOf } from './outbox/open-transport.ts';
import { type Settings, SettingsError } from './settings.ts';
import type { StoreMethods } from './store/store.ts';

const DAY_MS = 24 * 3_600_000;

type Contradictable = Pick<Settings, 'mailTo'>;

/**
 * Holds the settings to what the privacy page tells visitors, which comes from the same lines of
 * `content/site.yaml` (decision 052). A line that is empty says nothing, so nothing contradicts it.
 *
 * @throws SettingsError in one line: the setting, what the content says, the next step
 */
export function assertKeeping(
  { mailTo }: Contradictable,
  { keeping: { recipient } }: Pick<Release, 'keeping'>,
): void {
  if (recipient !== '' && mailTo && !isSame(mailTo.address, recipient)) {
    throw new SettingsError(
      `MAIL_TO is ${mailTo.address} while content/site.yaml says that enquiries go to ${recipient}, ` +
        'which the privacy page repeats: take one of them away.',
    );
  }
}

/** Erases what has been kept for the days the privacy page names: enquiries, and mails written as files. */
export async function eraseExpired(
  store: Pick<StoreMethods, 'eraseExpired'>,
  dataDir: string,
  { keeping }: Pick<Release, 'keeping'>,
  nowMs: number,
): Promise<void> {
  const keepMs = keeping.days * DAY_MS;
  await store.eraseExpired(nowMs, keepMs);
  await eraseMailFiles(mailFolderOf(dataDir), nowMs - keepMs);
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
