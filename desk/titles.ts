import { isGroup } from '../site/content-walk.ts';
import { type MaybeValue, valueAt } from './values.ts';

/** Pages have the name in the menu. */
const FILE_TITLES: Record<string, string> = {
  'company.yaml': 'Gegevens van de zaak',
  'site.yaml': 'Instellingen',
  'messages.yaml': 'Knoppen en meldingen',
  'mails.yaml': 'Mails',
  'brand.yaml': 'Logo en kleuren',
  'notice.yaml': 'Mededeling',
  'photos/photos.yaml': 'Foto’s',
};

const UPLOAD_TITLES: Record<string, string> = { photos: 'Foto', files: 'Bestand', brand: 'Logo' };

export function titleOf(file: string, value: MaybeValue): string {
  const fixed = FILE_TITLES[file];
  if (fixed) return fixed;
  const [folder = '', name] = file.split('/');
  const kind = UPLOAD_TITLES[folder];
  if (kind) return `${kind} ${name}`;
  const label = valueAt(value, ['navigation', 'label']);
  const title = valueAt(value, ['title']);
  const names = [label, title].filter((name) => typeof name === 'string');
  return names.find((name) => name.trim() !== '') ?? file;
}

/** As a reader sees it. */
export function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'ja' : 'nee';
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (!isGroup(value)) return String(value ?? '');
  const { kind: _, anchor: _anchor, ...rest } = value;
  return Object.values(rest).map(textOf).join('\n');
}
