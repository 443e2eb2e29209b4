import { expect, test } from 'vitest';
import { MAX_PERSON_COUNT, MAX_REQUEST_BYTES } from '../enquiry/enquiry.ts';
import { PROBLEMS } from '../enquiry/replies.ts';
import { FALLBACK_MS } from '../site/dialog/after-animations.ts';
import { MINIMUM_DISTANCE_PX } from '../site/scroll/scroll.ts';
import { SLOW_FRAME_MS } from '../site/shell/PrivacyDialog.tsx';

/* Other tests take these from the code, and would follow them wherever they went. */
test('numbers that the specification or the API fixes are those', () => {
  expect({
    MAX_REQUEST_BYTES,
    MAX_PERSON_COUNT,
    FALLBACK_MS,
    MINIMUM_DISTANCE_PX,
    SLOW_FRAME_MS,
  }).toEqual({
    MAX_REQUEST_BYTES: 32_768,
    MAX_PERSON_COUNT: 100_000,
    FALLBACK_MS: 100,
    MINIMUM_DISTANCE_PX: 2,
    SLOW_FRAME_MS: 8_000,
  });
  const statuses = Object.values(PROBLEMS).map(({ status }) => status);
  expect(statuses).toEqual([400, 403, 404, 405, 409, 413, 415, 422, 422, 422, 429, 503]);
});
