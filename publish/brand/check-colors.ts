import type { Brand } from '../../site/content.ts';
import type { CheckedContent } from '../content/content-files.ts';
import { errorAt, type Finding } from '../content/finding.ts';
import { contrast, mix } from './contrast.ts';

type Role = keyof Colors;
type Colors = Brand['colors'];

/** Opacity of `--dark` behind controls and small text on photos. */
export const CONTROL_ON_PHOTO_OPACITY = 0.72;

/** Minimum contrast of text (WCAG 2.2, 1.4.3) and of controls (1.4.11). */
const LETTERS = 4.5;
const CONTROL = 3;

/**
 * For each colour, the colours it must contrast with and the minimum contrast; for a shade on
 * photos, its opacity.
 */
const CONTRAST_RULES: Partial<Record<Role, { others: Role[]; least: number; onPhoto?: number }>> = {
  ink: { others: ['page', 'paper'], least: LETTERS },
  dark: { others: ['page', 'paper'], least: LETTERS, onPhoto: CONTROL_ON_PHOTO_OPACITY },
  secondary: { others: ['page', 'paper'], least: LETTERS },
  accent: { others: ['page', 'paper'], least: LETTERS },
  accentDark: { others: ['paper'], least: LETTERS },
  controlEdge: { others: ['page', 'paper'], least: CONTROL },
  success: { others: ['page', 'paper'], least: LETTERS },
  error: { others: ['page', 'paper'], least: LETTERS },
};

/** Checks that colours that are used together have enough contrast. */
export function* checkColors({ brand }: CheckedContent): Iterable<Finding> {
  if (!brand) return;
  const { colors } = brand.value;
  for (const role of Object.keys(CONTRAST_RULES) as Role[]) {
    const weak = findWeakContrasts(role, colors[role], colors);
    if (weak.length === 0) continue;
    const least = written(CONTRAST_RULES[role]?.least ?? 0);
    const message = `${colors[role]} heeft te weinig contrast: ${weak.join(', ')}; verwacht wordt minstens ${least}, zodat iedereen het ziet.`;
    yield errorAt(brand.yaml, ['colors', role], message, nearestThatFits(role, colors));
  }
}

/** The contrast of a colour with another that it is used with. */
export interface ColorContrast {
  other: Role;
  ratio: number;
  /** The required minimum. */
  least: number;
}

/** The contrasts of a colour that are checked; empty if none are. */
export function contrastsOf(role: Role, colors: Colors): ColorContrast[] {
  const { others = [], least = 0 } = CONTRAST_RULES[role] ?? {};
  return others.map((other) => ({ other, ratio: contrast(colors[role], colors[other]), least }));
}

/** @returns a text for each colour with too little contrast */
function findWeakContrasts(role: Role, color: string, colors: Colors): string[] {
  const { least = 0, onPhoto } = CONTRAST_RULES[role] ?? {};
  const meetings = contrastsOf(role, { ...colors, [role]: color }).map(({ other, ratio }) => ({
    where: `${other} (${colors[other]})`,
    ratio,
  }));
  if (onPhoto !== undefined) {
    const where = `paper (${colors.paper}), over een witte foto`;
    meetings.push({ where, ratio: contrast(mix(color, onPhoto, '#ffffff'), colors.paper) });
  }
  return meetings
    .filter(({ ratio }) => ratio < least)
    .map(({ where, ratio }) => `${written(ratio)} bij ${where}`);
}

/** The nearest darker or lighter variant with enough contrast. */
function nearestThatFits(role: Role, colors: Colors): string {
  for (let percent = 1; percent <= 100; percent++) {
    for (const towards of ['#000000', '#ffffff']) {
      const color = mix(towards, percent / 100, colors[role]);
      if (findWeakContrasts(role, color, colors).length === 0) return `${role}: "${color}"`;
    }
  }
  return 'maak page en paper allebei lichter';
}

/** Rounded down: 4,49 must not be shown as 4,5. */
const written = (ratio: number) => (Math.floor(ratio * 10) / 10).toLocaleString('nl');
