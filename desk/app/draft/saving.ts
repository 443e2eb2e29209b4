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

/** Whether saving is blocked, and not just waiting for a pause or a response. */
export const isSaveError = (saving: Saving): saving is SaveErrorKind =>
  saving !== 'saved' && saving !== 'waiting' && saving !== 'saving';

/** Whether the server cannot do anything for this window now, such as publishing the site. */
export const isCutOff = (saving: Saving) =>
  saving === 'offline' || saving === 'signed-out' || saving === 'outdated';

/** Describes, in Dutch, the unsaved edits and where they are kept meanwhile. */
export function describeSaving({ content, saving, reason, isKept }: SavingState): string {
  const where = isKept ? 'wat je typt, blijft op dit toestel' : 'sluit dit venster nog niet';
  // On the narrowest phone the bar has room for these, beside three buttons.
  const keptWhere = isKept ? 'hier bewaard' : 'laat dit open';
  const offline = reason === NO_CONNECTION ? 'Geen verbinding' : 'Geen antwoord';
  const texts: Record<Saving, string> = {
    saved: 'Bewaard',
    waiting: 'Bewaart straks',
    saving: 'Bewaart',
    offline: hasUnsaved(content) ? `${offline}: ${keptWhere}` : offline,
    later: `Nog niet bewaard, we proberen het opnieuw: ${where}. ${reason}`,
    'signed-out': `Je bent afgemeld. Tik om je aan te melden: ${where}`,
    outdated: `De werktafel is vernieuwd. Tik om te herladen: ${where}`,
  };
  return texts[saving];
}
