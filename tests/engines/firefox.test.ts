import { launch } from 'puppeteer-core';
import { describeJourneys, type Engine } from './journey.ts';

const FIREFOX = '/usr/bin/firefox-esr';

/** Firefox as it is released, by WebDriver BiDi. */
async function openFirefox(): Promise<Engine> {
  const browser = await launch({ browser: 'firefox', executablePath: FIREFOX });
  const page = await browser.newPage();
  return {
    resize: (width, height) => page.setViewport({ width, height }),
    open: (url) => page.goto(url),
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    press: (key) => page.keyboard.press(key),
    evaluate: <Result>(expression: string) => page.evaluate(expression) as Promise<Result>,
    close: () => browser.close(),
  };
}

describeJourneys('Firefox', 'firefox', openFirefox);
