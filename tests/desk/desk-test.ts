import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type FrameLocator, type Page } from '@playwright/test';
import { parse } from 'yaml';
import { FIXTURE_CONTENT_DIR } from '../fixture-content.ts';
import { breaches } from '../support/accessibility.ts';
import { workerTest } from '../support/browser-test.ts';

/** The real desk, over a copy of the tests' caterer of its own. */
export interface RunningDesk {
  /** Opens it, with the token that it asks for. */
  address: string;
  /** A file of its content as it stands on disk. */
  read: (file: string) => Promise<string>;
  value: (
    file: string,
  ) => Promise<{ sections: Record<string, unknown>[]; [field: string]: unknown }>;
  path: (file: string) => string;
  /** As when the lid is closed for good. */
  stop: () => Promise<void>;
  /** As when the power fails. */
  kill: () => Promise<void>;
}

async function startDesk(): Promise<RunningDesk & { remove: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'desk-'));
  await cp(FIXTURE_CONTENT_DIR, join(root, 'content'), { recursive: true });
  const args = ['desk/server/main.ts', '--root', root, '--no-browser'];
  const desk = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = async () => {
    if (desk.exitCode !== null || desk.signalCode !== null) return;
    const gone = once(desk, 'exit');
    // It ends the servers that it started; an open connection of the browser's must not keep it.
    desk.kill();
    const late = setTimeout(() => desk.kill('SIGKILL'), 5000);
    await gone;
    clearTimeout(late);
  };
  const kill = async () => {
    const gone = once(desk, 'exit');
    desk.kill('SIGKILL');
    await gone;
  };
  const path = (file: string) => join(root, 'content', file);
  const read = (file: string) => readFile(path(file), 'utf8');
  return {
    address: await addressOf(desk),
    path,
    read,
    value: async (file) => parse(await read(file)),
    stop,
    kill,
    remove: async () => {
      await stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function addressOf(desk: ChildProcess): Promise<string> {
  let said = '';
  for await (const chunk of desk.stdout ?? []) {
    said += chunk;
    const address = /(http:\/\/127\.0\.0\.1:\S+)/.exec(said)?.[1];
    if (address) {
      desk.stdout?.resume();
      return address;
    }
  }
  throw new Error(`The desk did not start: ${said}`);
}

/** A test with a desk of its own, opened; a message on the console or a call to elsewhere fails it. */
export const test = workerTest.extend<{ desk: RunningDesk }>({
  locale: 'nl-BE',
  viewport: { width: 1280, height: 720 },
  desk: async ({ page, context }, use) => {
    const desk = await startDesk();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    context.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol.startsWith('http') && !['127.0.0.1', 'localhost'].includes(hostname))
        complaints.push(request.url());
    });
    await page.goto(desk.address);
    await expect(page.getByRole('status').first()).toHaveText('Alles is bewaard');
    await use(desk);
    const found = [...complaints];
    await desk.remove();
    expect(found).toEqual([]);
  },
});

export { expect } from '@playwright/test';

/** Goes to a place of the desk by its address. */
export async function go(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/${place}`);
}

/** The page that is edited, in its frame. */
export function canvasOf(page: Page): FrameLocator {
  return page.frameLocator('iframe[title^="De pagina"]');
}

export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Bewaar', exact: true }).click();
  await expect(page.getByRole('status').first()).toHaveText('Alles is bewaard');
}

/**
 * Nothing breaks the rules of accessibility, on the screen and in the page beside it.
 *
 * @param isEdited whether that page is looked at too
 */
export async function expectAccessible(page: Page, isEdited = true): Promise<void> {
  const looked = page.frames().slice(0, isEdited ? undefined : 1);
  for (const frame of looked) expect(await breaches(frame), frame.url()).toEqual([]);
}
