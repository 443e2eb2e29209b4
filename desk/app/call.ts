import type { DeskApi, Refusal } from '../api.ts';

/** A call that was refused, with a Dutch sentence for the caterer. */
export class Refused extends Error {
  /** Of HTTP; 0 when no answer came. */
  readonly status: number;
  readonly answer: Refusal;

  constructor(status: number, answer: Refusal) {
    super(answer.message);
    this.status = status;
    this.answer = answer;
  }
}

/**
 * Calls the desk's server.
 *
 * @param name goes into the address: behind `=` at its end, or in place of `:name`
 * @throws Refused
 */
export async function call<Route extends keyof DeskApi>(
  route: Route,
  body?: DeskApi[Route]['body'],
  name = '',
): Promise<DeskApi[Route]['answer']> {
  const [method = '', path = ''] = route.split(' ');
  const address = path.replace(/(?<==)$|:\w+/, encodeURIComponent(name));
  const isFile = (body as unknown) instanceof Blob;
  const sent = body ?? (method === 'GET' || method === 'DELETE' ? undefined : {});
  const response = await fetch(address, {
    method,
    ...(sent !== undefined && {
      body: isFile ? (sent as unknown as Blob) : JSON.stringify(sent),
      headers: { 'Content-Type': isFile ? 'application/octet-stream' : 'application/json' },
    }),
  }).catch(() => undefined);
  if (!response)
    throw new Refused(0, { message: 'Er is geen verbinding. We proberen het opnieuw.' });
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  throw new Refused(
    response.status,
    answer ?? { message: `Er ging iets mis (${response.status}).` },
  );
}
