import { type DeskApi, RefusedError } from '../../shared/api.ts';
import { sendFile } from './upload.ts';

export const NO_CONNECTION = 'Er is geen verbinding.';
/** While the desk restarts, the proxy responds with an error page of its own. */
const NO_RESPONSE = 'De server antwoordt niet.';

/**
 * How long a call may take, with its body and its response; the server needs seconds. When a phone
 * changes from wifi to mobile data, a request may stay without a response or an error. A browser
 * waits for minutes, and meanwhile nothing else would be saved.
 */
const LIMIT_MS = 60_000;
/**
 * These may take a minute or more: they wait for a mail server, rewrite the database or copy all
 * photos.
 */
const UNLIMITED: (keyof DeskApi)[] = [
  'POST /api/test-mail',
  'DELETE /api/enquiries/:id',
  'POST /api/versions/:id/restore',
];

/**
 * A browser refuses a `keepalive` request when the bodies of all such requests in flight would have
 * more than 64 KiB together (the Fetch standard, 'HTTP-network-or-cache fetch').
 */
const KEEPALIVE_LIMIT_BYTES = 60_000;
let keepaliveBytesInFlight = 0;

/**
 * Calls a route of the desk's server.
 *
 * @param parameter replaces the parameter in the route's path, such as `:id`
 * @throws RefusedError
 */
export async function call<Route extends keyof DeskApi>(
  route: Route,
  body?: DeskApi[Route]['body'],
  parameter = '',
): Promise<DeskApi[Route]['response']> {
  const [method = '', path = ''] = route.split(' ');
  const address = path.replace(/:\w+/, encodeURIComponent(parameter));
  if ((body as unknown) instanceof Blob) {
    const sent = await sendFile(method, address, body as unknown as Blob);
    if (sent.isTimedOut) throw new RefusedError(0, NO_RESPONSE);
    return resultOf(sent.status, sent.json as DeskApi[Route]['response'] | undefined);
  }
  const init: RequestInit = { method };
  if (method !== 'GET' && method !== 'DELETE') {
    init.body = JSON.stringify(body ?? {});
    init.headers = { 'Content-Type': 'application/json' };
  }
  // A phone may end a hidden page before its request is sent. With `keepalive` the browser
  // completes it.
  const bytes = new Blob([String(init.body ?? '')]).size;
  init.keepalive = document.hidden && keepaliveBytesInFlight + bytes <= KEEPALIVE_LIMIT_BYTES;
  const keepaliveBytes = init.keepalive ? bytes : 0;
  keepaliveBytesInFlight += keepaliveBytes;
  const limit = new AbortController();
  init.signal = limit.signal;
  const timer = UNLIMITED.includes(route) ? undefined : setTimeout(() => limit.abort(), LIMIT_MS);
  const response = await fetch(address, init).catch(() => undefined);
  const json = await response?.json().catch(() => undefined);
  clearTimeout(timer);
  keepaliveBytesInFlight -= keepaliveBytes;
  if (limit.signal.aborted) throw new RefusedError(0, NO_RESPONSE);
  return resultOf(response?.status ?? 0, json);
}

function resultOf<Result>(status: number, json: Result | undefined): Result {
  if (!status) throw new RefusedError(0, NO_CONNECTION);
  if (json === undefined) throw new RefusedError(0, NO_RESPONSE);
  if (status < 300) return json;
  const { message } = json as { message?: string };
  throw new RefusedError(status, message ?? 'De server kan dat nu niet.');
}
