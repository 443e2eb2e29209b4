import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequiredFieldName } from '../../enquiry/fields.ts';
import type { ProgramName } from '../runner/programs.ts';
import { needs } from '../runner/skips.ts';
import { unstyledElements } from '../support/browser/unstyled.ts';
import {
  content,
  formPath,
  homePath,
  loadValidContent,
  messages,
  navigation,
  pageWith,
  SAMPLE_SITE_DIR,
  SITE_DIR,
  sectionOf,
} from '../support/content/fixture-site.ts';
import { type SiteServer, startSiteServer } from '../support/servers/site-server.ts';

/** A browser as its public driver offers it. Elements are named by CSS selectors. */
export interface Engine {
  resize(width: number, height: number): Promise<unknown>;
  open(url: string): Promise<unknown>;
  click(selector: string): Promise<unknown>;
  type(selector: string, text: string): Promise<unknown>;
  press(key: 'Escape' | 'ArrowRight'): Promise<unknown>;
  /** @param expression JavaScript, evaluated in the page */
  evaluate<Result>(expression: string): Promise<Result>;
  close(): Promise<unknown>;
}

const ENQUIRY: Record<RequiredFieldName, string> = {
  email: 'zoe@voorbeeld.example',
  name: "Zoë D'Hondt",
  message: 'Graag een voorstel, € 35 p.p.',
};
/** Windows from a small phone to a large screen, 20 in all. */
const WIDTHS = [
  ...[320, 360, 390, 430, 500, 576, 700, 767, 800, 960],
  ...[992, 1100, 1200, 1281, 1320, 1380, 1420, 1440, 1600, 1920],
];
/** A busy machine may need seconds for each of 160 layouts. */
const LAYOUTS_TIMEOUT_MS = 15 * 60_000;
const DATE_FIELD = 'form [name="date"]';

/**
 * Declares what a visitor must be able to do in every browser.
 *
 * @param program the journeys are skipped without it
 */
