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
  isPersisted: boolean;
}

/** Whether the server cannot do anything for this window now, such as publishing the site. */
export const isCutOff = (saving: Saving) =>
  saving === 'offline' || saving === 'signed-out' || saving === 'outdated';

/**
 * Describes, in Dutch, the state of saving and where unsaved edits are meanwhile. The bar of the
 * narrowest phone has room for each text, beside three buttons.
 */
export function describeSaving({ content, saving, reason, isPersisted }: SavingState): string {
  const advice = isPersisted ? ': hier bewaard' : ': laat dit open';
  const ending = hasUnsaved(content) ? advice : '';
  const offline = reason === NO_CONNECTION ? 'Geen verbinding' : 'Geen antwoord';
  const texts: Record<Saving, string> = {
    saved: 'Bewaard',
    waiting: 'Bewaart straks',
    saving: 'Bewaart',
    later: isPersisted ? 'Nog niet bewaard, wel op dit toestel' : 'Nog niet bewaard: laat dit open',
    offline: offline + ending,
    'signed-out': `Je bent afgemeld${ending}`,
    outdated: `Nieuwe versie${ending}`,
  };
  return texts[saving];
}

/** Explains, in Dutch, why the server does not save now, and what becomes of the unsaved edits. */
export const explainSaving = ({
  reason,
  isPersisted,
}: Pick<SavingState, 'reason' | 'isPersisted'>): string =>
  `Nog niet bewaard: ${reason} We proberen het opnieuw. ${adviseOnUnsaved(isPersisted)}`;

/** Says, in Dutch, what becomes of the unsaved edits when this window is closed. */
export const adviseOnUnsaved = (isPersisted: boolean): string =>
  isPersisted ? 'Wat je typt, blijft op dit toestel.' : 'Sluit of herlaad dit venster nog niet.';
