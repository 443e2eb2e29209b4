import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Builder, By, error, Key, type WebDriver } from 'selenium-webdriver';
import { vi } from 'vitest';
import { freePort } from '../ports.ts';
import { describeJourneys, type Engine } from './journey.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const XVFB = '/usr/bin/xvfb-run';

/** WebKitGTK on a virtual screen, by WebDriver. */
async function openWebKit(): Promise<Engine> {
  const url = `http://127.0.0.1:${await freePort()}`;
  // A process group of its own: screen, driver and browser end together.
  const child = spawn(XVFB, ['-a', DRIVER, `--port=${new URL(url).port}`], {
    stdio: 'ignore',
    detached: true,
  });
  const end = async () => {
    const gone = once(child, 'exit');
    process.kill(-Number(child.pid), 'SIGTERM');
    await gone;
  };
  const driver = await connect(url).catch(async (failure) => {
    await end();
    throw failure;
  });
  const find = (selector: string) => driver.findElement(By.css(selector));
  return {
    resize: (width, height) => driver.manage().window().setRect({ width, height }),
    open: (address) => driver.get(address),
    click: async (selector) => {
      const element = await find(selector);
      // The driver refuses an element that a transition or smooth scrolling still moves.
      await element.click().catch((failure: Error) => {
        if (!(failure instanceof error.ElementNotInteractableError)) throw failure;
        return driver.executeScript('arguments[0].click()', element);
      });
    },
    type: async (selector, text) => (await find(selector)).sendKeys(text),
    press: (key) =>
      driver
        .actions()
        .sendKeys(key === 'Escape' ? Key.ESCAPE : Key.ARROW_RIGHT)
        .perform(),
    evaluate: (expression) => driver.executeScript(`return ${expression}`),
    async close() {
      await driver.quit();
      await end();
    },
  };
}

async function connect(url: string): Promise<WebDriver> {
  await vi.waitFor(() => fetch(`${url}/status`), { timeout: 30_000 });
  const capabilities = { browserName: 'MiniBrowser' };
  return new Builder().usingServer(url).withCapabilities(capabilities).build();
}

describeJourneys('WebKit', 'webkit', openWebKit);
