import { describeSaving, type Saving } from '../../desk/app/draft/saving.ts';
import { EMPTY_STATE } from '../../desk/app/draft/state.ts';

const STATES: Exclude<Saving, 'saved'>[] = [
  'waiting',
  'saving',
  'offline',
  'later',
  'signed-out',
  'outdated',
];
const beginnings = STATES.map((saving) => {
  const [beginning = ''] = describeSaving({
    content: EMPTY_STATE,
    saving,
    reason: '',
    isPersisted: true,
  }).split(':');
  return beginning;
});

/** Matches what the bar says while something is not saved. */
export const UNSAVED = new RegExp(`^(?:${beginnings.join('|')})`);
