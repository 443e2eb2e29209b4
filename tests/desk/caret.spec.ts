import type { Locator } from '@playwright/test';
import { editedPageOf, expect, open, test, textOn } from './desk-fixture.ts';

/* A busy browser handles keys, clicks and pastes before the event that tells the editor where the
   caret went. Here no such event can come in between, because both happen within one task. */

const HOME = 'pages/accueil.yaml';

test.use({ viewport: { width: 1280, height: 800 } });

type Edit = 'a line break' | 'a paste' | 'the key for bold' | 'the button for bold';
const EDITS: { edit: Edit; does: string; expected: string }[] = [
  { edit: 'a line break', does: 'is put at the caret', expected: 'Soep\n\ntaart' },
  { edit: 'a paste', does: 'is put at the caret', expected: 'Soep en taart' },
  { edit: 'the key for bold', does: 'marks what is selected', expected: 'Soep **taart**' },
  { edit: 'the button for bold', does: 'marks what is selected', expected: 'Soep **taart**' },
];

for (const { edit, does, expected } of EDITS) {
  test(`${edit} right after a move ${does}`, async ({ page, desk }) => {
    await open(page, desk);
    const text = textOn(page, 'sections.2.paragraphs.0');
    await text.focus();
    await text.press('Control+a');
    await page.keyboard.type('Soep taart');
    await editedPageOf(page).getByRole('button', { name: 'Vet' }).waitFor();
    await moveAndEdit(text, edit);
    const saved = async () => (await desk.value(HOME)).sections[2]?.paragraphs;
    await expect.poll(saved).toEqual([expected]);
  });
}

const moveAndEdit = (text: Locator, edit: Edit) =>
  text.evaluate((element, edit) => {
    const isBold = edit.endsWith('bold');
    const backward = (how: 'move' | 'extend', count: number) => {
      for (let at = 0; at < count; at += 1) getSelection()?.modify(how, 'backward', 'character');
    };
    if (isBold) backward('extend', 5);
    else backward('move', 6);
    const init = { bubbles: true, cancelable: true };
    if (edit === 'a paste') {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ' en');
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, ...init }));
    } else if (edit === 'the button for bold') {
      document.querySelector<HTMLElement>('.rich-tools [aria-label="Vet"]')?.click();
    } else {
      const key = isBold ? { key: 'b', ctrlKey: true } : { key: 'Enter' };
      element.dispatchEvent(new KeyboardEvent('keydown', { ...key, ...init }));
    }
  }, edit);
