import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

// Solves an ALTCHA challenge with the browser's own PBKDF2.
handler({ deriveKey });
