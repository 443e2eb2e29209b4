import type { Brand } from '../../site/content.ts';
import { COLOR_ROLES } from '../../site/content.ts';
import type { PublishedFonts } from './fonts.ts';

/**
 * `brand.css`: the colours of `content/brand.yaml` by role (`accentDark` as `--accent-dark`), what
 * follows from them, and the fonts. All other tokens stand in `site/styles/tokens.css`.
 */
export function brandCss({ colors }: Brand, fonts: PublishedFonts): string {
  const tokens = [
    ...COLOR_ROLES.map((role) => `--${toKebabCase(role)}: ${colors[role]};`),
    ...DERIVED,
  ];
  return `${fonts.css}@layer tokens {
  :root {
    ${tokens.join('\n    ')}
  }
}
`;
}

/** How much of `--dark` lies behind controls and small text on photos; `contrast.ts` counts on it. */
export const CONTROL_ON_PHOTO_OPACITY = 0.72;

const DERIVED = [
  '--hairline: color-mix(in srgb, var(--ornament) 45%, transparent);',
  '--backdrop: color-mix(in srgb, var(--dark) 88%, transparent);',
  `--control-on-photo: color-mix(in srgb, var(--dark) ${CONTROL_ON_PHOTO_OPACITY * 100}%, transparent);`,
];

const toKebabCase = (role: string) =>
  role.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
