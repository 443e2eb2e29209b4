import { composeDigest } from '../server/outbox/compose-digest.ts';
import type { OutboxParts } from '../server/outbox/outbox.ts';
import { TEST_RELEASE } from './test-release.ts';

/** What an outbox of a test knows of digests. */
export const TEST_DIGESTS: OutboxParts['digests'] = {
  host: () => 'maanzaad.example',
  compose: (parts) => composeDigest(parts, TEST_RELEASE),
};
