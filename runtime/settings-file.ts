/**
 * A line of a settings file that Node and systemd read differently. It never contains the value.
 */
export interface UnclearLine {
  /** The line number, counted from 1. */
  line: number;
  /** The setting's name; empty when the line has none. */
  name: string;
  reason: string;
  /** Whether Node's value differs from what a person who reads the line expects. */
  isMisread: boolean;
}

const ASSIGNMENT = /^[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*(.*?)[ \t]*$/;
const SINGLE_QUOTED = /^'[^']*'$/;
/**
 * Double quotes without what is read differently: systemd removes a backslash before `"`, `\`, `$`
 * and a backtick, and Node reads `\n` as the end of a line.
 */
const DOUBLE_QUOTED = /^"(?:[^"\\]|\\[^"\\$`n])*"$/;
const QUOTES = 'put the whole value in single quotes';

/**
 * Finds the lines of a settings file that Node's `--env-file` and systemd's `EnvironmentFile=`
 * parse differently. The services and commands use Node's parser; the services of earlier versions
 * used systemd's.
 */
export function findUnclearLines(text: string): UnclearLine[] {
  const found: UnclearLine[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const problem = problemOf(line);
    if (problem === undefined) continue;
    const [, name = ''] = ASSIGNMENT.exec(line) ?? [];
    found.push({ line: index + 1, name, ...problem });
  }
  return found;
}

function problemOf(line: string): Pick<UnclearLine, 'reason' | 'isMisread'> | undefined {
  const misread = (reason: string) => ({ reason, isMisread: true });
  const isCommentOrEmpty = /^[ \t]*(?:#|$)/.test(line);
  if (isCommentOrEmpty) {
    if (!line.endsWith('\\')) return undefined;
    return { reason: 'take away the backslash at the end of the comment', isMisread: false };
  }
  if (line.startsWith('\uFEFF')) return misread('save the file without a byte order mark');
  if (/[^\t\P{Cc}]|\uFFFD/u.test(line)) return misread('take away the control characters');
  const value = ASSIGNMENT.exec(line)?.[2];
  if (value === undefined) return misread('expected NAME=value, or # before a comment');
  if (SINGLE_QUOTED.test(value) || DOUBLE_QUOTED.test(value)) return undefined;
  if (/^['"`]/.test(value)) return misread(`${QUOTES}, with nothing after them`);
  if (/(?<![ \t])#/.test(value)) return misread(`# ends the value: ${QUOTES}`);
  if (value.includes('#')) {
    const reason = `# begins a comment: put it on a line of its own, or ${QUOTES}`;
    return { reason, isMisread: false };
  }
  if (value.includes('\\')) return { reason: `with its backslash, ${QUOTES}`, isMisread: false };
  return undefined;
}
