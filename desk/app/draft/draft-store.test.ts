import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { openTestDesk, type TestDesk } from '../../../tests/desk/test-desk.ts';
import { FIXTURE_CONTENT_DIR } from '../../../tests/support/content/fixture-content.ts';
import { until } from '../../../tests/support/until.ts';
import { PROTOCOL_VERSION, RefusedError } from '../../shared/api.ts';
import type { Operation } from '../../shared/operations.ts';
import { type Value, valueAt } from '../../shared/values.ts';
import type { call } from '../api/call.ts';
import { openUnsavedWork } from '../unsaved-work/unsaved-work.ts';
import { createDraftStore } from './draft-store.ts';
import type { Saving } from './saving.ts';

/*
 * Opens simulated browsers at a real desk. Failures are injected between the steps of a save:
 * before the write, after the write, or before the response arrives.
 */

const HOME = 'pages/accueil.yaml';

let desk: TestDesk;
const closed = new WeakSet<TestDesk>();
beforeEach(async () => {
  desk = await openTestDesk({ contentDir: FIXTURE_CONTENT_DIR });
});
afterEach(async () => {
  closed.add(desk);
  await desk.close();
});

type Fault = (send: () => Promise<{ status: number; response: unknown }>) => Promise<{
  status: number;
  response: unknown;
}>;

const offline: Fault = async () => ({ status: 0, response: {} });
const responseLost: Fault = async (send) => {
  await send();
  return { status: 0, response: {} };
};
const responds =
  (status: number, message = ''): Fault =>
  async () => ({ status, response: { message } });

type Tab = ReturnType<ReturnType<typeof browserOf>['openTab']>;

