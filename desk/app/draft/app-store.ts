import { QueryCache, QueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { createDraftStore } from './draft-store.ts';
import { openUnsavedWork } from './unsaved-work.ts';

/* The one store of the app, and the server's other responses. */

const store = createDraftStore({ call, unsavedWork: openUnsavedWork(globalThis as never) });

export const { getShown, subscribe, update, notify, edit, undo, redo } = store;
export const { save, saveThen, reload, resolveConflict, removeUnreadable } = store;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => store.noteCall(error),
    onSuccess: () => store.noteCall(),
  }),
  defaultOptions: { queries: { retry: false, staleTime: 5000 } },
});

export async function openContent(): Promise<void> {
  await store.open();
  window.addEventListener('online', () => void save());
  // A hidden tab may be closed, and its content may be old when it is shown.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) void save();
    else reload().catch(store.noteCall);
  });
}
