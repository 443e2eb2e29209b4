/** The colours a mail is drawn with, as '#F6F1E7'. */
export interface MailColors {
  page: string;
  paper: string;
  ink: string;
  secondary: string;
  accent: string;
  ornament: string;
  line: string;
}

/**
 * The brand's colours for a mail, by role, and those that follow from them: a hairline, and all of
 * them for a reader in the dark. Mail programs know no `color-mix()`.
 *
 * @param brand `release.colors`
 */
export function mailColors(brand: Readonly<Record<string, string>>): {
  light: MailColors;
  dark: MailColors;
} {
  const role = (name: keyof typeof PLAIN) => (brand[name] ?? PLAIN[name]).toUpperCase();
  const page = role('page');
  const ink = role('ink');
  const ornament = role('ornament');
  const darkPaper = mix(ink, role('dark'), 0.28);
  return {
    light: {
      page,
      paper: role('paper'),
      ink,
      secondary: role('secondary'),
      accent: role('accent'),
      ornament,
      // As fine as mail programs can draw it.
      line: mix(page, ornament, 0.276),
    },
    // Light enough to read on paper that is as dark as the ink was.
    dark: {
      page: mix(ink, '#000000', 0.2),
      paper: darkPaper,
      ink: page,
      secondary: mix(role('secondary'), page, 0.7),
      accent: mix(role('accent'), page, 0.6),
      ornament,
      line: mix(darkPaper, ornament, 0.3),
    },
  };
}

/** For a role that a release does not name: a mail goes out all the same, and can be read. */
const PLAIN = {
  page: '#FFFFFF',
  paper: '#FFFFFF',
  ink: '#000000',
  dark: '#222222',
  secondary: '#444444',
  accent: '#000000',
  ornament: '#767676',
};

/** `part` of `other` in `color`: 0 is all `color`, 1 is all `other`. */
function mix(color: string, other: string, part: number): string {
  const channels = [1, 3, 5].map((start) => {
    const from = Number.parseInt(color.slice(start, start + 2), 16);
    const to = Number.parseInt(other.slice(start, start + 2), 16);
    return Math.round(from + (to - from) * part)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('').toUpperCase()}`;
}