/** A browser; its tabs share the storage. */
function browserOf(network = { isUp: true }) {
  const entries = new Map<string, string>();
  const held = new Set<string>();
  const queues = new Map<string, Promise<unknown>>();
  const localStorage = new Proxy({} as Storage, {
    ownKeys: () => [...entries.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    get: (_, name) =>
      ({
        getItem: (key: string) => entries.get(key) ?? null,
        setItem: (key: string, text: string) => void entries.set(key, text),
        removeItem: (key: string) => void entries.delete(key),
      })[name as string],
  });
  const locks = {
    request: async (name: string, work: () => unknown) => {
      held.add(name);
      const before = queues.get(name) ?? Promise.resolve();
      const done = before.then(work);
      queues.set(name, done);
      return done;
    },
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
  };
  const browser = { localStorage, navigator: { locks } } as never;

  function openTab(from: object = browser) {
    const faults: Fault[] = [];
    const sent: unknown[] = [];
    const openedAt = desk;
    const fakeCall = async (route: never, body: never) => {
      // A tab of an earlier test may still retry, although its desk is closed.
      if (closed.has(openedAt)) return new Promise(() => {});
      const send = () => desk.call(route, body);
      const fault = route === 'PUT /api/content' ? faults.shift() : undefined;
      if (route === 'PUT /api/content') sent.push(body);
      const { status, response } = await (fault ? fault(send) : send());
      if (status === 200) return response;
      throw new RefusedError(status, (response as { message?: string }).message ?? '');
    };
    const store = createDraftStore({
      call: fakeCall as unknown as typeof call,
      unsavedWork: openUnsavedWork(from as never),
      mayBeConnected: () => network.isUp,
    });
    return {
      ...store,
      faults,
      sent,
      set: (path: (string | number)[], value: Value, file = HOME) =>
        store.edit({ [file]: [{ type: 'set', path, value }] }),
      add: (section: Value) =>
        store.edit({ [HOME]: [{ type: 'insert', path: ['sections', 1], value: section }] }),
      home: () => store.getDeskState().files[HOME],
    };
  }
  return {
    entries,
    openTab,
    /** The tabs of this browser are gone; the storage stays. */
    close: () => held.clear(),
  };
}

const onDisk = async (file = HOME): Promise<Value> =>
  parse(await readFile(join(desk.folders.contentDir, file), 'utf8'));
const SECTION = { kind: 'quote', text: 'Nouveau', who: 'Ann' };
const copiesOf = (value: Value | undefined) =>
  (valueAt(value, ['sections']) as Value[]).filter((one) => valueAt(one, ['text']) === 'Nouveau');

/**
 * Makes every write to a page fail. Permissions do not stop root, so a file takes the folder's
 * place.
 *
 * @returns a function that allows it again
 */
async function forbidPages(): Promise<() => Promise<void>> {
  const pages = join(desk.folders.contentDir, 'pages');
  await rename(pages, `${pages}-away`);
  await writeFile(pages, '');
  return async () => {
    await rm(pages);
    await rename(`${pages}-away`, pages);
  };
}

async function openedTab(browser = browserOf()) {
  const tab = browser.openTab();
  await tab.open();
  return tab;
}

describe('a save that fails', () => {
  test.each<[string, Fault, string]>([
    ['before it reaches the server', offline, 'offline'],
    ['after it was written, before the response arrives', responseLost, 'offline'],
    ['with a proxy error', responds(502, 'Bad Gateway'), 'later'],
    ['with a server error', responds(500, 'mis'), 'later'],
    ['with too many requests', responds(429, 'te veel'), 'later'],
    ['because the session ended', responds(401), 'signed-out'],
  ])('a save that fails %s is tried again, and is there once', async (_, fault, saving) => {
    const tab = await openedTab();
    tab.faults.push(fault, fault);
    tab.add(SECTION);
    tab.set(['title'], 'Titre');
    expect(await tab.save()).toBe(false);
    expect(tab.getDeskState().saving).toBe(saving);
    tab.set(['sections', 1, 'who'], 'Bea');
    expect(await tab.save()).toBe(false);
    expect(await tab.save()).toBe(true);
    expect(tab.getDeskState().saving).toBe('saved');
    expect(tab.getDeskState().message).toBeUndefined();
    expect(copiesOf(await onDisk())).toEqual([{ ...SECTION, who: 'Bea' }]);
    expect(await onDisk()).toEqual(tab.home());
  });

  test('a save that fails is tried again by itself', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const tab = await openedTab();
      tab.faults.push(offline, responds(500));
      tab.set(['title'], 'Plus tard');
      const untilShown = (saving: Saving) =>
        until(`the desk shows '${saving}'`, async () => {
          if (tab.getDeskState().saving === saving) return true;
          await vi.advanceTimersByTimeAsync(1_000);
          return false;
        });
      await untilShown('offline');
      await untilShown('later');
      await untilShown('saved');
    } finally {
      vi.useRealTimers();
    }
    expect(await onDisk()).toMatchObject({ title: 'Plus tard' });
  });

  test('an app of another version is told to reload, and keeps its work', async () => {
    const browser = browserOf();
    const tab = await openedTab(browser);
    tab.faults.push(responds(426, 'Herlaad'));
    tab.set(['title'], 'Gardé');
    expect(await tab.save()).toBe(false);
    expect(tab.getDeskState().saving).toBe('outdated');
    browser.close();
    const next = await openedTab(browser);
    expect(await next.save()).toBe(true);
    expect(await onDisk()).toMatchObject({ title: 'Gardé' });
  });

  test('a page that cannot be written now is left as it was', async () => {
    const tab = await openedTab();
    const before = await onDisk();
    const allow = await forbidPages();
    tab.set(['title'], 'Malgré tout');
    expect(await tab.save()).toBe(false);
    expect(tab.getDeskState().saving).toBe('later');
    await allow();
    expect(await onDisk()).toEqual(before);
  });

  test('the save of a page that cannot be written now is tried again', async () => {
    const tab = await openedTab();
    const allow = await forbidPages();
    tab.set(['title'], 'Malgré tout');
    await tab.save();
    await allow();
    expect(await tab.save()).toBe(true);
    expect(await onDisk()).toMatchObject({ title: 'Malgré tout' });
  });

  test('a page that cannot be written now does not hold up another file', async () => {
    const tab = await openedTab();
    await forbidPages();
    tab.set(['title'], 'Malgré tout');
    tab.set(['phone'], '081 00 00 00', 'company.yaml');
    await tab.save();
    expect(await onDisk('company.yaml')).toMatchObject({ phone: '081 00 00 00' });
  });
});

