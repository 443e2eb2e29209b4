import { useSyncExternalStore } from 'react';

/* Sends a file to the desk with XMLHttpRequest, because `fetch` does not tell how much was sent. */

interface UploadProgress {
  /** The file's name: 'IMG_0412.HEIC'. */
  name: string;
  /** The file's place in the batch: file `n` of `of`. */
  n: number;
  of: number;
  /** The fraction of the file that was sent. It stays 1 while the desk processes the file. */
  sent: number;
}

let progress: UploadProgress | undefined;
const listeners = new Set<() => void>();

/** @param next undefined when nothing is being sent any longer */
export function setUploadProgress(next: UploadProgress | undefined) {
  progress = next;
  for (const listener of listeners) listener();
}

export const useUploadProgress = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => progress,
  );

/** How long to wait before each retry of an upload that got no response. */
const RETRY_DELAYS_MS = [1_000, 4_000];

/**
 * How long nothing may be sent of a file. When a phone changes from wifi to mobile data, an upload
 * may stall without an error, and a browser waits for minutes.
 */
const STALL_LIMIT_MS = 60_000;
/**
 * How long the response may take once all was sent. Meanwhile the desk scales the photo, and
 * perhaps one that arrived before it, for at most a minute each (server/worker/worker.ts).
 */
const RESPONSE_LIMIT_MS = 2.5 * 60_000;
/**
 * The last part of each limit, for which a second timer waits. When a phone resumes a page that it
 * suspended, the overdue first timer may run before the queued progress events. They must have the
 * time to restart the limit, or an upload that goes on would be aborted.
 */
const LIMIT_END_MS = 1_000;

interface Sent {
  /** 0 without a response */
  status: number;
  json: unknown;
  /** Whether a limit ended the request. */
  isTimedOut: boolean;
}

/**
 * Sends a request whose body is a file, and sends it again when the desk does not respond. That is
 * safe: the server adds the same file only once.
 */
export async function sendFile(method: string, address: string, file: Blob): Promise<Sent> {
  const name = file instanceof File ? file.name : '';
  const batch = progress ?? { name, n: 1, of: 1 };
  const send = () =>
    sendOnce(method, address, file, (sent) => setUploadProgress({ ...batch, sent }));
  try {
    for (const delayMs of RETRY_DELAYS_MS) {
      const sent = await send();
      // While the desk restarts, the proxy responds with an error page of its own.
      const hasResponse = sent.status !== 0 && (sent.status < 500 || sent.json !== undefined);
      if (hasResponse) return sent;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
    return await send();
  } finally {
    setUploadProgress(undefined);
  }
}

/** @param onProgress gets the fraction of the file that was sent */
function sendOnce(
  method: string,
  address: string,
  file: Blob,
  onProgress: (sent: number) => void,
): Promise<Sent> {
  const request = new XMLHttpRequest();
  request.open(method, address);
  request.setRequestHeader('Content-Type', 'application/octet-stream');
  let isTimedOut = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const abort = () => {
    isTimedOut = true;
    request.abort();
  };
  const endAfter = (limitMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = setTimeout(abort, LIMIT_END_MS);
    }, limitMs - LIMIT_END_MS);
  };
  onProgress(0);
  request.upload.onprogress = ({ loaded, total }) => {
    endAfter(STALL_LIMIT_MS);
    onProgress(loaded / total);
  };
  request.upload.onload = () => endAfter(RESPONSE_LIMIT_MS);
  return new Promise((resolve) => {
    request.onloadend = () => {
      clearTimeout(timer);
      resolve({ status: request.status, json: parseJson(request.responseText), isTimedOut });
    };
    endAfter(STALL_LIMIT_MS);
    request.send(file);
  });
}

/** @returns undefined for a text that is not JSON, such as a proxy's error page */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
