import type { Brand } from '../../../site/content/content.ts';
import { contrast, luminance, mix } from '../../contrast.ts';
import type { CheckedContent } from '../content-files.ts';
import { errorAt, type Finding } from '../finding.ts';

type Colors = Brand['colors'];
type Role = keyof Colors;

/** Opacity of `--dark` behind controls and small text on photos. */
export const CONTROL_ON_PHOTO_OPACITY = 0.72;

/** Minimum contrast of text (WCAG 2.2, 1.4.3) and of controls (1.4.11). */
const MIN_TEXT_CONTRAST = 4.5;
const MIN_CONTROL_CONTRAST = 3;

/** Minimum contrast of each colour with page and paper. */
const REQUIRED: Partial<Record<Role, number>> = {
  ink: MIN_TEXT_CONTRAST,
  dark: MIN_TEXT_CONTRAST,
  secondary: MIN_TEXT_CONTRAST,
  accent: MIN_TEXT_CONTRAST,
  accentDark: MIN_TEXT_CONTRAST,
  controlEdge: MIN_CONTROL_CONTRAST,
  success: MIN_TEXT_CONTRAST,
  error: MIN_TEXT_CONTRAST,
};

/** Checks that colours that are used together have enough contrast. */
export function* checkColors({ brand }: CheckedContent): Iterable<Finding> {
  if (!brand) return;
  const { colors } = brand.value;
  for (const [name, required] of Object.entries(REQUIRED)) {
    const role = name as Role;
    const color = colors[role];
    const weak = weakContrasts(role, color, colors, required);
    if (weak.length === 0) continue;
    const found = weak.join(', ');
    const message = `${color} heeft te weinig contrast: ${found}; nodig is ${formatRatio(required)}.`;
    const nearest = variantsOf(color).find(
      (variant) => weakContrasts(role, variant, colors, required).length === 0,
    );
    const example = nearest ? `${role}: "${nearest}"` : 'maak page en paper allebei lichter';
    yield errorAt(brand.yaml, ['colors', role], message, example);
  }
  // Letters on a photo have the colour of paper, and ink darkens the photo behind them.
  if (luminance(colors.ink) > luminance(colors.paper)) {
    const message = `${colors.ink} is lichter dan paper (${colors.paper}); dan zijn letters op een foto niet te lezen. Verwacht wordt een donkere kleur op licht papier.`;
    yield errorAt(brand.yaml, ['colors', 'ink'], message, 'ink: "#23261f"');
  }
}

/** The colours with which this one has too little contrast: '4,1 bij page (#f6f1e7)'. */
function weakContrasts(
  role: Role,
  color: string,
  { page, paper }: Colors,
  required: number,
): string[] {
  const contrasts = new Map([[`paper (${paper})`, contrast(color, paper)]]);
  // This colour is used for buttons only, whose letters have the colour of paper.
  if (role !== 'accentDark') contrasts.set(`page (${page})`, contrast(color, page));
  if (role === 'dark') {
    const onPhoto = mix(color, CONTROL_ON_PHOTO_OPACITY, '#ffffff');
    contrasts.set(`paper (${paper}), over een witte foto`, contrast(onPhoto, paper));
  }
  const weak = [...contrasts].filter(([, ratio]) => ratio < required);
  return weak.map(([where, ratio]) => `${formatRatio(ratio)} bij ${where}`);
}

/** Darker and lighter variants of a colour, the nearest first. */
function variantsOf(color: string): string[] {
  const variants: string[] = [];
  for (let percent = 1; percent <= 100; percent++) {
    const opacity = percent / 100;
    variants.push(mix('#000000', opacity, color));
    variants.push(mix('#ffffff', opacity, color));
  }
  return variants;
}

/** The ratio is rounded down: 4,49 must not be shown as 4,5. */
function formatRatio(ratio: number): string {
  const rounded = Math.floor(ratio * 10) / 10;
  return rounded.toLocaleString('nl');
}