test('what is typed during a slow save is saved after it, and the page never goes back', async () => {
  const tab = await openedTab();
  tab.faults.push(async (send) => {
    const response = await send();
    tab.set(['title'], 'Deuxième');
    return response;
  });
  const titles: unknown[] = [];
  tab.subscribe(() => titles.push(valueAt(tab.home(), ['title'])));
  tab.set(['title'], 'Première');
  expect(await tab.save()).toBe(true);
  expect(titles.lastIndexOf('Première')).toBeLessThan(titles.indexOf('Deuxième'));
  expect(await onDisk()).toMatchObject({ title: 'Deuxième' });
});

test('a response sent before the network went down does not end the offline state', async () => {
  const responses = {
    save: async (tab: Tab) => {
      tab.set(['title'], 'Avant');
      await tab.save();
    },
    reload: (tab: Tab) => tab.reload(),
    query: async (tab: Tab) => tab.recordOutcome(),
  };
  for (const [name, respond] of Object.entries(responses)) {
    const network = { isUp: true };
    const tab = browserOf(network).openTab();
    await tab.open();
    network.isUp = false;
    tab.recordOutcome(new RefusedError(0, ''));
    await respond(tab);
    expect([name, tab.getDeskState().saving]).toEqual([name, 'offline']);
    network.isUp = true;
    await respond(tab);
    expect([name, tab.getDeskState().saving]).toEqual([name, 'saved']);
  }
});

test('several files are saved by one request', async () => {
  const tab = await openedTab();
  for (const file of [HOME, 'company.yaml', 'site.yaml', 'pages/carte.yaml']) {
    tab.set(['title'], 'Ensemble', file);
  }
  expect(await tab.save()).toBe(true);
  expect(tab.sent).toHaveLength(1);
});

test('a value that no schema accepts is saved, survives a reload and is a finding', async () => {
  const browser = browserOf();
  const tab = await openedTab(browser);
  tab.set(['title'], '');
  tab.set(['sections', 1, 'price'], { amount: 'douze' });
  expect(await tab.save()).toBe(true);
  expect(browser.entries.size).toBe(0);
  const other = await openedTab();
  expect(other.home()).toMatchObject({ title: '' });
  expect(valueAt(other.home(), ['sections', 1, 'price'])).toEqual({ amount: 'douze' });
  const errors = other
    .getDeskState()
    .content.findings.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ path }) => path.join('.'))).toEqual(
    expect.arrayContaining(['title', 'sections.1.price.amount']),
  );
});

describe('two devices', () => {
  test('edits of two devices to different values are both kept', async () => {
    const [first, second] = [await openedTab(), await openedTab()];
    first.add(SECTION);
    second.set(['title'], 'De deux');
    expect([await first.save(), await second.save()]).toEqual([true, true]);
    expect(second.getDeskState().message?.text).toMatch(/elders/);
    expect(copiesOf(second.home())).toHaveLength(1);
    expect(await onDisk()).toMatchObject({ title: 'De deux' });
    expect(copiesOf(await onDisk())).toHaveLength(1);
  });

  test.each(['mine', 'theirs'] as const)('resolving a conflict keeps %s', async (choice) => {
    const [first, second] = [await openedTab(), await openedTab()];
    first.set(['title'], 'De un');
    second.set(['title'], 'De deux');
    await first.save();
    await second.save();
    expect(second.getDeskState().content.conflicts).toMatchObject([
      { mine: 'De deux', theirs: 'De un' },
    ]);
    second.resolveConflict(choice);
    expect(await second.save()).toBe(true);
    expect(await onDisk()).toMatchObject({ title: choice === 'mine' ? 'De deux' : 'De un' });
  });

  test('edits of two devices are both kept, once, when the first save lost its response', async () => {
    const [first, second] = [await openedTab(), await openedTab()];
    first.faults.push(responseLost);
    first.add(SECTION);
    await first.save();
    await second.reload();
    second.set(['title'], 'De deux');
    await second.save();
    expect(await first.save()).toBe(true);
    expect(copiesOf(await onDisk())).toHaveLength(1);
    expect(first.home()).toEqual(await onDisk());
    expect(first.home()).toMatchObject({ title: 'De deux' });
  });
});

