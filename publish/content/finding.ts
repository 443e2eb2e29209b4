import type { FieldPath } from '../../site/schema/content-walk.ts';

/** An error or warning about `content/`, in Dutch for the caterer. */
export interface Finding {
  severity: 'error' | 'warning';
  /** The path of the file, below the content folder: 'pages/home.yaml'. */
  file: string;
  /** The line number, counted from 1. */
  line?: number;
  /** The path of the field within that YAML file, from its root; empty for the whole file. */
  path: FieldPath;
  /** One sentence that includes what was expected. */
  message: string;
  /** A valid value as the file would write it, or a file name. */
  example?: string | undefined;
  /**
   * Identifies the findings that the desk treats separately: those about what a real site still
   * lacks, and 'no-form'.
   */
  code?: string;
}

/** A file whose fields have lines. */
export interface LocatedFile {
  /** Path below the content folder: 'pages/home.yaml'. */
  file: string;
  /**
   * The line of a field, counted from 1. For a missing field it is the line of its nearest parent.
   */
  lineOf(path: FieldPath): number;
}

export function errorAt(
  { file, lineOf }: LocatedFile,
  path: FieldPath,
  message: string,
  example?: string,
): Finding {
  return { severity: 'error', file, line: lineOf(path), path, message, example };
}

export function warningAt(...about: Parameters<typeof errorAt>): Finding {
  return { ...errorAt(...about), severity: 'warning' };
}

/** A finding about a whole file or folder. */
export function findingAbout(
  severity: Finding['severity'],
  file: string,
  message: string,
  example?: string,
): Finding {
  return { severity, file, path: [], message, example };
}

/** Carries all findings about the content, so that the caterer can correct them in one go. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly findings: Finding[];

  constructor(findings: Finding[]) {
    const errors = findings.filter(({ severity }) => severity === 'error');
    const isOne = errors.length === 1;
    const count = isOne ? 'Er staat één fout' : `Er staan ${errors.length} fouten`;
    const title = `${count} in de map content:`;
    super([title, ...errors.map(describeFinding)].join('\n\n'));
    this.findings = findings;
  }
}

/**
 * Runs a step and returns the findings of its {@link ContentError}, or none if it succeeds.
 *
 * @throws any other error
 */
export async function findingsOf(step: Promise<unknown>): Promise<Finding[]> {
  try {
    await step;
    return [];
  } catch (error) {
    if (error instanceof ContentError) return error.findings;
    throw error;
  }
}

/** Formats a finding for the terminal. */
export function describeFinding({ file, line, path, message, example }: Finding): string {
  const place = [`content/${file}`];
  if (line) place.push(`regel ${line}`);
  // People count from 1.
  const steps = path.map((step) => {
    return typeof step === 'number' ? `nr. ${step + 1}` : step;
  });
  if (steps.length > 0) place.push(steps.join(' > '));
  const lines = [place.join(', '), `  ${message}`];
  if (example) {
    const indent = ' '.repeat(13);
    lines.push(`  Voorbeeld: ${example.trimEnd().replaceAll('\n', `\n${indent}`)}`);
  }
  return lines.join('\n');
}
