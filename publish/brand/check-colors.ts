import type { Brand } from '../../site/content.ts';
import type { CheckedContent } from '../content/content-files.ts';
import { errorAt, type Finding } from '../content/finding.ts';
import { contrast, mix } from './contrast.ts';

type Role = keyof Colors;
type Colors = Brand['colors'];

/** How much of `--dark` lies behind controls and small text on photos. */
export const CONTROL_ON_PHOTO_OPACITY = 0.72;

/** WCAG 2.2: letters (1.4.3), and what one must see to use a control (1.4.11). */
const LETTERS = 4.5;
const CONTROL = 3;

/**
 * Of each colour the others that it stands on, or that stand on it, and the least contrast; where it
 * shades photos below letters in `paper`, how much of it.
 */
const MEETINGS: Partial<Record<Role, { others: Role[]; least: number; onPhoto?: number }>> = {
  ink: { others: ['page', 'paper'], least: LETTERS },
  dark: { others: ['page', 'paper'], least: LETTERS, onPhoto: CONTROL_ON_PHOTO_OPACITY },
  secondary: { others: ['page', 'paper'], least: LETTERS },
  accent: { others: ['page', 'paper'], least: LETTERS },
  accentDark: { others: ['paper'], least: LETTERS },
  controlEdge: { others: ['page', 'paper'], least: CONTROL },
  success: { others: ['page', 'paper'], least: LETTERS },
  error: { others: ['page', 'paper'], least: LETTERS },
};

/** Every two colours that meet are distinct, and readable on each other. */
export function* checkColors({ brand }: CheckedContent): Iterable<Finding> {
  if (!brand) return;
  const { colors } = brand.value;
  for (const role of Object.keys(MEETINGS) as Role[]) {
    const weak = weakMeetings(role, colors[role], colors);
    if (weak.length === 0) continue;
    const least = written(MEETINGS[role]?.least ?? 0);
    const message = `${colors[role]} heeft te weinig contrast: ${weak.join(', ')}; verwacht wordt minstens ${least}, zodat iedereen het ziet.`;
    yield errorAt(brand.yaml, ['colors', role], message, nearestThatFits(role, colors));
  }
}

/** How well a colour stands out against another that it meets. */
export interface ColorContrast {
  other: Role;
  ratio: number;
  /** What it has to be at least. */
  least: number;
}

/** What a colour is held against, and how it does; nothing for one that is never met. */
export function contrastsOf(role: Role, colors: Colors): ColorContrast[] {
  const { others = [], least = 0 } = MEETINGS[role] ?? {};
  return others.map((other) => ({ other, ratio: contrast(colors[role], colors[other]), least }));
}

/** @returns one text for each other colour that it contrasts too little with */
function weakMeetings(role: Role, color: string, colors: Colors): string[] {
  const { least = 0, onPhoto } = MEETINGS[role] ?? {};
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

/** The same colour, only as much darker or lighter as it needs to be. */
function nearestThatFits(role: Role, colors: Colors): string {
  for (let percent = 1; percent <= 100; percent++) {
    for (const towards of ['#000000', '#ffffff']) {
      const color = mix(towards, percent / 100, colors[role]);
      if (weakMeetings(role, color, colors).length === 0) return `${role}: "${color}"`;
    }
  }
  return 'maak page en paper allebei lichter';
}

/** Rounded down: 4,49 is not yet 4,5. */
const written = (ratio: number) => (Math.floor(ratio * 10) / 10).toLocaleString('nl');
