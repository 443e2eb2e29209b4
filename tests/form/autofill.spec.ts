import { HONEYPOT, type VisibleField } from '../../enquiry/fields.ts';
import { findWholeChromium } from '../../scripts/chromium.mjs';
import { SHOWN_FIELDS } from '../../site/form/fields/form-values.ts';
import { usePageOfOwnBrowser } from '../support/browser-test.ts';
import { words } from '../support/site.ts';
import { expect, FormPage, test as formTest, makeCaptchaEasy, TYPED } from './form-page.ts';

const wholeChromium = await findWholeChromium();

const test = formTest.extend({
  page: ({ playwright, launchOptions, site }, use, testInfo) => {
    testInfo.skip(
      !wholeChromium,
      'There is no Chromium here but the headless one, which fills in nothing',
    );
    const whole = { ...launchOptions, executablePath: wholeChromium ?? '' };
    return usePageOfOwnBrowser({ playwright, launchOptions: whole }, ['--headless=new'], use, {
      baseURL: site.url,
    });
  },
});

/** What a browser knows of its owner, under Chromium's names, and the field that asks for it. */
const KNOWN = {
  email: ['EMAIL_ADDRESS', TYPED.email],
  name: ['NAME_LAST', 'Ĳsbrandt'],
  firstName: ['NAME_FIRST', 'Zoë'],
  company: ['COMPANY_NAME', 'Atelier Zoë'],
  street: ['ADDRESS_HOME_STREET_NAME', 'Kerkstraat'],
  number: ['ADDRESS_HOME_HOUSE_NUMBER', '12'],
  postalCode: ['ADDRESS_HOME_ZIP', '9000'],
  city: ['ADDRESS_HOME_CITY', 'Gent'],
  phone: ['PHONE_HOME_WHOLE_NUMBER', '+32470123456'],
} as const satisfies Partial<Record<VisibleField, readonly [string, string]>>;

/** Needed to know the others, and asked for by no field of ours. */
const COUNTRY = { name: 'ADDRESS_HOME_COUNTRY', value: 'BE' };

test('a browser fills in what it knows of its owner, each in its field, and nothing else', async ({
  page,
}) => {
  await makeCaptchaEasy(page);
  const form = await new FormPage(page).open();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Autofill.enable');
  const guesses: Record<string, string> = {};
  browser.on('Autofill.addressFormFilled', ({ filledFields }) => {
    for (const { name, autofillType } of filledFields) guesses[name] = autofillType;
  });
  const { result } = await browser.send('Runtime.evaluate', {
    expression: 'document.querySelector("form [autocomplete=email]")',
  });
  const { node } = await browser.send('DOM.describeNode', { objectId: result.objectId ?? '' });
  const fields = Object.values(KNOWN).map(([name, value]) => ({ name, value }));
  const address = { fields: [...fields, COUNTRY] };
  // Chromium looks at a form a moment after it is there.
  await expect(async () => {
    await browser.send('Autofill.trigger', { fieldId: node.backendNodeId, address });
    await expect(form.field('email')).toHaveValue(TYPED.email, { timeout: 500 });
  }).toPass();

  for (const { name } of SHOWN_FIELDS) {
    const expected = name in KNOWN ? KNOWN[name as keyof typeof KNOWN][1] : '';
    await expect.soft(form.field(name), name).toHaveValue(expected);
  }
  // Without a label it was taken for an e-mail address: a person would have looked like a program.
  expect(guesses).toMatchObject({ email: 'Email address', [HONEYPOT]: '' });

  await test.step('the form knows of it: with a message it can be sent', async () => {
    await form.expectMissing(words.fields.message);
    await form.field('message').fill(TYPED.message);
    await expect(form.submit).toBeEnabled();
  });
});