describe('what is unsaved when the tab is closed', () => {
  test.each<[string, Fault]>([
    ['before it was written', offline],
    ['after it was written', responseLost],
  ])('what a tab did not save %s is recovered by the next one, once', async (_, fault) => {
    const browser = browserOf();
    const tab = await openedTab(browser);
    tab.faults.push(fault);
    tab.add(SECTION);
    await tab.save();
    tab.set(['title'], 'Et encore');
    browser.close();
    const next = await openedTab(browser);
    expect(next.getDeskState().message?.text).toMatch(/staat er weer/);
    expect(next.home()).toMatchObject({ title: 'Et encore' });
    expect(await next.save()).toBe(true);
    expect(copiesOf(await onDisk())).toHaveLength(1);
    expect(await onDisk()).toMatchObject({ title: 'Et encore' });
    expect(browser.entries.size).toBe(0);
  });

  test('unsaved work is not recovered while its tab is open, and once by two tabs that open together', async () => {
    const browser = browserOf();
    const tab = await openedTab(browser);
    tab.faults.push(offline);
    tab.add(SECTION);
    await tab.save();
    const beside = await openedTab(browser);
    expect(copiesOf(beside.home())).toHaveLength(0);
    browser.close();
    const [first, second] = await Promise.all([openedTab(browser), openedTab(browser)]);
    await Promise.all([first.save(), second.save()]);
    expect(copiesOf(await onDisk())).toHaveLength(1);
  });

  test('unsaved work that cannot be read stays, and is shown', async () => {
    const browser = browserOf();
    const older = JSON.stringify({
      files: [{ path: HOME, saved: null, value: { title: 'Vieux' } }],
    });
    const newer = JSON.stringify({ version: PROTOCOL_VERSION + 1, files: [] });
    browser.entries.set('desk-unsaved 1', older);
    browser.entries.set('desk-draft 2', newer);
    browser.entries.set('desk-draft 3', '{"version":2,"fil');
    const tab = await openedTab(browser);
    expect(tab.getDeskState().unreadable.map(({ text }) => text)).toEqual(
      expect.arrayContaining([older, newer]),
    );
    expect(browser.entries.size).toBe(3);
    tab.removeUnreadable('desk-draft 3');
    expect([...browser.entries.keys()]).toEqual(['desk-unsaved 1', 'desk-draft 2']);
  });

  test('unsaved work of the version before is recovered', async () => {
    const browser = browserOf();
    const { files } = (await desk.call('GET /api/content')).response;
    const saved = files.find(({ path }) => path === HOME);
    const operations: Operation[] = [{ type: 'set', path: ['title'], value: 'Hier' }];
    const work = { files: [{ path: HOME, saved, operations }], conflicts: [] };
    browser.entries.set('desk-unsaved 1', JSON.stringify(work));
    const tab = await openedTab(browser);
    expect(await tab.save()).toBe(true);
    expect(await onDisk()).toMatchObject({ title: 'Hier' });
    expect(browser.entries.size).toBe(0);
  });

  /** Closes a tab while it shows a conflict about the heading of the first section. */
  async function closedInConflict() {
    const browser = browserOf();
    const [other, tab] = [await openedTab(), await openedTab(browser)];
    other.set(['sections', 0, 'heading'], 'De un');
    tab.set(['sections', 0, 'heading'], 'De deux');
    await other.save();
    await tab.save();
    browser.close();
    return { browser, other };
  }
  const headingsOf = (value: Value | undefined) =>
    (valueAt(value, ['sections']) as Value[])
      .slice(0, 2)
      .map((section) => valueAt(section, ['heading']));

  test('a conflict of a closed tab follows its section', async () => {
    const { browser, other } = await closedInConflict();
    const added = { kind: 'text', heading: 'Avant tout' };
    other.edit({ [HOME]: [{ type: 'insert', path: ['sections', 0], value: added }] });
    other.set(['sections', 1, 'heading'], 'Encore de un');
    await other.save();
    const next = await openedTab(browser);
    expect(next.getDeskState().content.conflicts).toMatchObject([
      { mine: 'De deux', theirs: 'Encore de un' },
    ]);
    next.resolveConflict('mine');
    expect(await next.save()).toBe(true);
    expect(headingsOf(await onDisk())).toEqual(['Avant tout', 'De deux']);
    expect(browser.entries.size).toBe(0);
  });

  test('a conflict of a closed tab from the version before shows its text and overwrites nothing', async () => {
    const { browser } = await closedInConflict();
    for (const [key, text] of browser.entries) {
      const { conflicts, ...work } = JSON.parse(text);
      const older = conflicts.map(({ base: _, ...conflict }: { base: unknown }) => conflict);
      browser.entries.set(key, JSON.stringify({ ...work, conflicts: older }));
    }
    const before = await onDisk();
    const next = await openedTab(browser);
    await next.reload();
    expect(next.getDeskState().unreadable).toEqual([]);
    expect(next.getDeskState().content.conflicts).toMatchObject([
      { mine: 'De deux', operations: [] },
    ]);
    next.resolveConflict('theirs');
    expect(await next.save()).toBe(true);
    expect(await onDisk()).toEqual(before);
    expect(browser.entries.size).toBe(0);
  });

  test('unsaved work of another tab is removed only after this tab has persisted it', async () => {
    const browser = browserOf();
    const tab = await openedTab(browser);
    tab.faults.push(offline);
    tab.set(['title'], 'Gardé');
    await tab.save();
    browser.close();
    const before = [...browser.entries];
    const set = vi.spyOn(browser.entries, 'set').mockImplementation(() => {
      throw new Error('QuotaExceededError');
    });
    const next = await openedTab(browser);
    set.mockRestore();
    expect([...browser.entries]).toEqual(before);
    expect(next.home()).toMatchObject({ title: 'Gardé' });
  });
});

