import {
  createContext,
  type Dispatch,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useReducer,
  useState,
} from 'react';
import type {
  Change,
  ConflictRefusal,
  ContentFile,
  DeskFile,
  DeskPhoto,
  Draft,
  Problem,
  ProblemsRefusal,
  DeskState as ServerState,
  Value,
} from '../api.ts';
import { call, Refused } from './client.ts';
import { KeptDraft, Waiting } from './KeptDraft.tsx';
import {
  changedFiles,
  type DeskAction,
  type DeskState,
  EMPTY,
  type Files,
  nextState,
} from './state.ts';

/** A pause in typing after which the draft is kept and checked, in milliseconds. */
const PAUSE_MS = 300;
const TRY_AGAIN_MS = 3000;

/** What every screen knows and can do. */
export interface Desk extends DeskState {
  dispatch: Dispatch<DeskAction>;
  /** What differs from the disk, as the server takes it. */
  changes: Change[];
  /** What the build would refuse, in its words. */
  problems: Problem[];
  photos: DeskPhoto[];
  files: DeskFile[];
  server: ServerState;
  /** Nothing can be kept or saved for now. */
  isGone: boolean;
  /** Shows what went wrong with a call. */
  complain: (error: unknown) => void;
  /** Something to tell, until the next. */
  message: Message | undefined;
  tell: (message: Message | undefined) => void;
  /** @returns whether all is on disk now */
  save: () => Promise<boolean>;
  /** Loads again what a call has changed on the server's side. */
  reload: (what: 'photos' | 'files' | 'server' | 'content') => Promise<void>;
}

export interface Message {
  kind: 'done' | 'wrong';
  text: string;
  action?: { label: string; run: () => void };
}

const DeskContext = createContext<Desk | undefined>(undefined);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('Outside the desk');
  return desk;
}

/** One a tab, also after it was loaded again: a draft knows by it where it was written. */
const TAB = sessionStorage.getItem('tab') ?? crypto.randomUUID();
sessionStorage.setItem('tab', TAB);

const valuesOf = (files: ContentFile[]): Files =>
  Object.fromEntries(files.map(({ path, value }) => [path, value]));

