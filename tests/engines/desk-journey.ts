import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { bundleApp } from '../../desk/app/bundle-app.ts';
import { openTestDesk, type TestDesk } from '../desk/test-desk.ts';
import { FIXTURE_CONTENT_DIR } from '../fixture-content.ts';
import { isMissing, type ProgramName } from '../programs.ts';
import type { Engine } from './journey.ts';

/** A browser that can also work in the frame of the edited page. */
export interface FrameEngine extends Engine {
  /** Turns to the frame of that selector, or back to the page: what follows happens there. */
  enter(frame?: string): Promise<unknown>;
}

const FRAME = 'iframe[title^="De pagina"]';
const HOME = 'pages/accueil.yaml';
const SENTENCE = '[data-text$=" sections.3.text"]';
const TYPED = ' Encore une part.';

/**
 * Declares what a caterer must be able to do at the desk in every browser.
 *
 * @param program without which the journeys are skipped
 */
export function describeDesk(
  name: string,
  program: ProgramName,
  openEngine: () => Promise<FrameEngine>,
): void {
  describe.skipIf(isMissing(program))(`${name} at the desk`, () => {
    let desk: TestDesk;
    let engine: FrameEngine;
    beforeAll(async () => {
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
    });

    const expectThat = (expression: string) =>
      expect.poll(() => engine.evaluate(expression), { message: expression });
    const expectShown = (selector: string) =>
      expectThat(`document.querySelector(${JSON.stringify(selector)}) !== null`).toBe(true);
    const expectSaved = () =>
      expectThat(`document.querySelector('.saving')?.dataset.kind`).toBe('saved');
    const contentOf = async (file: string) =>
      parse(await readFile(join(desk.folders.contentDir, file), 'utf8'));
    const go = (place: string) => engine.evaluate(`void (location.hash = '#/${place}')`);

    it('the caterer signs in and sees the page', async () => {
      await engine.open(`${desk.origin}/#token=${desk.token}`);
      await expectShown('button.publish');
      await expectShown(FRAME);
      await engine.enter(FRAME);
      await expectShown(SENTENCE);
      await engine.enter();
    });

    it('a sentence that is typed on the page is saved', async () => {
      await engine.enter(FRAME);
      await engine.click(SENTENCE);
      await engine.type(SENTENCE, TYPED);
      await engine.enter();
      await expect
        .poll(async () => (await contentOf(HOME)).sections[3].text)
        .toContain(TYPED.trim());
      await expectSaved();
    });

    it('a field of a form is saved', async () => {
      await go('meer/company.yaml');
      const field = '[id="company.yaml:phone"]';
      await expectShown(field);
      await engine.evaluate(`void document.querySelector('${field}').select()`);
      await engine.type(field, '7');
      await expect.poll(async () => (await contentOf('company.yaml')).phone).toMatch(/7/);
      const { phone } = await contentOf('company.yaml');
      await expectThat(`document.querySelector('${field}').value`).toBe(phone);
      await expectSaved();
    });

    it('an entry is added to a list, and its row opens', async () => {
      await go('pagina/carte/1/velden');
      await expectShown('.entries summary');
      await engine.click('.entries + button.add');
      const name = '[id="pages/carte.yaml:sections.1.lines.3.name"]';
      await expectThat(`document.activeElement?.matches(${JSON.stringify(name)})`).toBe(true);
      await engine.type(name, 'Fromages');
      await expect
        .poll(async () => (await contentOf('pages/carte.yaml')).sections[1].lines[3]?.name)
        .toBe('Fromages');
      await expectSaved();
    });
  });
}
