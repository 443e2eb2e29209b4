import { type ElementHandle, type Frame, launch, type Page } from 'puppeteer-core';
import { TEST_PROGRAMS } from '../runner/programs.ts';
import { describeDesk, type FrameEngine } from './desk-journey.ts';
import { describeJourneys } from './journey.ts';

const [FIREFOX] = TEST_PROGRAMS.firefox.files;

/** Opens the released Firefox, by WebDriver BiDi. */
async function openFirefox(): Promise<FrameEngine> {
  const browser = await launch({ browser: 'firefox', executablePath: FIREFOX });
  const page = await browser.newPage();
  let scope: Page | Frame = page;
  return {
    resize: (width, height) => page.setViewport({ width, height }),
    open: (url) => page.goto(url),
    click: (selector) => scope.click(selector),
    type: (selector, text) => scope.type(selector, text),
    press: (key) => page.keyboard.press(key),
    evaluate: <Result>(expression: string) => scope.evaluate(expression) as Promise<Result>,
    async enter(frame) {
      const element = frame ? await page.waitForSelector(frame) : undefined;
      scope = (await element?.contentFrame()) ?? page;
    },
    async choose(selector, file) {
      const input = await page.waitForSelector(selector);
      await (input as ElementHandle<HTMLInputElement>).uploadFile(file);
    },
    close: () => browser.close(),
  };
}

describeDesk('Firefox', 'firefox', openFirefox);
describeJourneys('Firefox', 'firefox', openFirefox);
