import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { handler } from 'altcha-lib/workers/shared';

// For pages over plain http, where browsers hide WebCrypto: a site tried on a local network. About
// ten times slower than the browser's own.
handler({
  async deriveKey(parameters, salt, password) {
    const { algorithm, cost, keyLength } = parameters;
    if (algorithm !== 'PBKDF2/SHA-256')
      throw new Error(`Cannot solve ${algorithm} over plain http`);
    return { derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) };
  },
});
