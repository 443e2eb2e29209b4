/**
 * Texts about counting visits (`server/visits/`) on a privacy page. `{visitMonths}` is empty while
 * nothing is counted, so its paragraph is left out then. A paragraph with `{!visitMonths}` is left
 * out while visits are counted (`privacy-page.ts`).
 */
export const VISITS_EXAMPLE =
  'We tellen per dag hoe vaak elke pagina bekeken wordt, en hoe vaak iemand het formulier begint en verstuurt. Dat doet onze eigen server, zonder cookies: we bewaren alleen die aantallen, {visitMonths} maanden lang, en niets over wie je bent of wat je nog bekijkt.';

export const VISITS_PLACEHOLDER = '{visitMonths}';
export const NO_VISITS_PLACEHOLDER = '{!visitMonths}';

/** Usual denials in Dutch, French and English. Other wordings are not recognised. */
const DENIALS = [
  /\bgeen\s[^.]{0,80}statistiek/i,
  /\bgeen (?:\w+ )?analytics/i,
  /\bbezoekers worden niet gevolgd/i,
  /\b(?:aucune|pas de) (?:\w+ )?statistique/i,
  /\bno (?:\w+ )?(?:statistics|analytics)/i,
];

/** Whether a text has a usual denial that would be untrue while visits are counted. */
export function deniesVisits(text: string): boolean {
  return DENIALS.some((denial) => denial.test(text)) && !text.includes(NO_VISITS_PLACEHOLDER);
}
