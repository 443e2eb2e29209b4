import type { Brand } from '../../site/content.ts';
import type { CheckedContent } from '../content/content-files.ts';
import { errorAt, type Finding } from '../content/finding.ts';
import { contrast, mix } from './contrast.ts';

type Colors = Brand['colors'];
type Role = keyof Colors;

/** Opacity of `--dark` behind controls and small text on photos. */
export const CONTROL_ON_PHOTO_OPACITY = 0.72;

/** Minimum contrast of text (WCAG 2.2, 1.4.3) and of controls (1.4.11). */
const TEXT = 4.5;
const CONTROL = 3;

/** For each colour, the colours it is used with, and the minimum contrast. */
const RULES: [role: Role, others: Role[], required: number][] = [
  ['ink', ['page', 'paper'], TEXT],
  ['dark', ['page', 'paper'], TEXT],
  ['secondary', ['page', 'paper'], TEXT],
  ['accent', ['page', 'paper'], TEXT],
  ['accentDark', ['paper'], TEXT],
  ['controlEdge', ['page', 'paper'], CONTROL],
  ['success', ['page', 'paper'], TEXT],
  ['error', ['page', 'paper'], TEXT],
];

/** Checks that colours that are used together have enough contrast. */
export function* checkColors({ brand }: CheckedContent): Iterable<Finding> {
  if (!brand) return;
  const { colors } = brand.value;
  for (const [role, others, required] of RULES) {
    const weakOf = (color: string) =>
      contrastsOf(role, color, others, colors).filter(({ ratio }) => ratio < required);
    const weak = weakOf(colors[role]).map(({ where, ratio }) => `${format(ratio)} bij ${where}`);
    if (weak.length === 0) continue;
    const message = `${colors[role]} heeft te weinig contrast: ${weak.join(', ')}; verwacht wordt minstens ${format(required)}, zodat iedereen het ziet.`;
    const nearest = variantsOf(colors[role]).find((color) => weakOf(color).length === 0);
    const example = nearest ? `${role}: "${nearest}"` : 'maak page en paper allebei lichter';
    yield errorAt(brand.yaml, ['colors', role], message, example);
  }
}

function contrastsOf(role: Role, color: string, others: Role[], colors: Colors) {
  const contrasts = others.map((other) => ({
    where: `${other} (${colors[other]})`,
    ratio: contrast(color, colors[other]),
  }));
  if (role !== 'dark') return contrasts;
  const onPhoto = mix(color, CONTROL_ON_PHOTO_OPACITY, '#ffffff');
  const where = `paper (${colors.paper}), over een witte foto`;
  return [...contrasts, { where, ratio: contrast(onPhoto, colors.paper) }];
}

/** Darker and lighter variants of a colour, the nearest first. */
function variantsOf(color: string): string[] {
  const steps = Array.from({ length: 100 }, (_, i) => (i + 1) / 100);
  return steps.flatMap((step) => ['#000000', '#ffffff'].map((end) => mix(end, step, color)));
}

/** Rounded down: 4,49 must not be shown as 4,5. */
const format = (ratio: number) => (Math.floor(ratio * 10) / 10).toLocaleString('nl');
