import { RefusalError } from '../http/problems.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a request body as one JSON object (RFC 8259): valid UTF-8 without a byte order mark, and
 * no key named `__proto__`, which would be a property here and a prototype elsewhere.
 *
 * @throws RefusalError 'malformed'
 */
export function parseJsonObject(body: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(body));
  } catch {
    throw new RefusalError({ problem: 'malformed' });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RefusalError({ problem: 'malformed' });
  }
  // Only the top level matters: the schema takes no nested value at all.
  if (Object.hasOwn(value, '__proto__')) throw new RefusalError({ problem: 'malformed' });
  return value as Record<string, unknown>;
}
