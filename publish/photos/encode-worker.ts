/** One thread of `encode-in-parallel.ts`: encodes the photos it is sent, one after the other. */
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { type EncodedPhoto, type EncodeRequest, encodePhoto } from './encode-photo.ts';
import { UnreadablePhotoError } from './read-original.ts';

/** An error loses its class on its way between threads, so the reply says which kind it is. */
export type EncodeReply = { encoded: EncodedPhoto } | { unreadable: Error } | { failed: Error };

// There is a worker for each core already.
sharp.concurrency(1);
sharp.cache(false);

parentPort?.on('message', async (request: EncodeRequest) => {
  const reply: EncodeReply = await encodePhoto(request).then(
    (encoded) => ({ encoded }),
    (error) => (error instanceof UnreadablePhotoError ? { unreadable: error } : { failed: error }),
  );
  parentPort?.postMessage(reply);
});
