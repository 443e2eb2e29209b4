import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { bundleApp } from '../../desk/server/bundle-app.ts';
import { currentReleaseId } from '../../publish/releases/releases.ts';
import { publicDirOf, releaseDirOf } from '../../release/site-folder.ts';
import { openTestDesk, type TestDesk } from '../desk/test-desk.ts';
import { UNSAVED } from '../desk/unsaved.ts';
import type { ProgramName } from '../runner/programs.ts';
import { needs } from '../runner/skips.ts';
import { FIXTURE_CONTENT_DIR } from '../support/content/fixture-content.ts';
import type { Engine } from './journey.ts';

/** A browser that can also work in the frame of the edited page. */
export interface FrameEngine extends Engine {
  /**
   * Makes all further calls act in the frame with that selector or, without one, in the page again.
   */
  enter(frame?: string): Promise<unknown>;
  /** Chooses a file of this machine in a field of the page. */
  choose(selector: string, file: string): Promise<unknown>;
}

const FRAME = 'iframe[title^="De pagina"]';
const HOME = 'pages/accueil.yaml';
const CARTE = 'pages/carte.yaml';
const SENTENCE = '[contenteditable][data-text$=" sections.3.text"]';
const TYPED = ' Encore une part.';
const AMOUNT = `[id="${HOME}:sections.1.price.amount"]`;
const DESCRIPTION = '[id="photos/photos.yaml:img-0042.alt"]';
/** How long publishing a whole site with its photos may take on a busy machine. */
const PUBLISH = { timeout: 240_000 };

/**
 * Declares what a caterer must be able to do at the desk in every browser.
 *
 * @param program the journeys are skipped without it
 */
