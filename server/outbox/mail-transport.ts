import type { OutgoingMail } from '../store/store.ts';
import type { DeliveryOutcome } from './delivery-state.ts';

/** Hands mails over: to a mail server, or to a folder. */
export interface MailTransport {
  /** Where mails go, without secrets, for the line at the start. */
  readonly description: string;
  /**
   * One try to hand over one mail. Never rejects: whatever goes wrong is an outcome.
   *
   * @param signal ends the try; the outcome is then not 'delivered'
   */
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<DeliveryOutcome>;
  close(): void;
}
