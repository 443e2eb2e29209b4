import type { Company } from '../content.ts';
import { PAGE_PATHS } from '../routes.ts';

/** A frame that has not loaded after this long gives way to a message; if it comes yet, it shows. */
export const SLOW_FRAME_MS = 8000;

/**
 * Address of the privacy page in the frame, with the query the provider's page reads
 * (specification, section 2, 'Privacy-policy dialog').
 *
 * @param providerUrl from `content/site.yaml`; empty is our own page, which ignores the query.
 */
export function privacyFrameUrl(company: Company, providerUrl: string): string {
  const [address1, address2] = company.addresses.map(
    ({ street, postalCode, town }) => `${street}, ${postalCode} ${town}`,
  );
  const facts = {
    client: company.name,
    clientForm: company.legalForm,
    address1: address1 ?? '',
    address2: address2 ?? '',
    phone: company.phone,
    email: company.email,
  };
  const url = new URL(providerUrl || PAGE_PATHS.privacy, 'https://own-page.invalid');
  for (const [name, value] of Object.entries(facts)) url.searchParams.set(name, value);
  return providerUrl ? url.href : url.pathname + url.search;
}

/**
 * | state   | loaded | refused | slow   |
 * |---------|--------|---------|--------|
 * | loading | shown  | failed  | failed |
 * | failed  | shown  | failed  | failed |
 * | shown   | shown  | failed  | shown  |
 */
export type FrameState = 'loading' | 'shown' | 'failed';
export type FrameEvent = 'loaded' | 'refused' | 'slow';

export function nextFrameState(state: FrameState, event: FrameEvent): FrameState {
  switch (event) {
    case 'loaded':
      return 'shown';
    case 'refused':
      return 'failed';
    case 'slow':
      return state === 'shown' ? 'shown' : 'failed';
  }
}