export function describeJourneys(
  name: string,
  program: ProgramName,
  openEngine: () => Promise<Engine>,
): void {
  describe(name, needs(program), () => {
    let site: SiteServer;
    let engine: Engine;
    beforeAll(async () => {
      site = await startSiteServer({ siteDir: SITE_DIR });
      engine = await openEngine();
    });
    afterAll(async () => {
      await engine?.close();
      await site?.stop();
    });

    const open = async (path: string, width = 1280) => {
      await engine.resize(width, 900);
      await engine.open(site.url + path);
      await expect
        .poll(() => engine.evaluate("'started' in document.documentElement.dataset"))
        .toBe(true);
    };
    const expectPath = (path: string) =>
      expect.poll(() => engine.evaluate('location.pathname')).toBe(path);
    const expectVisible = (selector: string, isVisible: boolean) => {
      const visible = `document.querySelector('${selector}')?.checkVisibility() ?? false`;
      return expect.poll(() => engine.evaluate(visible)).toBe(isVisible);
    };
    /** Clicks the visible button, link or day of that name. */
    const clickNamed = async (selector: string, label: string) => {
      const mark = `(() => {
        const all = [...document.querySelectorAll(${JSON.stringify(selector)})];
        const named = (one) => [one.ariaLabel, one.innerText.trim()].includes(${JSON.stringify(label)});
        const found = all.find((one) => one.checkVisibility() && named(one));
        document.querySelector('[data-found]')?.removeAttribute('data-found');
        found?.setAttribute('data-found', '');
        return found !== undefined;
      })()`;
      await expect.poll(() => engine.evaluate(mark), { message: label }).toBe(true);
      await engine.click('[data-found]');
    };

    /**
     * Expects that the dialog has its size, is opaque and within the window, and that no control,
     * dialog or frame has the browser's default style.
     *
     * @param isRight JavaScript about its width `w` and height `h` in the window
     */
    const expectDialog = async (isRight: string) => {
      const size = `(() => {
        const dialog = document.querySelector('dialog');
        if (!dialog) return 'none';
        const { offsetWidth: w, offsetHeight: h } = dialog;
        const { left, top, right, bottom } = dialog.getBoundingClientRect();
        const { opacity } = getComputedStyle(dialog);
        const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        return (isInside && opacity === '1' && (${isRight})) ||
          [w, h, left, top, opacity, innerWidth, innerHeight].join();
      })()`;
      await expect.poll(() => engine.evaluate(size), { message: isRight }).toBe(true);
      expect(await engine.evaluate(`(${unstyledElements})()`)).toEqual([]);
    };

    test('a visitor gets from home to the form and sends an enquiry', async () => {
      await open('/');
      await expectPath(homePath);
      const link = navigation.find(({ path }) => path === formPath);
      await clickNamed('header nav a', link?.label ?? '');
      await expectPath(formPath);
      for (const [field, text] of Object.entries(ENQUIRY)) {
        await engine.type(`form [name="${field}"]`, text);
      }
      const isReady = "!document.querySelector('form button[type=submit]').disabled";
      await expect.poll(() => engine.evaluate(isReady)).toBe(true);
      await engine.click('form button[type=submit]');
      const text = "document.querySelector('main').innerText";
      await expect.poll(() => engine.evaluate(text)).toContain(messages.form.success);
    });

    test('a phone’s menu opens and navigates', async () => {
      await open(homePath, 600);
      await expectVisible('#menu', false);
      await clickNamed('header button', messages.shell.menu);
      const [, second] = navigation;
      await clickNamed('#menu a', second?.label ?? '');
      await expectPath(second?.path ?? '');
    });

    test('the gallery enlarges a photo, shows the next and closes', async () => {
      const page = pageWith('offer');
      const [first = '', next = ''] = sectionOf(page, 'offer').photos;
      await open(page.path);
      await clickNamed('[data-variant="gallery"] button', messages.carousel.enlarge);
      await expectDialog('w === innerWidth - 10 && h === innerHeight - 10');
      const shown = "document.querySelector('dialog [data-role=shown] img')?.alt";
      await expect.poll(() => engine.evaluate(shown)).toBe(content.photos[first]?.alt);
      await engine.press('ArrowRight');
      await expect.poll(() => engine.evaluate(shown)).toBe(content.photos[next]?.alt);
      await engine.press('Escape');
      await expectVisible('dialog', false);
    });

    test('the hero shows the next photo', async () => {
      await open(homePath);
      const photo = `document.querySelector('[data-variant="hero"] [data-role=shown] img').dataset.photo`;
      const before = await engine.evaluate(photo);
      await clickNamed('[data-variant="hero"] button', messages.carousel.next);
      await expect.poll(() => engine.evaluate(photo)).not.toBe(before);
    });

    test('the privacy statement opens, and its links lead elsewhere', async () => {
      await open(homePath);
      await clickNamed('footer a', messages.shell.privacy);
      const frame = "document.querySelector('dialog iframe')?.contentDocument";
      const links = `[...(${frame}?.querySelectorAll('main a') ?? [])]
        .map((link) => [link.protocol.startsWith('http'), link.target].join(' '))`;
      await expect
        .poll(() => engine.evaluate<string[]>(links))
        .toEqual(expect.arrayContaining(['false _top']));
      const targets = new Set(await engine.evaluate<string[]>(links));
      expect([...targets].sort()).toEqual(
        targets.size > 1 ? ['false _top', 'true _blank'] : ['false _top'],
      );
      const isNear = (size: string, of: string) => `Math.abs(${size} - 0.95 * ${of}) <= 1`;
      await expectDialog(`${isNear('w', 'innerWidth')} && ${isNear('h', 'innerHeight')}`);
      await clickNamed('dialog button', messages.shell.close);
      await expectVisible('dialog', false);
    });

    test('no page scrolls sideways at any of 20 widths', {
      timeout: LAYOUTS_TIMEOUT_MS,
    }, async () => {
      const sample = await startSiteServer({ siteDir: SAMPLE_SITE_DIR });
      try {
        for (const { path } of (await loadValidContent('content')).pages) {
          await engine.open(sample.url + path);
          for (const width of WIDTHS) {
            await engine.resize(width, 900);
            const overflow = await engine.evaluate(
              'document.documentElement.scrollWidth - document.documentElement.clientWidth',
            );
            expect(overflow, `${path} at ${width} px`).toBe(0);
          }
        }
      } finally {
        await sample.stop();
      }
    });

    test('the form fills the space beside the address, or the page above it', async () => {
      const boxes = `['form', 'main address'].map((selector) => {
        const { left, right, top, bottom } = document.querySelector(selector).getBoundingClientRect();
        return { left, right, top, bottom };
      })`;
      type Box = Record<'left' | 'right' | 'top' | 'bottom', number>;
      for (const width of [360, 1100, 1200, 1440, 1920]) {
        await open(formPath, width);
        const [form, address] = await engine.evaluate<[Box, Box]>(boxes);
        if (width >= 1200) {
          expect(address.left, `${width} px`).toBeGreaterThan(form.right);
          expect(address.left - form.right, `${width} px`).toBeLessThan(0.15 * width);
        } else {
          expect(address.top, `${width} px`).toBeGreaterThan(form.bottom);
          expect(form.right - form.left, `${width} px`).toBeGreaterThan(0.8 * width);
        }
      }
    });

    test('the date field accepts typed and chosen dates', async () => {
      // The narrowest window that desktop browsers allow, in place of a phone's.
      await open(formPath, 500);
      const date = () => engine.evaluate(`document.querySelector('${DATE_FIELD}').value`);
      await engine.type(DATE_FIELD, '5/3/2027');
      await clickNamed('form button', messages.form.openCalendar);
      await expectDialog('w > 250 && w <= 0.8 * innerWidth && h > 250 && h < innerHeight');
      const day = new Intl.DateTimeFormat(content.site.locale, { dateStyle: 'full' });
      await clickNamed('dialog button', day.format(new Date(2027, 2, 17)));
      await expect.poll(date).toBe('17/03/2027');
    });
  });
}
