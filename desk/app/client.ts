import type { DeskApi, Refusal } from '../api.ts';

/** A call that was refused, with a Dutch sentence for the owner. */
export class Refused extends Error {
  /** Of HTTP; 0 when the desk itself is not there any more. */
  readonly status: number;
  readonly answer: Refusal;

  constructor(status: number, answer: Refusal) {
    super(answer.message);
    this.status = status;
    this.answer = answer;
  }
}

const GONE = 'De werktafel zelf loopt niet meer. Open ze opnieuw; wat je typte, blijft hier staan.';

/**
 * Calls the desk's server.
 *
 * @param name stands in the address: behind `=` at its end, or in place of `:name`
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
  const response = await fetch(address, {
    method,
    ...(body !== undefined && {
      body: isFile ? (body as unknown as Blob) : JSON.stringify(body),
      headers: { 'Content-Type': isFile ? 'application/octet-stream' : 'application/json' },
    }),
  }).catch(() => undefined);
  if (!response) throw new Refused(0, { message: GONE });
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  throw new Refused(
    response.status,
    answer ?? { message: `Er ging iets mis (${response.status}).` },
  );
}
