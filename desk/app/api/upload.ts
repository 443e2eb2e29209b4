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

function setProgress(next: UploadProgress | undefined) {
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

/** Sends a request whose body is a file. Without a response its status is 0. */
export function sendFile(
  method: string,
  address: string,
  file: Blob,
): Promise<{ status: number; json: unknown }> {
  const request = new XMLHttpRequest();
  request.open(method, address);
  request.setRequestHeader('Content-Type', 'application/octet-stream');
  const name = file instanceof File ? file.name : '';
  const batch = progress ?? { name, n: 1, of: 1, sent: 0 };
  setProgress({ ...batch, sent: 0 });
  request.upload.onprogress = ({ loaded, total }) =>
    setProgress({ ...batch, sent: loaded / total });
  return new Promise((resolve) => {
    request.onloadend = () => {
      setProgress(undefined);
      resolve({ status: request.status, json: parseJson(request.responseText) });
    };
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

/**
 * Uploads files one after the other.
 *
 * @param send called for each file; when it throws, that file counts as failed
 * @returns the results, and for each failed file its name with the reason
 */
export async function uploadEach<Result>(files: File[], send: (file: File) => Promise<Result>) {
  const done: Result[] = [];
  const failed: string[] = [];
  for (const [index, file] of files.entries()) {
    setProgress({ name: file.name, n: index + 1, of: files.length, sent: 0 });
    try {
      done.push(await send(file));
    } catch (error) {
      failed.push(`${file.name}: ${(error as Error).message}`);
    } finally {
      setProgress(undefined);
    }
  }
  return { done, failed };
}
