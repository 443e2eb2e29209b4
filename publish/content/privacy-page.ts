import { XSRF_COOKIE } from '../../enquiry/replies.ts';
import { fillIn } from '../../enquiry/text.ts';
import type { Page, Site } from '../../site/content.ts';
import type { CheckedContent } from './content-files.ts';
import { errorAt, type Finding } from './finding.ts';

/** The company behind each captcha provider. */
const CAPTCHA_COMPANIES: Record<Site['captcha']['provider'], string> = {
  altcha: '',
  recaptcha: 'Google (reCAPTCHA)',
  hcaptcha: 'Intuition Machines (hCaptcha)',
  turnstile: 'Cloudflare (Turnstile)',
};

/** The required placeholders. '!' marks a paragraph for when the setting is empty. */
const EXAMPLES = {
  keepDays: '- We wissen je aanvraag {keepDays} dagen nadat ze bij ons aankwam.',
  recipient: '- Je aanvraag komt aan in onze mailbox {recipient}.',
  host: '- Onze mail en onze databank draaien bij {host}.',
  cookie: '- Deze site gebruikt één cookie, {cookie}.',
  captcha: '- De controle tegen spam doet {captcha}, en krijgt daarvoor je IP-adres.',
  '!captcha': '- "{!captcha}De controle tegen spam doen we zelf."',
  api: '- Het formulier stuurt je aanvraag naar {api}.',
};

/**
 * Fills in the placeholders from site.yaml. A paragraph whose setting is empty is omitted; one with
 * `{!captcha}` is shown only without a third-party captcha.
 */
export function fillInPrivacyPage(page: Page, { enquiries, captcha, api, privacy }: Site): Page {
  if (page.path !== privacy.page) return page;
  const values: Record<string, string | number> = {
    ...enquiries,
    cookie: XSRF_COOKIE,
    captcha: CAPTCHA_COMPANIES[captcha.provider],
    // The server that receives the enquiries, if it is another one.
    api: URL.parse(api.base)?.hostname ?? '',
  };
  const unmet = Object.entries(values).map(([name, value]) => {
    return value === '' ? `{${name}}` : `{!${name}}`;
  });
  const fillInAll = (paragraphs: string[]) =>
    paragraphs
      .filter((paragraph) => !unmet.some((condition) => paragraph.includes(condition)))
      .map((paragraph) => fillIn(paragraph.replace(/\{!\w+\}\s*/, ''), values));
  const sections = page.sections.map((section) => {
    if (section.kind !== 'text') return section;
    const parts = section.parts.map((part) => ({
      ...part,
      paragraphs: fillInAll(part.paragraphs),
    }));
    return { ...section, parts };
  });
  return { ...page, sections };
}

/** Checks that the privacy page has all placeholders, unless a provider hosts it. */
export function* checkPrivacyPage({ site, pages }: CheckedContent): Iterable<Finding> {
  if (site?.value.privacy.providerUrl !== '') return;
  const page = pages.find(({ value }) => value.path === site.value.privacy.page);
  if (!page || page.value.hidden) return;
  const text = JSON.stringify(page.value.sections);
  for (const [name, example] of Object.entries(EXAMPLES)) {
    if (text.includes(`{${name}}`)) continue;
    const message = `Nergens staat {${name}}; verwacht wordt een alinea daarmee.`;
    yield errorAt(page.yaml, ['sections'], message, example);
  }
}
