// The worker uses the browser's own PBKDF2, because `altcha-lib/workers/pbkdf2` needs Node.
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

handler({ deriveKey });
