/**
 * Reads a file of settings the way systemd reads an EnvironmentFile (systemd.exec(5)), so that a
 * program started by hand gets the values that the services get. No variable is expanded.
 */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  let at = 0;
  while (at < text.length) {
    skip(/\s/);
    if (at >= text.length) break;
    if (text[at] === '#' || text[at] === ';') {
      skipComment();
      continue;
    }
    const end = text.slice(at).search(/[=\n]|$/);
    const name = text.slice(at, at + end).trimEnd();
    at += end;
    // A line without '=' is ignored.
    if (text[at] !== '=') continue;
    at += 1;
    values[name] = readValue();
  }
  return values;

  function skip(which: RegExp): void {
    while (at < text.length && which.test(text[at] ?? '')) at += 1;
  }

  /** A backslash before the end of the line continues it. */
  function skipComment(): void {
    while (at < text.length && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1;
  }

  function readValue(): string {
    let value = '';
    for (;;) {
      skip(/[^\S\n]/);
      const quote = text[at];
      if (quote === "'") value += readSingleQuoted();
      else if (quote === '"') value += readDoubleQuoted();
      else return value + readUnquoted();
    }
  }

  function readSingleQuoted(): string {
    const end = text.indexOf("'", at + 1);
    const value = text.slice(at + 1, end < 0 ? text.length : end);
    at = end < 0 ? text.length : end + 1;
    return value;
  }

  function readDoubleQuoted(): string {
    let value = '';
    for (at += 1; at < text.length; at += 1) {
      if (text[at] === '"') {
        at += 1;
        break;
      }
      if (text[at] !== '\\') {
        value += text[at];
        continue;
      }
      at += 1;
      const escaped = text[at] ?? '';
      if ('"\\`$'.includes(escaped)) value += escaped;
      else if (escaped !== '\n') value += `\\${escaped}`;
    }
    return value;
  }

  /**
   * Reads to the end of the line. Quotes and '#' within it are text; white space at its end is not.
   */
  function readUnquoted(): string {
    let value = '';
    let length = 0;
    for (; at < text.length && text[at] !== '\n'; at += 1) {
      if (text[at] !== '\\') {
        value += text[at];
        if (!/\s/.test(text[at] ?? '')) length = value.length;
        continue;
      }
      at += 1;
      if (text[at] !== '\n') value += text[at] ?? '';
      length = value.length;
    }
    return value.slice(0, length);
  }
}
