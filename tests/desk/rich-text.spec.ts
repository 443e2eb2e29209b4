import { canvasOf, expect, expectAccessible, go, save, test } from './desk-test.ts';

const CARTE = 'pages/carte.yaml';

test('words are stressed, linked and listed where they are read, and stand so in the file', async ({
  page,
  desk,
}) => {
  await go(page, 'paginas/carte');
  const canvas = canvasOf(page);
  const paragraph = canvas.getByTitle('Alinea').first();
  await paragraph.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.press('Control+Shift+ArrowRight');
  await page.keyboard.press('Control+b');
  await expect(canvas.getByRole('button', { name: 'Vet' })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await page.keyboard.press('End');
  await page.keyboard.type(' 5 * 3 Écrivez');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await page.keyboard.press('Control+k');
  await canvas.getByLabel('Waarheen?').fill('/demande');
  await page.keyboard.press('Enter');
  await expect(paragraph.locator('a')).toHaveText('Écrivez');
  const written =
    'La **carte** change avec les saisons. Voici celle du moment. 5 * 3 [Écrivez](/demande)';
  // The field beside it is the same text.
  const field = page.getByLabel('Alinea 1').first();
  await expect(field.locator('strong')).toHaveText('carte');

  await field.click();
  await page.keyboard.press('Control+End');
  await page.getByRole('button', { name: 'Lijst', exact: true }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Une soupe');
  await expect(canvas.getByTitle('Alinea').first().locator('li')).toHaveCount(2);
  await save(page);
  const paragraphs = async () => (await desk.value(CARTE)).sections[0]?.paragraphs;
  expect(await paragraphs()).toEqual([`- ${written}\n- Une soupe`]);

  const undo = page.getByRole('button', { name: 'Ongedaan maken' });
  await undo.click();
  await expect(paragraph.locator('li').last()).toHaveText('Une');
  while (await undo.isEnabled()) await undo.click();
  await expect(paragraph.locator('li')).toHaveCount(0);
  await expect(paragraph.locator('strong')).toHaveCount(0);
  const redo = page.getByRole('button', { name: 'Opnieuw doen' });
  while (await redo.isEnabled()) await redo.click();
  await expect(field.locator('li').last()).toHaveText('Une soupe');

  await field.locator('a').click();
  await page.keyboard.press('Control+k');
  await page.getByLabel('Waarheen?').fill('/nergens');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/‘?'\/nergens' bestaat niet op deze site/);
  await page.getByRole('button', { name: 'Bewaar', exact: true }).click();
  expect(await paragraphs()).toEqual([`- ${written}\n- Une soupe`]);
});
