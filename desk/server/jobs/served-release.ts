import { API_BASE, RELEASE_HEADER, STATUS_PATH } from '../../../enquiry/api-contract.ts';

/**
 * Asks the site's server which release it serves.
 *
 * @returns '' when the server responds without a release, undefined when it does not respond
 */
export async function readServedRelease(address: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(5_000);
  const response = await fetch(address + API_BASE + STATUS_PATH, { signal }).catch(() => undefined);
  return response && (response.headers.get(RELEASE_HEADER) ?? '');
}
