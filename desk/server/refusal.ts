import type { Refusal } from '../api.ts';

/** What the app is answered when something does not go on, in Dutch; nothing was written. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly status: number;
  readonly answer: Refusal;

  /** @param more what the call's own kind of refusal says besides */
  constructor(status: number, message: string, more: object = {}) {
    super(message);
    this.status = status;
    this.answer = { message, ...more };
  }
}
