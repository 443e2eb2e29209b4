/**
 * `npm run enquiries -- COMMAND`: looks into the server's database and mends it, while the server
 * runs or not. Exit codes: 0 done, 1 not done or nothing found, 2 not understood; `check` has its own.
 */
import { parseArgs } from 'node:util';
import { readEnvFile } from '../env-file.ts';
import { parseSettings } from '../settings.ts';
import { backup } from './backup.ts';
import { check, sick } from './check.ts';
import type { Command, Options, Outcome, SettingsCommand } from './command.ts';
import { erase } from './erase.ts';
import { exportAll } from './export.ts';
import { list } from './list.ts';
import { mailCheck } from './mail-check.ts';
import { openDatabase } from './open-database.ts';
import { purge } from './purge.ts';
import { requeue } from './requeue.ts';
import { resend } from './resend.ts';
import { restore } from './restore.ts';
import { search } from './search.ts';
import { show } from './show.ts';

const COMMANDS: Record<string, Command | SettingsCommand> = {
  list,
  show,
  search,
  resend,
  requeue,
  export: exportAll,
  erase,
  purge,
  backup,
  restore,
  check,
  'mail-check': mailCheck,
};

// 'enquiries export | head' closes the pipe when it has enough.
process.stdout.on('error', () => process.exit(0));

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command) await runCommand(command);
else {
  const isAsked = ['--help', '-h', 'help'].includes(name);
  const complaint =
    name === '' || isAsked ? '' : `There is no command ${JSON.stringify(name)}.\n\n`;
  if (isAsked) console.log(help());
  else fail(`${complaint}${help()}`);
}

async function runCommand(command: Command | SettingsCommand): Promise<void> {
  const parsed = parse(command);
  if (!parsed) return;
  const { words, options } = parsed;
  const outcome = await run(command, words, options).catch((error: Error) => {
    if (command === check) return sick(error.message);
    console.error(error.message);
    return { exitCode: 1 } as const;
  });
  if ('text' in outcome) {
    console.log(options.json === true ? JSON.stringify(outcome.json, null, 2) : outcome.text);
  }
  process.exitCode = outcome.exitCode ?? 0;
}

async function run(
  command: Command | SettingsCommand,
  words: string[],
  options: Options,
): Promise<Outcome> {
  const settings = parseSettings({ ...readEnvFile(), ...process.env });
  if ('runAlone' in command) return command.runAlone(settings, words, options);
  const database = await openDatabase(settings);
  try {
    return await command.run(database, words, options);
  } finally {
    await database.close();
  }
}

/** @returns undefined: help was shown, or a complaint */
function parse(
  command: Command | SettingsCommand,
): { words: string[]; options: Options } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...command.options,
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help === true) {
      console.log(
        `Usage: npm run enquiries -- ${name} ${command.usage} [--json]\n\n${command.summary}`,
      );
      return undefined;
    }
    if (positionals.length !== command.words) {
      throw new Error(
        `Expected ${command.words} words after '${name}', not ${positionals.length}.`,
      );
    }
    return { words: positionals, options: values };
  } catch (error) {
    fail(
      `${(error as Error).message}\nUsage: npm run enquiries -- ${name} ${command.usage} [--json]`,
    );
    return undefined;
  }
}

function fail(words: string): void {
  console.error(words);
  process.exitCode = 2;
}

function help(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { usage, summary }]) => `  ${`${name} ${usage}`.trimEnd()}\n      ${summary}`,
  );
  return [
    'Usage: npm run enquiries -- COMMAND [--json] [--help]',
    '',
    ...lines,
    '',
    "It reads the server's own settings: .env of this folder, and the environment before it.",
    'In a pipe: npm run -s enquiries -- …',
  ].join('\n');
}
