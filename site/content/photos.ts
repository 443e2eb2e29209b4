import * as v from 'valibot';
import { line } from '../../release/text.ts';
import { field, optionalField } from '../schema/content-values.ts';

/** A percentage, from the left or from the top. */
const percent = v.pipe(v.number(), v.minValue(0), v.maxValue(100));
const point = v.strictTuple([percent, percent]);

/** content/photos/photos.yaml: data of each photo. */
export const photosSchema = v.record(
  v.string(),
  v.object({
    /** The focal point, which narrow crops keep. */
    focus: field(
      point,
      'Focus',
      'twee getallen van 0 tot 100: hoe ver van links, en hoe ver van boven',
      [50, 50],
    ),
    /** The focal point of the tall crop. Default: `focus`. */
    tallFocus: optionalField(
      point,
      'Focus op een gsm',
      'dezelfde twee getallen voor waar de foto rechtop staat, zoals bovenaan op een gsm',
      [50, 50],
    ),
    alt: field(
      line,
      'Beschrijving',
      'een zin die zegt wat er op de foto staat, voor wie hem niet kan zien',
      'Gevulde champagneglazen op een zilveren dienblad.',
    ),
  }),
);

export type Photos = v.InferOutput<typeof photosSchema>;
