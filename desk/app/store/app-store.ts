import { QueryCache, QueryClient } from '@tanstack/react-query';
import { type DeskApi, RefusedError } from '../../shared/api.ts';
import { call, NO_CONNECTION } from '../api/call.ts';
import { createDraftStore } from '../draft/draft-store.ts';
import { createNoteStore } from '../notes/note-store.ts';
import { openUnsavedWork } from '../unsaved-work/unsaved-work.ts';

/* The app's single stores of the draft and of notes, and its cache of all other responses. */

const unsavedWork = openUnsavedWork(globalThis as never);

const ENQUIRIES = ['GET /api/enquiries'] as const;
type Enquiries = DeskApi['GET /api/enquiries']['response'];

export const notes = createNoteStore({
  call,
  persist: (notes) => unsavedWork.persist({ notes }),
  knownNote(id) {
    const { enquiries = [] } = queryClient.getQueryData<Enquiries>(ENQUIRIES) ?? {};
    return enquiries.find((enquiry) => enquiry.id === id)?.note ?? '';
  },
  async onSaved(id, note) {
    // A response that is on its way may still have the note before.
    await queryClient.cancelQueries({ queryKey: ENQUIRIES });
    queryClient.setQueryData<Enquiries>(ENQUIRIES, (response) => {
      return (
        response && {
          ...response,
          enquiries: response.enquiries.map((enquiry) =>
            enquiry.id === id ? { ...enquiry, note } : enquiry,
          ),
        }
      );
    });
  },
  refresh: () => queryClient.invalidateQueries({ queryKey: ENQUIRIES }),
});

const store = createDraftStore({
  call,
  unsavedWork: {
    ...unsavedWork,
    recover: (take) =>
      unsavedWork.recover((work) => {
        notes.recover(work.flatMap((tab) => tab.notes));
        return take(work);
      }),
  },
  mayBeConnected: () => navigator.onLine,
});

export const { getDeskState, subscribe, update, notify, edit, undo, redo } = store;
export const { save, saveThen, reload, resolveConflict, removeUnreadable } = store;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => store.recordOutcome(error),
    onSuccess: () => store.recordOutcome(),
  }),
  defaultOptions: { queries: { retry: false, staleTime: 5000 } },
});

export async function loadContent(): Promise<void> {
  await store.open();
  // Otherwise the app would notice a lost network only at its next call.
  window.addEventListener('offline', () => store.recordOutcome(new RefusedError(0, NO_CONNECTION)));
  window.addEventListener('online', () => {
    notes.saveAll();
    reload().catch(store.recordOutcome);
  });
  // A tab that becomes hidden may be closed, so it saves. A tab that is shown again may be out of
  // date, so it reloads.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      void save();
      notes.saveAll();
    } else reload().catch(store.recordOutcome);
  });
}
