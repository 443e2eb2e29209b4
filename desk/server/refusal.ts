import type { Refusal } from '../api.ts';

/** An answer other than 2xx. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly status: number;
  readonly answer: Refusal;

  /** @param more what this kind of refusal has besides the message */
  constructor(status: number, message: string, more: object = {}) {
    super(message);
    this.status = status;
    this.answer = { message, ...more };
  }
}
