import * as v from 'valibot';
import { line } from '../../release/text.ts';
import { field, linkTo } from '../schema/content-values.ts';

const day = v.pipe(v.string(), v.isoDate());

/** content/notice.yaml: the notice above every page from one day to another, both included. */
export const noticeSchema = v.object({
  text: field(
    line,
    'Mededeling',
    'één zin, op één regel',
    'In augustus zijn we drie weken met vakantie.',
  ),
  link: v.optional(linkTo),
  from: field(day, 'Vanaf', 'de eerste dag, als jaar-maand-dag', '2027-08-01'),
  until: field(day, 'Tot en met', 'de laatste dag, als jaar-maand-dag', '2027-08-21'),
});

export type Notice = v.InferOutput<typeof noticeSchema>;
