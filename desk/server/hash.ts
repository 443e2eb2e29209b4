import { createHash } from 'node:crypto';

/** The SHA-256 hash in hex. */
export function hashOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
