import type { FieldPath } from '../../site/content-walk.ts';

/** A mistake in `content/`, or advice about it, for the caterer, who reads Dutch and no code. */
export interface Finding {
  /** An error stops publishing. */
  severity: 'error' | 'warning';
  /** Path below the content folder: 'pages/home.yaml'. */
  file: string;
  /** Counted from 1. */
  line?: number;
  /** Steps to the field; empty for the file as a whole. */
  path: FieldPath;
  /** One sentence, with what was expected. */
  message: string;
  /** What would be right, as it would stand in the file; else a file's name. */
  example?: string;
  /** Stable name of a warning about what a real site still lacks. */
  code?: string;
}

/** A file that knows on which line each of its fields stands. */
interface LocatedFile {
  file: string;
  lineOf(path: FieldPath): number;
}

export function errorAt(
  { file, lineOf }: LocatedFile,
  path: FieldPath,
  message: string,
  example?: string,
): Finding {
  const place = { file, line: lineOf(path), path };
  return { severity: 'error', ...place, message, ...(example && { example }) };
}

export function warningAt(...about: Parameters<typeof errorAt>): Finding {
  return { ...errorAt(...about), severity: 'warning' };
}

/** A mistake or advice that concerns a file as a whole, or a folder. */
export function findingAbout(
  severity: Finding['severity'],
  file: string,
  message: string,
  example?: string,
): Finding {
  return { severity, file, path: [], message, ...(example && { example }) };
}

/** Every mistake in `content/` at once, so that correcting them takes one round. */
export class ContentError extends Error {
  readonly findings: Finding[];

  constructor(findings: Finding[]) {
    const errors = findings.filter(({ severity }) => severity === 'error');
    const count = errors.length === 1 ? 'Er staat één fout' : `Er staan ${errors.length} fouten`;
    super([`${count} in de map content:`, ...errors.map(describeFinding)].join('\n\n'));
    this.name = 'ContentError';
    this.findings = findings;
  }
}

/** A finding as the terminal shows it. */
export function describeFinding({ file, line, path, message, example }: Finding): string {
  // People count from 1.
  const steps = path.map((step) => (typeof step === 'number' ? `nr. ${step + 1}` : step));
  const place = [`content/${file}`, line && `regel ${line}`, steps.join(' > ')];
  return [
    place.filter(Boolean).join(', '),
    `  ${message}`,
    ...(example ? [`  Voorbeeld: ${example.trimEnd().replaceAll('\n', '\n             ')}`] : []),
  ].join('\n');
}
