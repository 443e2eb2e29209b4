/** What the operator can do about an error of `listen`, by its code. */
const LISTEN_ADVICE: Record<string, string> = {
  EADDRINUSE: 'Stop the program that listens there, or choose another PORT.',
  EACCES: 'This account may not use that port: choose another PORT, from 1024 on.',
  EADDRNOTAVAIL: 'That is not an address of this machine.',
  ENOTFOUND: 'That name has no address.',
  EAI_AGAIN: 'The address of that name could not be found now.',
};

/**
 * The error of a server that cannot listen.
 *
 * @param error what `listen` threw: 'listen EADDRINUSE: address already in use 127.0.0.1:3000'
 * @param settings the settings that decide where it listens: 'HOST, PORT'
 * @param explanation a sentence that explains how the settings decide it
 */
export function listenError(error: unknown, settings: string, explanation?: string): Error {
  const { message, code = '' } = error as NodeJS.ErrnoException;
  const sentences = [`${settings}: ${message}.`, explanation, LISTEN_ADVICE[code]];
  return new Error(sentences.filter(Boolean).join(' '));
}

/**
 * What the operator reads: one line, or the stack of an error that a fault of the code throws. All
 * other errors are about settings or files, and name them.
 */
export function startErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isFault = [TypeError, RangeError, ReferenceError].some((kind) => error instanceof kind);
  return (isFault && error.stack) || error.message;
}
