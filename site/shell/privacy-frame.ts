import type { Company, Site } from '../content.ts';

/** A frame that has not loaded after this long gives way to a message; if it comes yet, it shows. */
export const SLOW_FRAME_MS = 8000;

/**
 * Address of the privacy page in the frame, with the query the provider's page reads
 * (specification, section 2, 'Privacy-policy dialog').
 *
 * @param privacy from `content/site.yaml`; our own page ignores the query
 */
export function privacyFrameUrl(company: Company, privacy: Site['privacy']): string {
  const [address1, address2] = company.postalAddresses.map(
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
  const url = new URL(privacy.providerUrl || privacy.page, 'https://own-page.invalid');
  for (const [name, value] of Object.entries(facts)) url.searchParams.set(name, value);
  return privacy.providerUrl ? url.href : url.pathname + url.search;
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
