import type { EnquiryState } from '../../../enquiry/enquiry-states.ts';
import { RefusedError } from '../../shared/api.ts';
import { call } from '../api/call.ts';
import { queryClient } from '../store/app-store.ts';
import { notifyRefused } from '../store/run-and-report.ts';

export const STATE_NAMES: Record<EnquiryState, string> = {
  new: 'Nieuw',
  answered: 'Beantwoord',
  booked: 'Geboekt',
  declined: 'Niet',
};

/** Sends the state to the server, then reads the enquiries again. */
export async function setEnquiryState(id: string, state: EnquiryState): Promise<void> {
  try {
    await call('PUT /api/enquiries/:id/state', { state }, id);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    notifyRefused(error);
  }
  await queryClient.invalidateQueries();
}
