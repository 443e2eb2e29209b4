import { fillIn } from '../../enquiry/fill-in.ts';
import { XSRF_COOKIE } from '../../enquiry/replies.ts';
import type { Page, Site } from '../../site/content.ts';
import type { ContentProblem } from './content-error.ts';
import { problemAt } from './content-error.ts';
import type { CheckedContent } from './content-files.ts';

/** Whose script runs on the form's page, and who so learns of the visitor. */
const CAPTCHA_COMPANIES: Record<Site['captcha']['provider'], string> = {
  altcha: '',
  recaptcha: 'Google (reCAPTCHA)',
  hcaptcha: 'Intuition Machines (hCaptcha)',
  turnstile: 'Cloudflare (Turnstile)',
};

/**
 * What the privacy page says, and the site and its server do, stands once: in site.yaml and in the
 * code. The page's paragraphs have places for it.
 */
function saidBySettings({ enquiries, captcha, api }: Site) {
  return {
    ...enquiries,
    cookie: XSRF_COOKIE,
    captcha: CAPTCHA_COMPANIES[captcha.provider],
    /** Who takes the enquiries, when it is not this server. */
    api: URL.parse(api.base)?.hostname ?? '',
  };
}

/** What the page must have a place for; '!' marks what is true only while the line is empty. */
const PLACES = ['keepDays', 'recipient', 'host', 'cookie', 'captcha', '!captcha', 'api'] as const;

/**
 * The page with what the settings say in its places. A paragraph with a place for what they leave
 * empty is left out; one with `{!captcha}` stands only while there is no captcha of a company's.
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

/** The privacy page has a place for each, unless it is a page at a provider. */
export function checkPrivacyWords({ site, pages }: CheckedContent): ContentProblem[] {
  if (!site) return [];
  const { page, providerUrl } = site.value.privacy;
  if (providerUrl !== '') return [];
  const written = pages.find(({ value }) => value.path === page && !value.hidden);
  if (!written) return [];
  const words = written.value.sections
    .flatMap((section) => (section.kind === 'text' ? section.parts : []))
    .flatMap(({ paragraphs }) => paragraphs)
    .join();
  return PLACES.filter((place) => !words.includes(`{${place}}`)).map((place) =>
    problemAt(written.yaml, ['sections'], {
      found: `nergens {${place}}, dus de privacypagina kan niet zeggen wat de site doet`,
      expected: place.startsWith('!')
        ? `een alinea met {${place}} vooraan; ze staat er alleen zolang de site dat zelf doet`
        : `een alinea met {${place}} erin; ze blijft weg zolang de site dat niet doet`,
      example: EXAMPLES[place],
    }),
  );
}

const EXAMPLES: Record<(typeof PLACES)[number], string> = {
  keepDays: '- Op onze server wissen we je aanvraag {keepDays} dagen nadat ze bij ons aankwam.',
  recipient: '- Je aanvraag komt aan in onze mailbox {recipient}.',
  host: '- Onze mail en onze databank draaien bij {host}.',
  cookie: '- Deze site gebruikt één cookie, {cookie}.',
  captcha: '- De controle tegen spam doet {captcha} voor ons, en krijgt daarvoor je IP-adres.',
  '!captcha': '- "{!captcha}De controle tegen spam doen we zelf."',
  api: '- Het formulier stuurt je aanvraag naar {api}, dat ze voor ons verwerkt.',
};
