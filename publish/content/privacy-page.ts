import { XSRF_COOKIE } from '../../enquiry/api-contract.ts';
import { BACKUP_DAYS, VISIT_MONTHS } from '../../release/manifest.ts';
import { fillIn } from '../../release/text.ts';
import type { Page, Site } from '../../site/content/content.ts';
import { isGroup } from '../../site/schema/content-walk.ts';
import type { CheckedContent, CheckedPage } from './content-files.ts';
import { errorAt, type Finding, warningAt } from './finding.ts';
import { deniesVisits, VISITS_EXAMPLE } from './visits-statement.ts';

/** The company behind each captcha provider. */
const CAPTCHA_COMPANIES: Record<Site['captcha']['provider'], string> = {
  altcha: '',
  recaptcha: 'Google (reCAPTCHA)',
  hcaptcha: 'Intuition Machines (hCaptcha)',
  turnstile: 'Cloudflare (Turnstile)',
};

/**
 * The required placeholders, each with an example paragraph. '!' marks a paragraph that is shown
 * when the setting is empty.
 */
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
 * The paragraph about backups. A page without it gets only a warning, because privacy pages of
 * earlier versions lack it.
 */
const BACKUP_EXAMPLE =
  '- Uit onze reservekopieën is je aanvraag {backupDays} dagen later ook verdwenen.';

/**
 * The paragraph about booked enquiries. A page without it gets only a warning: until then, booked
 * enquiries are kept like the others.
 */
const BOOKED_EXAMPLE =
  '- Boek je een feest bij ons, dan blijft je aanvraag tot {bookedDays} dagen na het feest, en hoogstens twee jaar.';

/** '{keepDays}', '{!captcha}' */
const PLACEHOLDER = /\{(!?\w+)\}/g;

type Values = Record<string, string | number>;

function valuesOf({ enquiries, captcha, api, visits }: Site): Values {
  return {
    ...enquiries,
    bookedDays: enquiries.keepDays,
    backupDays: BACKUP_DAYS,
    cookie: XSRF_COOKIE,
    captcha: CAPTCHA_COMPANIES[captcha.provider],
    visitMonths: visits.count ? VISIT_MONTHS : '',
    // The host of the server that receives the enquiries, if it is another one.
    api: URL.parse(api.base)?.hostname ?? '',
  };
}

/**
 * Fills in the placeholders from site.yaml, in every text of every section. An entry of a list,
 * such as a paragraph or a question, is left out when its setting is empty; one with `{!captcha}`
 * is shown only without a third-party captcha.
 */
export function fillInPrivacyPage(page: Page, site: Site): Page {
  if (page.path !== site.privacy.page) return page;
  const values = valuesOf(site);
  const sections = page.sections.map((section) => fillInGroup(section, values));
  return { ...page, sections };
}

/**
 * Whether our own privacy page shows visitors that a booked enquiry is kept until `{bookedDays}`
 * after its party. Only then may the server keep it that long.
 */
export function statesBookedRetention(page: Page, site: Site): boolean {
  if (page.path !== site.privacy.page || site.privacy.providerUrl !== '') return false;
  // The page is filled in as visitors see it: a paragraph with this placeholder is left out when
  // another placeholder in it is empty.
  const values = { ...valuesOf(site), bookedDays: '{bookedDays}' };
  return JSON.stringify(fillInAll(page.sections, values)).includes('{bookedDays}');
}

function fillInGroup<Group extends object>(group: Group, values: Values): Group {
  const filled = Object.entries(group).map(([key, value]) => [key, fillInAll(value, values)]);
  return Object.fromEntries(filled) as Group;
}

function fillInAll(value: unknown, values: Values): unknown {
  if (typeof value === 'string') return fillIn(value.replace(/\{!\w+\}\s*/g, ''), values);
  if (isGroup(value)) return fillInGroup(value, values);
  if (!Array.isArray(value)) return value;
  const shown = value.filter((entry) => ownTexts(entry).every((text) => isMet(text, values)));
  const filled = shown.map((entry) => fillInAll(entry, values));
  // A question is left out when its only answer was left out.
  return filled.filter((entry, i) => !hasEmptyList(entry) || hasEmptyList(shown[i]));
}

function hasEmptyList(entry: unknown): boolean {
  return isGroup(entry) && Object.values(entry).some((part) => Array.isArray(part) && !part.length);
}

/** The texts of an entry itself: a text, or the texts of a group, but none inside its lists. */
function ownTexts(entry: unknown): string[] {
  if (typeof entry === 'string') return [entry];
  return isGroup(entry) ? Object.values(entry).filter((text) => typeof text === 'string') : [];
}

function isMet(text: string, values: Values): boolean {
  return placeholdersIn(text).every((name) => {
    return name.startsWith('!') ? values[name.slice(1)] === '' : values[name] !== '';
  });
}

function placeholdersIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/**
 * Checks that the visible sections of the privacy page contain every placeholder where it is filled
 * in, unless a provider hosts that page, and that no other page contains one.
 */
