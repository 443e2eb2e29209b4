/*
 * Preloaded with --import. Kills the process, as by SIGKILL, just before its call number DIE_AT
 * that changes a file or runs a statement on the database. Writing a file counts as two calls,
 * before the second of which the file exists but is empty.
 */
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';

let calls = 0;

function dieIfNext() {
  calls += 1;
  if (calls === Number(process.env.DIE_AT)) process.kill(process.pid, 'SIGKILL');
}

type Method = (this: unknown, ...args: never[]) => unknown;

function before(object: object, names: string[]): void {
  const methods = object as Record<string, Method>;
  for (const name of names) {
    const original = methods[name] as Method;
    methods[name] = function (...args) {
      dieIfNext();
      return original.apply(this, args);
    };
  }
}

before(fs, ['mkdir', 'link', 'rename', 'rm', 'copyFile']);
before(DatabaseSync.prototype, ['exec']);
before(StatementSync.prototype, ['run', 'all', 'get']);
const { writeFile } = fs;
fs.writeFile = async (file, data, options) => {
  dieIfNext();
  if (calls + 1 === Number(process.env.DIE_AT)) await writeFile(file, '', options);
  dieIfNext();
  await writeFile(file, data, options);
};
syncBuiltinESMExports();
