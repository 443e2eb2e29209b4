import { text } from '../../../release/text.ts';
import { field, heading, linkTo } from '../../schema/content-values.ts';
import { sectionSchema } from '../section.ts';

export const notFoundSchema = sectionSchema('not-found', {
  title: 'Niet gevonden',
  help: 'Wat een bezoeker ziet op een adres dat niet bestaat',
  fields: {
    heading,
    message: field(text, 'Boodschap', 'een korte zin', 'De pagina die je zocht bestaat niet.'),
    button: linkTo,
  },
});
