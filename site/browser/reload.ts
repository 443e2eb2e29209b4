/* In development, reloads an open page when the server has a newer release. */

import { API_BASE, RELEASE_HEADER, STATUS_PATH } from '../../enquiry/api-contract.ts';

const POLL_MS = 300;

let loaded: string | null | undefined;
setInterval(async () => {
  const current = await fetch(API_BASE + STATUS_PATH, { cache: 'no-store' }).then(
    (response) => response.headers.get(RELEASE_HEADER),
    // There is no response while the server restarts after a change of its code.
    () => loaded,
  );
  if (loaded !== undefined && current !== loaded) location.reload();
  loaded = current;
}, POLL_MS);
