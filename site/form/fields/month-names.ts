/** What a word must share with a month's name: 'mar' is not yet March where there is May too. */
const LEAST_LETTERS = 3;

const namesByLocale = new Map<string, string[][]>();

/**
 * The month that a word stands for: its name in the locale, whole or shortened ('maart', 'mrt',
 * 'sept'), with or without accents, capitals and full stop.
 *
 * @returns from 1; undefined for a word that is none, or could be two ('jui' in French)
 */
export function monthOf(word: string, locale: string): number | undefined {
  const asked = fold(word);
  const months = monthNames(locale);
  const exact = months.findIndex((names) => names.includes(asked));
  if (exact >= 0) return exact + 1;
  if (asked.length < LEAST_LETTERS) return undefined;
  const starting = months.filter((names) => names.some((name) => name.startsWith(asked)));
  const [only, ...others] = starting;
  return only && others.length === 0 ? months.indexOf(only) + 1 : undefined;
}

/** The names of each month in dates ('5 mrt') and by themselves, folded. */
function monthNames(locale: string): string[][] {
  const known = namesByLocale.get(locale);
  if (known) return known;
  const formats = (['long', 'short'] as const).flatMap((month) => [
    new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' }),
    new Intl.DateTimeFormat(locale, { month, day: 'numeric', timeZone: 'UTC' }),
  ]);
  const names = Array.from({ length: 12 }, (_, month) =>
    formats.flatMap((format) =>
      format
        .formatToParts(Date.UTC(2027, month, 1))
        .filter(({ type }) => type === 'month')
        .map(({ value }) => fold(value)),
    ),
  );
  namesByLocale.set(locale, names);
  return names;
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();
}
