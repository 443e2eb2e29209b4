import * as v from 'valibot';
import { line } from '../../release/text.ts';
import {
  field,
  fieldWithDefault,
  flag,
  group,
  matching,
  nonEmpty,
  photoName,
  unordered,
} from '../schema/content-values.ts';
import { type Section, sectionKinds } from '../sections/section-kinds.ts';

const pagePath = matching(/^\/[a-z0-9]+(?:-[a-z0-9]+)*$/);

const section = v.pipe(
  v.variant(
    'kind',
    Object.values(sectionKinds).map(({ schema }) => schema),
  ),
  v.description(`een deel met kind: ${Object.keys(sectionKinds).join(', ')}`),
);

/**
 * content/pages/*.yaml: a whole page. The page at {@link NOT_FOUND_PATH} is shown at any other
 * path.
 */
export const pageSchema = v.object({
  path: field(
    pagePath,
    'Adres',
    'het adres van de pagina: / en kleine letters, cijfers of koppeltekens',
    '/feesten',
  ),
  /** Paths that redirect here with status 301. The home page has '/' among them. */
  redirects: fieldWithDefault(
    [],
    v.pipe(v.array(v.union([v.literal('/'), pagePath])), unordered()),
    'Oude adressen',
    'adressen die ook naar deze pagina leiden, met / vooraan en kleine letters, cijfers of koppeltekens',
    ['/recepties'],
  ),
  /** If absent, the page is not in the navigation. */
  navigation: v.optional(
    group('Menu', {
      label: field(line, 'Naam in het menu', 'de naam van de link in het menu', 'Feesten'),
      place: field(
        v.pipe(v.number(), v.integer(), v.minValue(1)),
        'Plaats in het menu',
        'een getal: 1 staat vooraan',
        1,
      ),
    }),
  ),
  title: field(line, 'Titel', 'de titel van de pagina, voor het tabblad van de browser', 'Feesten'),
  description: field(
    v.pipe(line, v.maxLength(160)),
    'Beschrijving',
    'één of twee zinnen voor zoekmachines, hoogstens 160 tekens, op één regel',
    'Voor je huwelijk, een communie of een lentefeest, bij je thuis of in onze feestschuur.',
  ),
  /** The photo for social cards. Default: the first photo on the page. */
  socialPicture: v.optional(photoName),
  inFooter: flag('Link onderaan', 'true: elke pagina heeft onderaan een link hierheen'),
  /** If true, the page is not published. */
  hidden: flag('Verborgen', 'true: deze pagina staat niet op de site'),
  sections: field(nonEmpty(section), 'Delen', 'de delen van de pagina, van boven naar onder'),
});

/** The page for unknown paths, with status 404. Static hosts expect this name. */
export const NOT_FOUND_PATH = '/404';

export type Page = Omit<v.InferOutput<typeof pageSchema>, 'sections'> & { sections: Section[] };
