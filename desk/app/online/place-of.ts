import type { FieldPath } from '../../../site/content-walk.ts';
import { hrefOf, wordOf } from '../route.ts';

/** Screens by the file that they are about. */
const SCREENS: Record<string, string> = {
  'company.yaml': 'gegevens',
  'notice.yaml': 'mededeling',
  'mails.yaml': 'mails',
  'messages.yaml': 'teksten',
  'brand.yaml': 'merk',
  'site.yaml': 'instellingen',
};

/** Where in the desk a value of `content/` can be changed, as a link. */
export function placeOf(file: string, path: FieldPath): string {
  const [first, second] = path;
  if (file.startsWith('pages/')) {
    const page = wordOf(file);
    if (first === 'sections' && second !== undefined) return hrefOf('pagina', page, String(second));
    return path.length === 0 ? hrefOf('pagina', page) : hrefOf('pagina', page, 'instellingen');
  }
  if (file.startsWith('photos/')) return hrefOf('fotos', ...(first ? [String(first)] : []));
  if (file.startsWith('files/')) return hrefOf('meer', 'bestanden');
  return hrefOf('meer', SCREENS[file] ?? (file.startsWith('brand') ? 'merk' : ''));
}
