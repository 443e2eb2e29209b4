import type { Locator } from '@playwright/test';
import { parseRichText, spansOf } from '../../site/rich-text/parse-rich-text.ts';
import { editedPageOf, expect, open, test, textOn } from './desk-fixture.ts';
import { CORPUS, type Pasted } from './paste-corpus.ts';

const HOME = 'pages/accueil.yaml';

test.use({ viewport: { width: 1280, height: 800 } });

type Clipboard = Pick<Pasted, 'html' | 'text'>;

/** Replaces the whole text with what is pasted. */
async function paste(text: Locator, clipboard: Clipboard) {
  await text.focus();
  await text.press('Control+a');
  await pasteAt(text, clipboard);
}

/** Pastes at the cursor. */
async function pasteAt(text: Locator, { html, text: plain }: Clipboard) {
  await text.evaluate(
    (element, { html, plain }) => {
      const clipboardData = new DataTransfer();
      if (html) clipboardData.setData('text/html', html);
      if (plain) clipboardData.setData('text/plain', plain);
      const event = { clipboardData, bubbles: true, cancelable: true };
      element.dispatchEvent(new ClipboardEvent('paste', event));
    },
    { html, plain },
  );
}

/** Each character on the page with its formats. */
const shownIn = (text: Locator) =>
  text.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const shown: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const within = (tag: string) => node?.parentElement?.closest(tag);
      const href = within('a')?.getAttribute('href') ?? '';
      const style = `${within('strong') ? 'b' : ''}${within('em') ? 'i' : ''}${href}`;
      for (const sign of node.nodeValue ?? '') if (sign.trim()) shown.push(sign + style);
    }
    return shown;
  });

const writtenIn = (source: string) =>
  spansOf(parseRichText(source).blocks).flatMap(({ text, strong, emphasis, href = '' }) => {
    const style = `${strong ? 'b' : ''}${emphasis ? 'i' : ''}${href}`;
    return [...text].filter((sign) => sign.trim()).map((sign) => sign + style);
  });

test('what programs copy is saved as Markdown, and shown as saved', async ({ page, desk }) => {
  test.setTimeout(400_000);
  await open(page, desk);
  const text = textOn(page, 'sections.2.paragraphs.0');
  const saved = async () => {
    const { paragraphs } = (await desk.value(HOME)).sections[2] as { paragraphs: string[] };
    return paragraphs[0];
  };
  for (const { from, gives, ...clipboard } of CORPUS) {
    await test.step(from, async () => {
      await paste(text, clipboard);
      await expect.soft.poll(saved, { message: from }).toBe(gives);
      expect.soft(await shownIn(text), from).toEqual(writtenIn((await saved()) ?? ''));
    });
  }
});

test('a text of one line refuses a line break, and says so', async ({ page, desk }) => {
  await open(page, desk);
  const heading = textOn(page, 'sections.1.heading');
  const saved = async () => (await desk.value(HOME)).sections[1]?.heading;
  const refusal = editedPageOf(page).getByText('Deze tekst is één regel.');
  await paste(heading, { text: 'Soep\r\n\r\ntaart' });
  await expect(refusal).toBeVisible();
  await expect.poll(saved).toBe('Soep taart');
  await page.keyboard.type('!');
  await expect(refusal).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(refusal).toBeVisible();
  await paste(heading, { html: '<p>Soep</p><ul><li><b>taart</b></li><li>koffie</li></ul>' });
  await expect.poll(saved).toBe('Soep taart koffie');
});

test('a text with line breaks keeps those that are pasted', async ({ page, desk }) => {
  await open(page, desk);
  const sentence = textOn(page, 'sections.0.sentence');
  const saved = async () => (await desk.value(HOME)).sections[0]?.sentence;
  await paste(sentence, { html: '<p>Soep</p><p><b>taart</b><br>koffie</p>' });
  await expect.poll(saved).toBe('Soep\ntaart\nkoffie');
  await paste(sentence, { text: 'Soep\r\ntaart' });
  await expect.poll(saved).toBe('Soep\ntaart');
});

test('what is pasted within a list or a bold text joins it', async ({ page, desk }) => {
  await open(page, desk);
  const text = textOn(page, 'sections.2.paragraphs.0');
  const saved = async () => {
    const { paragraphs } = (await desk.value(HOME)).sections[2] as { paragraphs: string[] };
    return paragraphs[0];
  };
  await paste(text, { html: '<ul><li>een </li><li>twee <b>drie</b></li></ul>' });
  await page.keyboard.press('Control+End');
  await pasteAt(text, { text: ' vier\nvijf' });
  await expect.poll(saved).toBe('- een\n- twee **drie vier**\n- **vijf**');
  await pasteAt(text, { html: '<p>zes</p><ol><li>zeven</li></ol>' });
  await expect.poll(saved).toBe('- een\n- twee **drie vier**\n- **vijf**zes\n- zeven');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('Voor en na');
  for (let at = 0; at < 3; at += 1) await page.keyboard.press('ArrowLeft');
  await pasteAt(text, { html: '<ul><li>een</li><li>twee</li></ul>' });
  await expect.poll(saved).toBe('Voor en\n\n- een\n- twee\n\nna');
});
