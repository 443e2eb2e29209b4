import * as v from 'valibot';
import { line } from '../../release/text.ts';
import { byKey, field, matching } from '../schema/content-values.ts';

/**
 * The brand's colours by role: title, purpose and example. `publish/content/checks/colors.ts`
 * checks their contrast.
 */
const COLORS = {
  page: ['Pagina', 'de ondergrond van de pagina', '#f6f1e7'],
  paper: ['Papier', 'de ondergrond van formulier en kaders', '#fffdf8'],
  ink: ['Letters', 'de letters', '#23261f'],
  dark: ['Donker vlak', 'donkere vlakken met lichte letters', '#2c3527'],
  secondary: ['Links', 'links en kleine letters', '#4b5a3c'],
  accent: ['Accent', 'de ene opvallende kleur: knoppen, wat actief is', '#b0302a'],
  accentDark: ['Donker accent', 'knoppen waar de muis op staat', '#8f2420'],
  ornament: ['Versiering', 'lijnen en versiering', '#a8843f'],
  controlEdge: ['Randen', 'de randen van invulvelden', '#8a8371'],
  success: ['Gelukt', 'meldingen dat iets gelukt is', '#2f6b3a'],
  error: ['Mislukt', 'meldingen dat iets mislukt is', '#9a1b4b'],
} as const;

export const COLOR_ROLES = Object.keys(COLORS) as (keyof typeof COLORS)[];

/** The names of the pairs of fonts, for titles and text; each is a style sheet in `fonts/`. */
export const FONT_PAIRS = ['instrument', 'fraunces', 'cormorant', 'bricolage'] as const;

const logoFile = (title: string, example: string) =>
  field(
    v.pipe(line, v.regex(/^[\w-]+\.(?:svg|png)$/)),
    title,
    'de naam van een SVG of PNG in de map brand',
    example,
  );

/** content/brand.yaml */
export const brandSchema = v.object({
  logo: v.object({
    /** The mark and the word, 360 px wide. */
    large: logoFile('Groot logo', 'logo-groot.svg'),
    /** The logo for small screens, 100 px wide. */
    small: logoFile('Klein logo', 'logo-klein.svg'),
    /** The mark alone, for the footer and home screens. */
    mark: logoFile('Beeldmerk', 'beeldmerk.svg'),
    /** The icon of the browser's tab, where fine lines blur. Default: the mark. */
    icon: v.exactOptional(logoFile('Klein icoon', 'icoon.svg')),
  }),
  colors: v.object(
    byKey(COLOR_ROLES, (role) => {
      const [title, use, example] = COLORS[role];
      return field(
        matching(/^#[0-9a-f]{6}$/i),
        title,
        `een kleur als # en zes cijfers of letters, voor ${use}`,
        example,
      );
    }),
  ),
  fonts: field(
    v.picklist(FONT_PAIRS),
    'Lettertypes',
    `één van: ${FONT_PAIRS.join(', ')}`,
    FONT_PAIRS[0],
  ),
});

export type Brand = v.InferOutput<typeof brandSchema>;
