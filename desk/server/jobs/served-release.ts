import { API_BASE, RELEASE_HEADER, STATUS_PATH } from '../../../enquiry/api-contract.ts';

export interface Served {
  /** The id of the release; null when the response names none. */
  release: string | null;
  /** Whether an enquiry can be stored. */
  isHealthy: boolean;
}

/**
 * Asks the site's server which release it serves.
 *
 * @returns undefined when the server does not respond
 */
export async function readServed(address: string): Promise<Served | undefined> {
  const signal = AbortSignal.timeout(5_000);
  const response = await fetch(address + API_BASE + STATUS_PATH, { signal }).catch(() => undefined);
  await response?.body?.cancel();
  return response && { release: response.headers.get(RELEASE_HEADER), isHealthy: response.ok };
}