/** Loads the content, and holds what the caterer makes of it until it is saved. */
export function DeskProvider({ children }: { children: ReactNode }) {
  const [state, dispatch] = useReducer(nextState, EMPTY);
  const [hashes, setHashes] = useState<Record<string, string>>({});
  const [problems, setProblems] = useState<Problem[]>([]);
  const [photos, setPhotos] = useState<DeskPhoto[]>([]);
  const [files, setFiles] = useState<DeskFile[]>([]);
  const [server, setServer] = useState<ServerState>();
  /** The draft of the last time; undefined until the server has said it. */
  const [found, setFound] = useState<Draft | null>();
  const [message, tell] = useState<Message>();
  const [failure, setFailure] = useState<string>();
  const [isGone, setGone] = useState(false);
  const changes = useMemo(
    () =>
      Object.entries(changedFiles(state)).map(
        ([path, value]): Change => ({
          path,
          hash: hashes[path] ?? null,
          value: (value ?? null) as Value,
        }),
      ),
    [state, hashes],
  );

  const reload = useCallback(async (what: 'photos' | 'files' | 'server' | 'content') => {
    if (what === 'photos') setPhotos(await call('GET /api/photos'));
    if (what === 'files') setFiles(await call('GET /api/files'));
    if (what === 'server') {
      const now = await call('GET /api/state');
      setServer(now);
      // Later ones are this tab's own.
      setFound((before) => (before === undefined ? now.draft : before));
    }
    if (what !== 'content') return;
    const content = await call('GET /api/content');
    const saved = valuesOf(content.files);
    setHashes(Object.fromEntries(content.files.map(({ path, hash }) => [path, hash])));
    setProblems([...content.problems, ...content.broken.flatMap((broken) => broken.problems)]);
    dispatch({ type: 'loaded', saved });
  }, []);

  useEffect(() => {
    Promise.all((['content', 'photos', 'files', 'server'] as const).map(reload)).catch((error) =>
      setFailure(String(error.message)),
    );
  }, [reload]);

  const complain = (error: unknown) => {
    if (error instanceof Refused && error.status === 0) setGone(true);
    else tell({ kind: 'wrong', text: error instanceof Error ? error.message : String(error) });
  };

  const hasDraft = found != null;
  /** The one found at the start is kept until the owner has said what becomes of it. */
  const [isAsked, setAsked] = useState(false);
  /** Whether the draft on disk may be written over: this tab's, or one that was taken up here. */
  const [isTaken, setTaken] = useState(false);
  const keepDraft = useEffectEvent(async (takeOver: boolean) => {
    try {
      if (changes.length > 0)
        await call('PUT /api/draft', { tab: TAB, changes, takeOver: takeOver || isTaken });
      else await call('DELETE /api/draft');
      const checked = await call('POST /api/check', { changes });
      setProblems(checked.problems);
      setGone(false);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 409) return complain(error);
      const again = { label: 'Hier verder werken', run: () => void keepDraft(true) };
      tell({ kind: 'wrong', text: error.message, action: again });
    }
  });
  const isReady = server !== undefined && (isAsked || !hasDraft);
  const [isTouched, setTouched] = useState(false);
  if (changes.length > 0 && !isTouched) setTouched(true);
  useEffect(() => {
    if (!isReady || !isTouched) return;
    const timer = setTimeout(() => keepDraft(false), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isReady, isTouched, changes]);

  useEffect(() => {
    if (!isGone) return;
    const timer = setInterval(() => keepDraft(false), TRY_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isGone]);

  const isUnsaved = changes.length > 0;
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);

  async function save(): Promise<boolean> {
    if (changes.length === 0) return true;
    try {
      const { files: written } = await call('PUT /api/content', { changes, tab: TAB });
      setHashes((before) => ({
        ...before,
        ...Object.fromEntries(written.map((file) => [file.path, file.hash])),
      }));
      dispatch({ type: 'saved', files: state.draft });
      setProblems([]);
      tell({ kind: 'done', text: 'Bewaard.' });
      Promise.all((['photos', 'files', 'server'] as const).map(reload)).catch(complain);
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.status === 422) setProblems((error.answer as ProblemsRefusal).problems ?? []);
      if (error.status === 409) offerConflict(error.answer as ConflictRefusal);
      else complain(error);
      return false;
    }
  }

  /** Somebody else wrote the same files: theirs is taken in, or ours goes over it. */
  function offerConflict({ conflicts, message: text }: ConflictRefusal) {
    const now = Object.fromEntries(conflicts.map(({ path, now }) => [path, now]));
    const theirs = Object.fromEntries(
      conflicts.map(({ path, now }) => [path, now && 'value' in now ? now.value : undefined]),
    );
    setHashes((before) => {
      const kept = Object.entries(before).filter(([path]) => !(path in now));
      const found = Object.entries(now).flatMap(([path, file]) =>
        file ? [[path, file.hash]] : [],
      );
      return Object.fromEntries([...kept, ...found]);
    });
    const take = () => {
      dispatch({ type: 'put', files: theirs });
      tell({
        kind: 'done',
        text: 'Je ziet nu wat er op de schijf staat. Met Ongedaan maken krijg je je eigen werk terug.',
      });
    };
    dispatch({ type: 'saved', files: { ...state.saved, ...theirs } });
    tell({
      kind: 'wrong',
      text: `${text} Bewaar nog eens om dat te overschrijven, of neem het over.`,
      action: { label: 'Neem het andere over', run: take },
    });
  }

  if (failure) return <Waiting kind="failure" text={failure} />;
  if (!server || Object.keys(state.saved).length === 0) {
    return <Waiting kind="loading" text="De werktafel wordt gedekt." />;
  }
  const desk: Desk = {
    ...state,
    dispatch,
    changes,
    problems,
    photos,
    files,
    server,
    isGone,
    complain,
    message,
    tell,
    save,
    reload,
  };
  const restore = () => {
    const kept = found?.changes ?? [];
    dispatch({
      type: 'put',
      files: Object.fromEntries(kept.map(({ path, value }) => [path, value ?? undefined])),
    });
    setAsked(true);
    setTaken(true);
  };
  const discard = () => {
    setAsked(true);
    call('DELETE /api/draft').catch(complain);
  };
  return (
    <DeskContext value={desk}>
      {hasDraft && !isAsked && <KeptDraft at={found.at} onRestore={restore} onDiscard={discard} />}
      {children}
    </DeskContext>
  );
}
