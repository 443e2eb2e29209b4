/** One thread of `encode-in-parallel.ts`: encodes the photos it is sent, one after the other. */
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { type EncodedPhoto, type EncodeRequest, encodePhoto } from './encode-photo.ts';

export type EncodeReply = { encoded: EncodedPhoto } | { error: Error };

// There is a worker for each core already.
sharp.concurrency(1);
sharp.cache(false);

parentPort?.on('message', async (request: EncodeRequest) => {
  const reply: EncodeReply = await encodePhoto(request).then(
    (encoded) => ({ encoded }),
    (error) => ({ error }),
  );
  parentPort?.postMessage(reply);
});
