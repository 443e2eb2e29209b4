import * as v from 'valibot';
import { PROTOCOL_VERSION } from '../../shared/api.ts';
import { operationSchema } from '../../shared/operations.ts';
import type { Value } from '../../shared/values.ts';
import type { UnsavedConflict } from '../draft/conflicts.ts';
import type { UnsavedFile } from '../draft/state.ts';

/*
 * Persists unsaved work in the browser's storage, in one entry for each tab. While a tab is open it
 * holds a Web Lock with the name of its entry, so that no other tab takes over its work.
 */

const PREFIX = 'desk-draft ';
/** The prefix of entries from a version whose entries had no version number. */
const OLD_PREFIX = 'desk-unsaved ';
const TAKING = 'desk-drafts';

const file = v.object({
  path: v.string(),
  hash: v.string(),
  value: v.custom<Value>((value) => value !== undefined),
});
const operations = v.array(operationSchema);
const conflict = v.object({
  file: v.string(),
  path: v.array(v.union([v.string(), v.number()])),
  mine: v.string(),
  theirs: v.string(),
  operations,
  base: v.optional(v.custom<Value>((value) => value !== undefined)),
});
const note = v.object({ id: v.string(), text: v.string(), before: v.string() });
const unsavedWorkSchema = v.object({
  version: v.literal(PROTOCOL_VERSION),
  files: v.array(
    v.object({
      path: v.string(),
      saved: v.nullable(file),
      sent: v.nullable(v.object({ id: v.string(), operations })),
      unsent: operations,
    }),
  ),
  conflicts: v.array(conflict),
  notes: v.optional(v.array(note), []),
});
const oldSchema = v.object({
  files: v.array(v.object({ path: v.string(), saved: v.nullable(file), operations })),
});

export interface UnsavedWork {
  files: UnsavedFile[];
  conflicts: UnsavedConflict[];
  notes: PersistedNote[];
}

/** An unsaved note on an enquiry. */
export interface PersistedNote {
  /** The id of the enquiry. */
  id: string;
  text: string;
  /** The stored note that it replaces. */
  before: string;
}

export interface UnreadableWork {
  key: string;
  text: string;
}

export interface UnsavedWorkStorage {
  /**
   * @param part replaces that part of the tab's unsaved work
   * @returns false when the browser stores nothing
   */
  persist(part: Partial<UnsavedWork>): boolean;
  /**
   * Reads the work of closed tabs, and removes it once `take` has stored it in this tab's entry.
   * Work that this version cannot read stays in the storage.
   *
   * @param take returns whether the work is stored
   */
  recover(take: (work: UnsavedWork[]) => boolean): Promise<UnreadableWork[]>;
  /** Removes work that the caterer no longer wants. */
  remove(key: string): void;
}

type Browser = Pick<Window, 'localStorage'> & { navigator: Pick<Navigator, 'locks'> };

/**
 * Opens the unsaved work of this browser. Where it stores nothing, or its storage is full,
 * `persist` returns false.
 */
export function openUnsavedWork(browser: Browser): UnsavedWorkStorage {
  const key = PREFIX + crypto.randomUUID();
  let tabWork: UnsavedWork = { files: [], conflicts: [], notes: [] };
  /** Holds the tab's lock while the tab is open. */
  const hold = () => void browser.navigator.locks.request(key, () => new Promise(() => {}));

  async function recover(take: (work: UnsavedWork[]) => boolean) {
    const { held = [] } = await browser.navigator.locks.query();
    const open = held.map(({ name }) => name);
    const keys = Object.keys(browser.localStorage);
    const read = new Map<string, UnsavedWork>();
    const unreadable: UnreadableWork[] = [];
    for (const entry of keys) {
      if (!entry.startsWith(PREFIX) && !entry.startsWith(OLD_PREFIX)) continue;
      if (open.includes(entry)) continue;
      const text = browser.localStorage.getItem(entry) ?? '';
      const work = readUnsavedWork(entry, text);
      if (work) read.set(entry, work);
      else unreadable.push({ key: entry, text });
    }
    if (read.size > 0 && take([...read.values()])) {
      for (const entry of read.keys()) browser.localStorage.removeItem(entry);
    }
    return unreadable;
  }

  return {
    persist(part) {
      tabWork = { ...tabWork, ...part };
      try {
        if (Object.values(tabWork).every(({ length }) => length === 0))
          browser.localStorage.removeItem(key);
        else {
          const entry = { version: PROTOCOL_VERSION, ...tabWork };
          browser.localStorage.setItem(key, JSON.stringify(entry));
        }
        return true;
      } catch {
        return false;
      }
    },
    async recover(take) {
      try {
        hold();
        // Two tabs that open at once must not take the same work.
        return await browser.navigator.locks.request(TAKING, () => recover(take));
      } catch {
        return [];
      }
    },
    remove(entry) {
      try {
        browser.localStorage.removeItem(entry);
      } catch {
        // The browser refuses access to its storage, so there is nothing to remove.
      }
    },
  };
}

function readUnsavedWork(key: string, text: string): UnsavedWork | undefined {
  try {
    const json: unknown = JSON.parse(text);
    if (key.startsWith(PREFIX)) return v.parse(unsavedWorkSchema, json);
    const { files } = v.parse(oldSchema, json);
    return {
      conflicts: [],
      notes: [],
      files: files.map(({ path, saved, operations: unsent }) => {
        return { path, saved, sent: null, unsent };
      }),
    };
  } catch {
    return undefined;
  }
}