test('a browser that stores nothing can still save, and says so while it cannot', async () => {
  const refusing = new Proxy(
    {},
    {
      get: () => {
        throw new Error('SecurityError');
      },
    },
  );
  const browser = browserOf();
  const tab = browser.openTab(refusing);
  await tab.open();
  tab.faults.push(offline);
  tab.set(['title'], 'Sans mémoire');
  expect(await tab.save()).toBe(false);
  expect(tab.getDeskState()).toMatchObject({ saving: 'offline', isPersisted: false });
  expect(await tab.save()).toBe(true);
  expect(await onDisk()).toMatchObject({ title: 'Sans mémoire' });
});

describe('publishing', () => {
  test('publishing waits for what is unsaved, and not for what is typed after', async () => {
    const tab = await openedTab();
    const arrived = Promise.withResolvers<void>();
    tab.faults.push(async (send) => {
      await arrived.promise;
      return send();
    });
    tab.set(['title'], 'Avant');
    const seen: unknown[] = [];
    const publishing = tab.saveThen(async () => {
      tab.set(['title'], 'Après');
      void tab.save();
      // The desk handles this call only after a save that was sent earlier.
      await desk.call('GET /api/content');
      seen.push(valueAt(await onDisk(), ['title']));
    });
    arrived.resolve();
    expect(await publishing).toBe(true);
    expect(seen).toEqual(['Avant']);
    await tab.save();
    expect(await onDisk()).toMatchObject({ title: 'Après' });
  });

  test('publishing does not start while something is unsaved', async () => {
    const tab = await openedTab();
    tab.faults.push(responds(500));
    tab.set(['title'], 'Pas encore');
    const work = vi.fn();
    expect(await tab.saveThen(work)).toBe(false);
    expect(work).not.toHaveBeenCalled();
  });
});