export function describeDesk(
  name: string,
  program: ProgramName,
  openEngine: () => Promise<FrameEngine>,
): void {
  describe(`${name} at the desk`, needs(program), () => {
    let desk: TestDesk;
    let engine: FrameEngine;
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'engine-'));
      desk = await openTestDesk({
        contentDir: FIXTURE_CONTENT_DIR,
        appDir: await bundleApp(resolve('.cache')),
      });
      engine = await openEngine();
      await engine.resize(1280, 900);
    });
    afterAll(async () => {
      await engine?.close();
      await desk?.close();
      await rm(folder, { recursive: true, force: true });
    });

    afterEach(() => engine.enter());

    const expectThat = (expression: string) =>
      expect.poll(() => engine.evaluate(expression), { message: expression });
    const expectPresent = (selector: string) =>
      expectThat(`document.querySelector(${JSON.stringify(selector)}) !== null`).toBe(true);
    const expectSaved = () =>
      expectThat(`document.querySelector('header [role="status"]')?.textContent`).not.toMatch(
        UNSAVED,
      );
    const contentOf = async (file: string) =>
      parse(await readFile(join(desk.folders.contentDir, file), 'utf8'));
    const go = (route: string) => engine.evaluate(`void (location.hash = '#/${route}')`);

    test('the caterer signs in and sees the page', async () => {
      await engine.open(`${desk.origin}/#token=${desk.token}`);
      await expectPresent('button.publish');
      await expectPresent(FRAME);
      await engine.enter(FRAME);
      await expectPresent(SENTENCE);
      await engine.enter();
    });

    test('the page comes each time that the desk is opened, from the browser’s cache too', async () => {
      for (let time = 0; time < 5; time++) {
        await engine.open(`${desk.origin}/?${time}`);
        await expectPresent(FRAME);
        await engine.enter(FRAME);
        await expectPresent(SENTENCE);
        await engine.enter();
      }
    });

    test('a sentence that is typed on the page is saved', async () => {
      await engine.enter(FRAME);
      await engine.click(SENTENCE);
      await engine.type(SENTENCE, TYPED);
      await engine.enter();
      await expect
        .poll(async () => (await contentOf(HOME)).sections[3].text)
        .toContain(TYPED.trim());
      await expectSaved();
    });

    test('a page of a computer is scaled to the window', async () => {
      for (const [width, own] of [
        [800, 1280],
        [1000, 800],
        [1280, 800],
      ] as const) {
        await engine.resize(width, 900);
        const frame = `document.querySelector(${JSON.stringify(FRAME)})`;
        await expectThat(`Math.abs(${frame}.contentWindow.innerWidth - ${own}) <= 1`).toBe(true);
        const shown = `${frame}.getBoundingClientRect().width`;
        await expectThat(`Math.abs(${shown} - ${frame}.parentElement.clientWidth) <= 1`).toBe(true);
      }
      await engine.resize(1280, 900);
    });

    test('a click on a price leads to its amount', async () => {
      await engine.enter(FRAME);
      await engine.click(`[data-field*='"sections",1,"price"']`);
      await engine.enter();
      await expectThat(`document.activeElement?.matches(${JSON.stringify(AMOUNT)})`).toBe(true);
      await engine.evaluate(`void document.activeElement.select()`);
      await engine.type(AMOUNT, '31,50');
      await expect.poll(async () => (await contentOf(HOME)).sections[1].price.amount).toBe(31.5);
      await expectSaved();
    });

    test('a field of a form is saved', async () => {
      await go('meer/company.yaml');
      const field = '[id="company.yaml:phone"]';
      await expectPresent(field);
      await engine.evaluate(`void document.querySelector('${field}').select()`);
      await engine.type(field, '7');
      await expect.poll(async () => (await contentOf('company.yaml')).phone).toMatch(/7/);
      const { phone } = await contentOf('company.yaml');
      await expectThat(`document.querySelector('${field}').value`).toBe(phone);
      await expectSaved();
    });

    test('the text of a notice is saved', async () => {
      await go('meer/notice.yaml');
      const field = '[id="notice.yaml:text"]';
      await expectPresent(field);
      await engine.click(field);
      await engine.type(field, TYPED);
      await expect.poll(async () => (await contentOf('notice.yaml')).text).toContain(TYPED.trim());
      await expectSaved();
    });

    test('a dish is added to the menu card, and its row opens', async () => {
      await go('pagina/carte/1/velden');
      await expectPresent('.entries summary');
      await engine.click('.entries + button.add');
      const name = `[id="${CARTE}:sections.1.lines.3.name"]`;
      await expectThat(`document.activeElement?.matches(${JSON.stringify(name)})`).toBe(true);
      await engine.type(name, 'Fromages');
      await expect
        .poll(async () => (await contentOf(CARTE)).sections[1].lines[3]?.name)
        .toBe('Fromages');
      await expectSaved();
    });

    test('a photo is uploaded and described', async () => {
      const photo = join(folder, 'IMG_0042.jpg');
      const picture = { width: 900, height: 600, channels: 3, background: '#7a3' } as const;
      await sharp({ create: picture }).toFile(photo);
      await go('pagina/accueil/0');
      const field = `[id="${HOME}:sections.0.photos"] input[type="file"]`;
      await expectPresent(field);
      await engine.choose(field, photo);
      await expectPresent(DESCRIPTION);
      await engine.evaluate(`void document.querySelector('${DESCRIPTION}').select()`);
      await engine.type(DESCRIPTION, 'Un pré vert.');
      await expect
        .poll(async () => (await contentOf('photos/photos.yaml'))['img-0042'].alt)
        .toBe('Un pré vert.');
      expect((await contentOf(HOME)).sections[0].photos[0]).toBe('img-0042');
      await expectSaved();
    });

    test('‘Zet online’ publishes all of it', async () => {
      await expectThat(`document.querySelector('button.publish').disabled`).toBe(false);
      await engine.click('button.publish');
      const told = `document.querySelector('.toast').innerText`;
      await expect
        .poll(() => engine.evaluate(told), { message: told, ...PUBLISH })
        .toContain('Je site staat online.');
      const id = (await currentReleaseId(desk.folders.siteDir)) ?? '';
      const pageOf = (name: string) =>
        readFile(join(publicDirOf(releaseDirOf(desk.folders.siteDir, id)), name), 'utf8');
      const home = await pageOf('accueil.html');
      for (const text of [TYPED.trim(), '31,5', 'Un pré vert.']) expect(home).toContain(text);
      expect(await pageOf('la-carte.html')).toContain('Fromages');
    });
  });
}