export function* checkPrivacyPage({ site, pages }: CheckedContent): Iterable<Finding> {
  if (!site || !pages.some(({ value }) => value.path === site.value.privacy.page)) return;
  const names = [...Object.keys(valuesOf(site.value)), ...Object.keys(EXAMPLES), '!visitMonths'];
  const known = [...new Set(names)];
  for (const page of pages) {
    if (page.value.hidden) continue;
    const isPrivacyPage = page.value.path === site.value.privacy.page;
    if (isPrivacyPage) yield* checkPlaceholders(page, known);
    else yield* refusePlaceholders(page, known);
    if (!isPrivacyPage) continue;
    const isElsewhere = site.value.privacy.providerUrl !== '';
    if (!isElsewhere) yield* checkStatements(page);
    if (!site.value.visits.count) continue;
    if (isElsewhere) {
      const message = 'Bezoeken tellen kan alleen als je privacyverklaring op je eigen site staat.';
      yield errorAt(site.yaml, ['visits', 'count'], message, 'false');
    } else yield* checkVisitsStatement(page);
  }
}

function* checkStatements({ yaml, value }: CheckedPage): Iterable<Finding> {
  const shown = JSON.stringify(value.sections.filter(({ hidden }) => !hidden));
  const present = placeholdersIn(shown);
  for (const [name, example] of Object.entries(EXAMPLES)) {
    if (present.includes(name)) continue;
    const message = `Nergens staat {${name}}; verwacht wordt een alinea daarmee, in een deel dat zichtbaar is.`;
    yield errorAt(yaml, ['sections'], message, example);
  }
  if (!present.includes('backupDays')) {
    const message =
      'De pagina zegt niet hoelang reservekopieën bewaard blijven; zet er een alinea bij.';
    yield warningAt(yaml, ['sections'], message, BACKUP_EXAMPLE);
  }
  if (!present.includes('bookedDays')) {
    const message =
      'Nergens staat {bookedDays}: zolang de pagina niet zegt dat een geboekte aanvraag tot na het feest blijft, verdwijnt ze even snel als de andere.';
    yield warningAt(yaml, ['sections'], message, BOOKED_EXAMPLE);
  }
}

/** Checks, while visits are counted, that the page says so and that none of its texts denies it. */
function* checkVisitsStatement({ yaml, value }: CheckedPage): Iterable<Finding> {
  const shown = value.sections.filter(({ hidden }) => !hidden);
  if (!placeholdersIn(JSON.stringify(shown)).includes('visitMonths')) {
    const message = 'De server telt bezoeken, en de pagina zegt het niet; zet er een alinea bij.';
    yield errorAt(yaml, ['sections'], message, `- "${VISITS_EXAMPLE}"`);
  }
  for (const [i, section] of value.sections.entries()) {
    if (section.hidden || !textsIn(section).some(deniesVisits)) continue;
    const message =
      'Hier staat dat er geen statistieken zijn, en de server telt bezoeken; zet {!visitMonths} vooraan in die alinea, of haal ze weg.';
    yield errorAt(yaml, ['sections', i], message);
  }
}

function textsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  if (Array.isArray(part)) return part.flatMap(textsIn);
  return isGroup(part) ? Object.values(part).flatMap(textsIn) : [];
}

/**
 * Checks that each placeholder is known. A placeholder whose setting can be empty must be in an
 * entry that publishing can leave out.
 */
function* checkPlaceholders({ yaml, value }: CheckedPage, known: string[]): Iterable<Finding> {
  for (const [key, text] of Object.entries(value)) {
    if (typeof text === 'string') yield* refuse(text, [key]);
  }
  for (const [i, section] of value.sections.entries()) {
    if (section.hidden) continue;
    yield* check(section, ['sections', i], false);
  }

  function* refuse(text: string, path: (string | number)[]): Iterable<Finding> {
    for (const name of placeholdersIn(text)) {
      const message = `{${name}} wordt hier niet ingevuld; zet het in een alinea.`;
      yield errorAt(yaml, path, message);
    }
  }

  function* check(
    part: unknown,
    path: (string | number)[],
    canBeLeftOut: boolean,
  ): Iterable<Finding> {
    if (typeof part === 'string') {
      for (const name of placeholdersIn(part)) {
        if (!known.includes(name)) {
          const message = `{${name}} kennen we niet; wel: ${known.map((placeholder) => `{${placeholder}}`).join(', ')}.`;
          yield errorAt(yaml, path, message);
        } else if (!canBeLeftOut && !ALWAYS_FILLED.includes(name)) {
          const message = `{${name}} kan leeg zijn, en deze tekst kan niet wegblijven; zet het in een alinea.`;
          yield errorAt(yaml, path, message);
        }
      }
    } else if (Array.isArray(part)) {
      for (const [i, entry] of part.entries()) yield* check(entry, [...path, i], true);
    } else if (isGroup(part)) {
      for (const [key, inner] of Object.entries(part)) {
        yield* check(inner, [...path, key], canBeLeftOut);
      }
    }
  }
}

const ALWAYS_FILLED = ['keepDays', 'bookedDays', 'backupDays', 'cookie'];

/** Refuses placeholders, because only the privacy page is filled in. */
function* refusePlaceholders({ yaml, value }: CheckedPage, known: string[]): Iterable<Finding> {
  const shown = { ...value, sections: value.sections.filter(({ hidden }) => !hidden) };
  const found = placeholdersIn(JSON.stringify(shown)).find((name) => known.includes(name));
  if (found === undefined) return;
  const message = `{${found}} wordt alleen op de privacypagina ingevuld; schrijf hier wat het is.`;
  yield errorAt(yaml, ['sections'], message);
}
