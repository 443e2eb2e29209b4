import { type DeskApi, Refused } from '../api.ts';

/**
 * @param name replaces `:name` in the address
 * @throws Refused
 */
export async function call<Route extends keyof DeskApi>(
  route: Route,
  body?: DeskApi[Route]['body'],
  name = '',
): Promise<DeskApi[Route]['answer']> {
  const [method = '', path = ''] = route.split(' ');
  const init: RequestInit = { method };
  if ((body as unknown) instanceof Blob) {
    init.body = body as unknown as Blob;
    init.headers = { 'Content-Type': 'application/octet-stream' };
  } else if (method !== 'GET' && method !== 'DELETE') {
    init.body = JSON.stringify(body ?? {});
    init.headers = { 'Content-Type': 'application/json' };
  }
  // A phone ends a hidden page. Browsers send at most 64 KiB then.
  init.keepalive = document.hidden && String(init.body).length < 60_000;
  const address = path.replace(/:\w+/, encodeURIComponent(name));
  const response = await fetch(address, init).catch(() => undefined);
  const answer = await response?.json().catch(() => undefined);
  // The proxy's own page, while the desk starts again.
  if (!response || answer === undefined) {
    throw new Refused(0, 'Er is geen verbinding. We proberen het opnieuw.');
  }
  if (response.ok) return answer;
  throw new Refused(response.status, answer.message ?? 'De server kan dat nu niet.');
}
