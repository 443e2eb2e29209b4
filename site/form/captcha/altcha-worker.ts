// With the browser's own PBKDF2; `altcha-lib/workers/pbkdf2` needs Node.
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

handler({ deriveKey });
