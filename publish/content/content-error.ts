import type { FieldPath } from '../../site/content-walk.ts';
import type { YamlFile } from './yaml/parse-yaml.ts';

/** One mistake in `content/`, in the words of the caterer, who reads Dutch and no code. */
export interface ContentProblem {
  /** Path from the content folder: 'pages/home.yaml'. */
  file: string;
  /** Counted from 1. */
  line?: number;
  field?: FieldPath;
  /** What stands there now: 'het getal 9000'. */
  found: string;
  expected: string;
  /** What would be right, as it would stand in the file or folder; else what to do, step by step. */
  example: string;
}

/** What the caterer reads about a mistake whose place is known. */
export type Finding = Pick<ContentProblem, 'found' | 'expected' | 'example'>;

export function problemAt(
  { file, lineOf }: YamlFile,
  field: FieldPath,
  finding: Finding,
): ContentProblem {
  return { file, line: lineOf(field), field, ...finding };
}

/** Every mistake in `content/` at once, so that one round of mending is enough. */
export class ContentError extends Error {
  readonly problems: ContentProblem[];

  constructor(problems: ContentProblem[]) {
    super(describeProblems(problems));
    this.name = 'ContentError';
    this.problems = problems;
  }
}

function describeProblems(problems: ContentProblem[]): string {
  const count = problems.length === 1 ? 'Er staat één fout' : `Er staan ${problems.length} fouten`;
  return [`${count} in de map content:`, ...problems.map(describeProblem)].join('\n\n');
}

/** One mistake or warning, as the caterer reads it. */
export function describeProblem(problem: ContentProblem): string {
  const line = problem.line === undefined ? '' : `, regel ${problem.line}`;
  const field = problem.field?.length ? `, ${describePath(problem.field)}` : '';
  return [
    `content/${problem.file}${line}${field}`,
    `  Nu:        ${problem.found}`,
    `  Verwacht:  ${problem.expected}`,
    `  Voorbeeld: ${problem.example.trimEnd().replaceAll('\n', '\n             ')}`,
  ].join('\n');
}

/** `addresses > nr. 2 > town`: people count from 1. */
function describePath(path: FieldPath): string {
  return path.map((step) => (typeof step === 'number' ? `nr. ${step + 1}` : step)).join(' > ');
}
