import { type DeskApi, RefusedError } from '../../shared/api.ts';
import { sendFile } from './upload.ts';

export const NO_CONNECTION = 'Er is geen verbinding.';
/** While the desk restarts, the proxy responds with an error page of its own. */
const NO_RESPONSE = 'De server antwoordt niet.';

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
    return resultOf(sent.status, sent.json as DeskApi[Route]['response'] | undefined);
  }
  const init: RequestInit = { method };
  if (method !== 'GET' && method !== 'DELETE') {
    init.body = JSON.stringify(body ?? {});
    init.headers = { 'Content-Type': 'application/json' };
  }
  // A phone may end a hidden page before its request is sent. With `keepalive` the browser
  // completes it, up to 64 KiB.
  init.keepalive = document.hidden && String(init.body).length < 60_000;
  const response = await fetch(address, init).catch(() => undefined);
  const json = await response?.json().catch(() => undefined);
  return resultOf(response?.status ?? 0, json);
}

function resultOf<Result>(status: number, json: Result | undefined): Result {
  if (!status) throw new RefusedError(0, NO_CONNECTION);
  if (json === undefined) throw new RefusedError(0, NO_RESPONSE);
  if (status < 300) return json;
  const { message } = json as { message?: string };
  throw new RefusedError(status, message ?? 'De server kan dat nu niet.');
}
