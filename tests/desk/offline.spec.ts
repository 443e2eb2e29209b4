import {
  expect,
  expectSaved,
  go,
  messageIn,
  open,
  summaryIn,
  test,
  textOn,
} from './desk-fixture.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('the desk says that there is no network until it is back', async ({ page, desk, context }) => {
  await open(page, desk, 'aanvragen');
  await expect(page.getByText('Er zijn nog geen aanvragen.')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Stuur een proefmail' }).tap();
  const message = messageIn(page);
  await expect(message).toContainText('Er is geen verbinding');
  await context.setOffline(false);
  await expectSaved(page);
  await expect(message).toBeHidden();
});

test('without a network the desk is whole, and offers nothing that needs one', async ({
  page,
  desk,
  context,
}) => {
  await open(page, desk);
  await desk.call('POST /api/publish');
  await desk.jobEnd();
  await page.reload();
  await expect(textOn(page, 'sections.0.sentence')).toBeVisible();
  await go(page, 'meer');
  await expect(page.getByRole('heading', { name: 'Meer' })).toBeVisible();
  await context.setOffline(true);
  await go(page, 'paginas');
  await expect(page.getByRole('link', { name: /^Accueil/ })).toBeVisible();
  const widths = await page
    .locator('use')
    .filter({ visible: true })
    .evaluateAll((all) => all.map((drawing) => (drawing as SVGGraphicsElement).getBBox().width));
  expect(widths).not.toEqual([]);
  expect(widths).not.toContain(0);
  await go(page, 'aanvragen');
  await expect(summaryIn(page)).toContainText('Geen verbinding');
  // What is online may be what was typed.
  await expect(summaryIn(page)).not.toContainText('niet online');
  await expect(page.getByRole('button', { name: 'Zet online' })).toBeDisabled();
  await expect(messageIn(page)).toHaveCount(0);
  await context.setOffline(false);
  await expect(summaryIn(page)).toContainText('Alles staat online');
});
