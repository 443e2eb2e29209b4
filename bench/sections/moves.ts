import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM_FLAGS, findChromium, findWholeChromium } from '../../scripts/chromium.mjs';
import { startSiteServer } from '../../tests/support/site-server.ts';
import { readPublished } from '../published.ts';
import type { Row, Section } from '../section.ts';

export default {
  about:
    'From page to page, by the devtools protocol alone, because test libraries switch the back-forward cache off. Reasons of the page: what in it would keep a browser from restoring it (a headless shell restores none). The first paint from the click, of a page whose link the pointer rested on and that the browser had prerendered.',
  async measure(onProgress) {
    const { release } = await readPublished();
    const home = release.redirects.find(({ from }) => from === '/')?.to ?? '/';
    const server = await startSiteServer({ siteDir: 'dist' });
    const browser = await openRawBrowser();
    const rows: Row[] = [];
    try {
      const tab = await browser.openTab();
      await tab.go(server.url + home);
      await tab.evaluate('window.isKept = true');
      await tab.go(`${server.url}${release.pages.find(({ path }) => path !== home)?.path}`);
      const reasons = await tab.back();
      const ofPage = reasons.filter(({ type }) => type !== 'Circumstantial');
      const isKept = await tab.evaluate<boolean>('window.isKept === true');
      onProgress(`back: ${isKept ? 'restored' : reasons.map(({ reason }) => reason).join(', ')}`);
      rows.push({ what: 'back: reasons of the page', value: ofPage.length, unit: '', goal: '0' });

      await tab.go(server.url + home);
      const link = await tab.evaluate<{ x: number; y: number }>(
        `(() => { const { x, y, width, height } = [...document.querySelectorAll('header nav a:not([aria-current])')].find((a) => a.checkVisibility()).getBoundingClientRect(); return { x: x + width / 2, y: y + height / 2 }; })()`,
      );
      await tab.evaluate('sessionStorage.from = location.pathname');
      await tab.mouse('mouseMoved', link);
      await wait(2500);
      await tab.mouse('mousePressed', link);
      await tab.mouse('mouseReleased', link);
      const paint = await firstPaint(tab);
      onProgress(paint < 0 ? 'the next page was not prerendered' : 'the next page was prerendered');
      rows.push({
        what: `next page, hovered before${paint < 0 ? ' (not prerendered)' : ''}`,
        value: Math.abs(paint),
        unit: 'ms',
        goal: '≤ 50',
      });
    } finally {
      await browser.close();
      await server.stop();
    }
    return rows;
  },
} satisfies Section;

/** @returns milliseconds from the click; below 0 of a page that had not been prerendered */
async function firstPaint(tab: Tab): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    await wait(200);
    const paint = await tab.evaluate<number | null>(
      `(() => { const { activationStart } = performance.getEntriesByType('navigation')[0]; const paint = performance.getEntriesByType('paint').find(({ name }) => name === 'first-contentful-paint'); if (!paint || location.pathname === sessionStorage.from) return null; return activationStart > 0 ? Math.max(0, paint.startTime - activationStart) : -paint.startTime; })()`,
    );
    if (typeof paint === 'number') return paint;
  }
  throw new Error('The next page was not painted');
}

interface Tab {
  go(url: string): Promise<void>;
  /** @returns why the page was not restored from the back-forward cache; nothing when it was */
  back(): Promise<{ type: string; reason: string }[]>;
  mouse(type: string, at: { x: number; y: number }): Promise<void>;
  evaluate<Value>(expression: string): Promise<Value>;
}

async function openRawBrowser(): Promise<{
  openTab: () => Promise<Tab>;
  close: () => Promise<void>;
}> {
  // A headless shell has neither the back-forward cache nor prerendering.
  const executable = (await findWholeChromium()) ?? (await findChromium());
  if (!executable) throw new Error('No Chromium: run npm test once, it installs one');
  const profile = await mkdtemp(join(tmpdir(), 'bench-profile-'));
  const flags = [
    ...CHROMIUM_FLAGS,
    '--headless=new',
    '--window-size=1440,900',
    '--remote-debugging-port=0',
  ];
  const child = spawn(executable, [...flags, `--user-data-dir=${profile}`], { stdio: 'ignore' });
  const reasons: { type: string; reason: string }[] = [];
  /** Of the page in the tab, and of one that is prerendered until it takes its place. */
  const pages = new Set<string>();
  const call = await connect(await addressOf(profile, child), (method, params) => {
    if (method === 'Page.backForwardCacheNotUsed') reasons.push(...params.notRestoredExplanations);
    if (method === 'Target.attachedToTarget' && params.targetInfo.type === 'page') {
      pages.add(params.sessionId);
    }
    if (method === 'Target.detachedFromTarget') pages.delete(params.sessionId);
  });
  return {
    async openTab() {
      // By the tab: to a session of the page itself Chromium shows no page that it prerendered.
      const { targetId } = await call('Target.createTarget', { url: 'about:blank', forTab: true });
      const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true });
      const follow = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
      await call('Target.setAutoAttach', follow, String(sessionId));
      const [first = ''] = pages;
      await call('Page.enable', {}, first);
      // What was there first is what is shown.
      const send = (method: string, params: object = {}) => call(method, params, [...pages][0]);
      return {
        async go(url) {
          await send('Page.navigate', { url });
          await wait(1500);
        },
        async back() {
          const { currentIndex, entries } = await send('Page.getNavigationHistory');
          const entry = (entries as { id: number }[])[Number(currentIndex) - 1];
          reasons.length = 0;
          await send('Page.navigateToHistoryEntry', { entryId: entry?.id });
          await wait(1500);
          return [...reasons];
        },
        async mouse(type, { x, y }) {
          const button = type === 'mouseMoved' ? {} : { button: 'left', clickCount: 1 };
          await send('Input.dispatchMouseEvent', { type, x, y, ...button });
        },
        async evaluate<Value>(expression: string) {
          const { result } = await send('Runtime.evaluate', { expression, returnByValue: true });
          return (result as { value: Value }).value;
        },
      };
    },
    async close() {
      child.kill();
      await wait(500);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Chromium writes its port and path into its profile. */
async function addressOf(profile: string, child: ChildProcess): Promise<string> {
  for (let tries = 0; tries < 100 && child.exitCode === null; tries++) {
    await wait(200);
    const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const [port, path] = text.split('\n');
    if (path) return `ws://127.0.0.1:${port}${path}`;
  }
  throw new Error('Chromium does not start');
}

type OnEvent = (
  method: string,
  params: {
    notRestoredExplanations: { type: string; reason: string }[];
    targetInfo: { type: string };
    sessionId: string;
  },
) => void;

async function connect(address: string, onEvent: OnEvent) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, method, params } = JSON.parse(String(data));
    if (method) onEvent(method, params);
    else if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let last = 0;
  return (method: string, params: object, sessionId?: string) => {
    last += 1;
    const answer = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(last, answer);
    socket.send(JSON.stringify({ id: last, method, params, sessionId }));
    return answer.promise;
  };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
