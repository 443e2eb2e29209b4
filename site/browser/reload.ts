/* In development, reloads an open page when the server has a newer release. */

const POLL_MS = 300;

let loaded: string | null | undefined;
setInterval(async () => {
  const current = await fetch('/api/status', { cache: 'no-store' }).then(
    (response) => response.headers.get('x-release'),
    // While the server restarts after a change of its code, there is no response.
    () => loaded,
  );
  if (loaded !== undefined && current !== loaded) location.reload();
  loaded = current;
}, POLL_MS);

export {};
