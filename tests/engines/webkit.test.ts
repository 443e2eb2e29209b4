import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Builder, By, error, Key, type WebDriver } from 'selenium-webdriver';
import { vi } from 'vitest';
import { TEST_PROGRAMS } from '../runner/programs.ts';
import { freePort } from '../support/servers/ports.ts';
import { describeDesk, type FrameEngine } from './desk-journey.ts';
import { describeJourneys } from './journey.ts';

const [DRIVER, XVFB] = TEST_PROGRAMS.webkit.files;

/** Opens WebKitGTK on a virtual screen, by WebDriver. */
async function openWebKit(): Promise<FrameEngine> {
  const url = `http://127.0.0.1:${await freePort()}`;
  // The process has a group of its own, so that screen, driver and browser end together.
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
  /**
   * The frame that scripts and pointer act in. The driver itself is never switched to a frame,
   * because it loses that frame as soon as the page's address changes.
   */
  let frame: string | undefined;
  /** Runs a script with `document` and `window` of that frame. */
  const runScript = <Result>(script: string, ...args: unknown[]) => {
    const inner = `const window = top.document.querySelector(${JSON.stringify(frame)}).contentWindow;
      const { document } = window;`;
    return driver.executeScript<Result>((frame ? inner : '') + script, ...args);
  };
  const clickInFrame = async (selector: string) => {
    const placeOf = (script = '') =>
      runScript<number[]>(
        `const element = document.querySelector(arguments[0]);
      ${script}
      const inner = element.getBoundingClientRect();
      const outer = window.frameElement.getBoundingClientRect();
      const scale = outer.width / window.innerWidth;
      return [
        outer.left + scale * (inner.left + inner.width / 2),
        outer.top + scale * (inner.top + inner.height / 2),
      ];`,
        selector,
      );
    const scroll = "element.scrollIntoView({ block: 'center', behavior: 'instant' });";
    let [x = 0, y = 0] = await placeOf(scroll);
    // A click would miss an element that is still moving, as after a resize.
    for (let tries = 0; tries < 50; tries++) {
      await pause(100);
      const [newX = 0, newY = 0] = await placeOf();
      if (newX === x && newY === y) break;
      [x = 0, y = 0] = await placeOf(scroll);
    }
    await driver
      .actions()
      .move({ x: Math.round(x), y: Math.round(y) })
      .click()
      .perform();
  };
  const click = async (selector: string) => {
    const element = await find(selector);
    // The driver never clicks the button that enlarges a gallery, and says that it is not
    // interactable.
    const isKnown = `return arguments[0].matches('[data-variant="gallery"] button')`;
    if (await driver.executeScript(isKnown, element)) {
      await driver.executeScript('arguments[0].click()', element);
      return;
    }
    // The driver does not scroll to an element just below the window, which it takes for visible.
    const scroll = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })";
    await driver.executeScript(scroll, element);
    // The driver reports the same error while an element still moves, for example an opening menu.
    for (let tries = 1; ; tries++) {
      try {
        await element.click();
        return;
      } catch (failure) {
        if (tries === 100 || !(failure instanceof error.ElementNotInteractableError)) throw failure;
        await pause(100);
      }
    }
  };
  return {
    resize: (width, height) => driver.manage().window().setRect({ width, height }),
    open: (address) => driver.get(address),
    click: (selector) => (frame ? clickInFrame(selector) : click(selector)),
    // In a frame the text goes to what has the focus.
    type: async (selector, text) =>
      frame ? driver.actions().sendKeys(text).perform() : (await find(selector)).sendKeys(text),
    press: (key) =>
      driver
        .actions()
        .sendKeys(key === 'Escape' ? Key.ESCAPE : Key.ARROW_RIGHT)
        .perform(),
    evaluate: (expression) => runScript(`return ${expression}`),
    async enter(selector) {
      frame = selector;
    },
    choose: async (selector, file) => (await find(selector)).sendKeys(file),
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

describeDesk('WebKit', 'webkit', openWebKit);
describeJourneys('WebKit', 'webkit', openWebKit);
