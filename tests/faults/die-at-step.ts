/*
 * Preloaded with --import. Kills the process, as by SIGKILL, just before its step number DIE_AT;
 * its clock may be ahead (`clock-offset.ts`). A step is a database statement, a write to a mail
 * server, or writing, renaming, copying or linking a file to a name that ends in FILE_TO.
 */
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import './clock-offset.ts';

const { DIE_AT = '0', FILE_TO = '', SMTP_PORT } = process.env;
let steps = 0;

function step() {
  steps += 1;
  if (steps === Number(DIE_AT)) process.kill(process.pid, 'SIGKILL');
}

type Method = (this: unknown, ...args: never[]) => unknown;

function before(object: object, name: string, isStep = (_: unknown, __: unknown[]) => true): void {
  const methods = object as Record<string, Method>;
  const original = methods[name] as Method;
  methods[name] = function (...args) {
    if (isStep(this, args)) step();
    return original.apply(this, args);
  };
}

before(DatabaseSync.prototype, 'exec');
before(StatementSync.prototype, 'run');
before(StatementSync.prototype, 'all');
const isFile = (name: unknown) => String(name).endsWith(FILE_TO);
before(fs, 'writeFile', (_, [name]) => isFile(name));
for (const change of ['rename', 'copyFile', 'link'])
  before(fs, change, (_, [, name]) => isFile(name));
before(
  net.Socket.prototype,
  'write',
  (socket) => `${(socket as net.Socket).remotePort}` === SMTP_PORT,
);
syncBuiltinESMExports();
