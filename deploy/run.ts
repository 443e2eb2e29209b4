// Runs a program with the settings that Node has read from --env-file.
import { spawnSync } from 'node:child_process';
import process from 'node:process';

const [, , program = '', ...args] = process.argv;
const { error, status } = spawnSync(program, args, { stdio: 'inherit' });
if (error) throw error;
process.exitCode = status ?? 1;
