import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { freePort } from '../free-port.ts';

/** How an element is found (WebDriver 12.2, element location strategies). */
interface Finder {
  using: 'css selector';
  value: string;
}

/** The key under which WebDriver names an element (12.1, web element identifier). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/**
 * WebKitGTK in a screen that nobody sees, by plain WebDriver (https://www.w3.org/TR/webdriver2/):
 * Playwright drives only a WebKit of its own.
 *
 * @param driver path of WebKitWebDriver
 * @throws Error with the driver's words when it refuses something
 */
export async function openWebKit(driver: string) {
  const port = await freePort();
  // A group of its own: the screen and the browser end with it.
  const child = spawn('xvfb-run', ['-a', driver, `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
  });
  await once(child, 'spawn');
  const end = async () => {
    const gone = once(child, 'exit');
    process.kill(-Number(child.pid), 'SIGTERM');
    await gone;
  };

  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: never };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };

  try {
    await waitUntilReady(() => call('GET', '/status'));
    const { sessionId } = (await call('POST', '/session', { capabilities: {} })) as {
      sessionId: string;
    };
    const session = `/session/${sessionId}`;
    const find = async (finder: Finder) => {
      const found: Record<string, string> = await call('POST', `${session}/element`, finder);
      return `${session}/element/${found[ELEMENT]}`;
    };
    await call('POST', `${session}/window/rect`, { width: 1280, height: 1000 });
    return {
      open: (url: string) => call('POST', `${session}/url`, { url }),
      address: (): Promise<string> => call('GET', `${session}/url`),
      click: async (finder: Finder) => call('POST', `${await find(finder)}/click`, {}),
      type: async (finder: Finder, text: string) =>
        call('POST', `${await find(finder)}/value`, { text }),
      isEnabled: async (finder: Finder): Promise<boolean> =>
        call('GET', `${await find(finder)}/enabled`),
      textOf: async (finder: Finder): Promise<string> => call('GET', `${await find(finder)}/text`),
      [Symbol.asyncDispose]: async () => {
        await call('DELETE', session);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function waitUntilReady(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await ask();
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
