import { afterEach, vi } from 'vitest';

// Vitest has no setting for this, as `restoreMocks` is for spies. A clock that a failed test left
// stopped would make the tests after it fail too, or wait forever.
afterEach(() => {
  vi.useRealTimers();
});
