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

/**
 * Values for the placeholders of the privacy page, so that it matches the settings in site.yaml and
 * the code.
 */
function saidBySettings({ enquiries, captcha, api }: Site) {
  return {
    ...enquiries,
    cookie: XSRF_COOKIE,
    captcha: CAPTCHA_COMPANIES[captcha.provider],
    /** The server that receives the enquiries, if it is another one. */
    api: URL.parse(api.base)?.hostname ?? '',
  };
}

/**
 * The required placeholders, with an example. '!' marks a paragraph for when the setting is empty.
 */
const PLACES = {
  keepDays: '- Op onze server wissen we je aanvraag {keepDays} dagen nadat ze bij ons aankwam.',
  recipient: '- Je aanvraag komt aan in onze mailbox {recipient}.',
  host: '- Onze mail en onze databank draaien bij {host}.',
  cookie: '- Deze site gebruikt één cookie, {cookie}.',
  captcha: '- De controle tegen spam doet {captcha} voor ons, en krijgt daarvoor je IP-adres.',
  '!captcha': '- "{!captcha}De controle tegen spam doen we zelf."',
  api: '- Het formulier stuurt je aanvraag naar {api}, dat ze voor ons verwerkt.',
};

/**
 * Fills in the placeholders. A paragraph whose setting is empty is omitted; one with `{!captcha}`
 * is shown only without a third-party captcha.
 */
export function fillInPrivacyPage(page: Page, site: Site): Page {
  if (page.path !== site.privacy.page) return page;
  const said = saidBySettings(site);
  const isSaid = (paragraph: string) =>
    Object.entries(said).every(
      ([place, value]) =>
        (value !== '' || !paragraph.includes(`{${place}}`)) &&
        (value === '' || !paragraph.includes(`{!${place}}`)),
    );
  const sections = page.sections.map((section) =>
    section.kind === 'text'
      ? {
          ...section,
          parts: section.parts.map((part) => ({
            ...part,
            paragraphs: part.paragraphs
              .filter(isSaid)
              .map((paragraph) => fillIn(paragraph.replace(/\{!\w+\}\s*/, ''), said)),
          })),
        }
      : section,
  );
  return { ...page, sections };
}

/** Checks that the privacy page has all placeholders, unless a provider hosts it. */
export function* checkPrivacyPage({ site, pages }: CheckedContent): Iterable<Finding> {
  if (site?.value.privacy.providerUrl !== '') return;
  const written = pages.find(({ value }) => value.path === site.value.privacy.page);
  if (!written || written.value.hidden) return;
  const text = written.value.sections
    .flatMap((section) => (section.kind === 'text' ? section.parts : []))
    .flatMap(({ paragraphs }) => paragraphs)
    .join();
  for (const [place, example] of Object.entries(PLACES)) {
    if (text.includes(`{${place}}`)) continue;
    const message = `Nergens staat {${place}}, dus deze pagina zegt niet alles wat de site doet; verwacht wordt een alinea ermee, die wegblijft zolang ze niet geldt.`;
    yield errorAt(written.yaml, ['sections'], message, example);
  }
}
