import { NO_CONNECTION } from '../api/call.ts';
import { type DraftState, hasUnsaved } from './state.ts';

/**
 * `waiting`: the app waits until the caterer pauses. `later`: the server cannot save now.
 * `outdated`: this app is of another version than the server.
 */
export type Saving =
  | 'saved'
  | 'waiting'
  | 'saving'
  | 'offline'
  | 'later'
  | 'signed-out'
  | 'outdated';

export type SaveErrorKind = Exclude<Saving, 'saved' | 'waiting' | 'saving'>;

export interface SavingState {
  content: DraftState;
  saving: Saving;
  /** Why the last save failed. */
  reason: string;
  /** Whether the browser's storage contains the unsaved edits. */
  isKept: boolean;
}

/** Whether the server cannot do anything for this window now, such as publishing the site. */
export const isCutOff = (saving: Saving) =>
  saving === 'offline' || saving === 'signed-out' || saving === 'outdated';

/** Describes, in Dutch, the unsaved edits and where they are kept meanwhile. */
export function describeSaving({ content, saving, reason, isKept }: SavingState): string {
  const where = isKept ? 'wat je typt, blijft op dit toestel' : 'sluit dit venster nog niet';
  const whereShort = isKept ? ': hier bewaard' : ': laat dit open';
  const kept = hasUnsaved(content) ? whereShort : '';
  const offline = reason === NO_CONNECTION ? 'Geen verbinding' : 'Geen antwoord';
  const texts: Record<Saving, string> = {
    saved: 'Bewaard',
    waiting: 'Bewaart straks',
    saving: 'Bewaart',
    later: `Nog niet bewaard, we proberen het opnieuw: ${where}. ${reason}`,
    // On the narrowest phone the bar has room for these, beside three buttons.
    offline: offline + kept,
    'signed-out': `Je bent afgemeld${kept}`,
    outdated: `Nieuwe versie${kept}`,
  };
  return texts[saving];
}
