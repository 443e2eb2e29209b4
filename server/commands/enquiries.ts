/**
 * `npm run enquiries -- COMMAND`: inspects and repairs the database, which a running server may
 * have open. The exit code is 0 on success, 1 when a command failed or found nothing, and 2 for
 * wrong arguments.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import { ENQUIRY_STATES } from '../../enquiry/enquiry-states.ts';
import { BACKUP_DAYS } from '../../release/manifest.ts';
import { readArguments, refuseArguments } from '../../runtime/command-line.ts';
import {
  describeLine,
  findMisreadSettings,
  readSettings,
  type Settings,
} from '../../runtime/settings.ts';
import { findUnclearLines } from '../../runtime/settings-file.ts';
import { sendTestMail } from '../outbox/send-test-mail.ts';
import { openStore, type Store } from '../store/store.ts';
import { VERSION } from '../version.ts';
import { backUpDatabase, restoreDatabase } from './backup.ts';
import { checkInstallation } from './check-installation.ts';
import { asCaller, becomeServiceUser } from './service-user.ts';
import { exportEnquiries, printEnquiry, printTable } from './write-enquiries.ts';

type Options = Record<string, string | undefined>;

/** Resolves to the exit code, where undefined means 0. Rejects with an Error in one line. */
type Run<On> = (on: On, argument: string, options: Options) => Promise<unknown>;

interface Command {
  /** The arguments, as the help prints them after the command's name. */
  usage: string;
  summary: string;
  /** Whether the command needs or takes an argument besides its options. Default: it takes none. */
  argument?: 'required' | 'optional';
  options?: ParseArgsConfig['options'];
  onStore?: Run<Store>;
  onSettings?: Run<Settings>;
  /** Runs a command that reads no settings. */
  run?: (argument: string) => number;
}

/** What the operator types: on a server `deploy/website-enquiries`, which sets RUN_AS. */
const PROGRAM = process.env.RUN_AS ? 'website-enquiries' : 'npm run enquiries --';
const SORT_ORDERS = ['received', 'partyDate'] as const;
/** A limit that the number of kept enquiries never reaches. */
const ALL = 1_000_000;

const COMMANDS: Record<string, Command> = {
  list: {
    usage: `[--limit NUMBER] [--sort received|partyDate] [--state ${ENQUIRY_STATES.join('|')}] [--search TEXT]`,
    summary:
      'the latest 50 enquiries, or those whose party comes first, with their state and that of their mails',
    options: {
      limit: { type: 'string' },
      sort: { type: 'string' },
      state: { type: 'string' },
      search: { type: 'string' },
    },
    async onStore(store, _, { limit = '50', sort = 'received', state: wanted, search = '' }) {
      const sortBy = SORT_ORDERS.find((order) => order === sort);
      if (!sortBy) throw new Error(`--sort: expected ${SORT_ORDERS.join(' or ')}.`);
      if (!/^\d{1,6}$/.test(limit)) throw new Error('--limit: expected a whole number.');
      const state = ENQUIRY_STATES.find((known) => known === wanted);
      if (wanted !== undefined && !state) {
        throw new Error(`--state: expected ${ENQUIRY_STATES.join(', ')}.`);
      }
      const filter = { limit: Number(limit), sortBy, search, ...(state && { state }) };
      printTable(await store.listEnquiries(filter));
    },
  },
  show: {
    usage: 'ID | ADDRESS',
    argument: 'required',
    summary: 'one enquiry, or all of one visitor',
    async onStore(store, argument) {
      const filter = isAddress(argument) ? { email: argument } : { id: argument };
      const enquiries = await store.listEnquiries({ ...filter, limit: ALL });
      for (const enquiry of enquiries) printEnquiry(enquiry);
      if (enquiries.length > 0) return 0;
      console.log('No such enquiry.');
      return 1;
    },
  },
  export: {
    usage: '[--output FILE]',
    summary: 'all enquiries as CSV, to the terminal or a file',
    options: { output: { type: 'string' } },
    async onStore(store, _, { output }) {
      const enquiries = await store.listEnquiries({ limit: ALL });
      exportEnquiries(enquiries, output);
    },
  },
  erase: {
    usage: 'ID | ADDRESS',
    argument: 'required',
    summary: 'erases one enquiry, or all of one visitor, from the database and from mail files',
    async onStore(store, argument) {
      const { erased, completed } = isAddress(argument)
        ? await store.eraseAddress(argument)
        : { erased: Number(await store.eraseEnquiry(argument)), completed: 0 };
      if (completed > 0) {
        const erasures = completed === 1 ? 'an erasure' : `${completed} erasures`;
        console.log(`Completed ${erasures} that had been interrupted.`);
      }
      if (erased === 0) {
        console.log('No such enquiry.');
        return completed > 0 ? 0 : 1;
      }
      console.log(`Erased ${erased} ${erased === 1 ? 'enquiry' : 'enquiries'}.`);
      console.log(
        `Delete their mails in the mailbox yourself. Backups, if there are any, keep the enquiries for ${BACKUP_DAYS} days.`,
      );
      return 0;
    },
  },
  requeue: {
    usage: '[ID]',
    argument: 'optional',
    summary:
      'makes mails that wait or failed due now: to the company, confirmations of three days, or ID',
    async onStore(store, argument) {
      if (argument !== '' && !(await store.readEnquiry(argument))) {
        throw new Error(`No enquiry has the id ${argument}.`);
      }
      const count = await store.requeueMail(Date.now(), argument || undefined);
      console.log(
        `Mails due now: ${count}. A running server tries to send them within half a minute.`,
      );
    },
  },
  check: {
    usage: '[--send [ADDRESS]]',
    argument: 'optional',
    summary:
      'checks settings, database, mail server and monitor; --send: mails an example to the company, ' +
      'or the example of a confirmation to ADDRESS',
    options: { send: { type: 'boolean' } },
    async onSettings(settings, address, { send }) {
      if (address !== '' && !send) throw new Error(`${address}: put --send before the address.`);
      console.log(`Version ${VERSION}.`);
      for (const message of findMisreadSettings()) console.log(`warning: ${message}`);
      const findings = await checkInstallation(settings);
      for (const { severity, message } of findings) console.log(`${severity}: ${message}`);
      if (send) {
        const reply = await sendTestMail(settings, address || undefined);
        console.log(`The mail server replied: ${reply}`);
      }
      if (findings.length === 0) console.log('No problem found.');
      return findings.some(({ severity }) => severity === 'error') ? 1 : 0;
    },
  },
  'check-file': {
    usage: 'FILE',
    argument: 'required',
    summary: 'names the lines of a settings file that systemd and Node read differently',
    run(name) {
      const file = resolve(process.env.INIT_CWD ?? '', name);
      const text = asCaller(() => readFileSync(file, 'utf8'));
      const lines = findUnclearLines(text);
      for (const line of lines) console.log(describeLine(file, line));
      return lines.length === 0 ? 0 : 1;
    },
  },
  backup: {
    usage: '',
    summary: 'writes one consistent, checked copy of the database into BACKUP_DIR',
    onSettings: backUpDatabase,
  },
  restore: {
    usage: 'FILE [--replace]',
    argument: 'required',
    summary:
      'puts a backup in place of a lost database; stop the server first. --replace (PostgreSQL): keeps tables that are there in a schema of their own',
    options: { replace: { type: 'boolean' } },
    onSettings: (settings, file, { replace }) =>
      restoreDatabase(settings, file, { isReplacing: replace !== undefined }),
  },
};

// 'enquiries export | head' closes the pipe early, which is not an error.
process.stdout.on('error', () => process.exit(0));

// Only the operator may read the files that a command writes.
process.umask(0o077);
becomeServiceUser();

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command) process.exitCode = await runCommand(command);
else if (['--help', '-h', 'help'].includes(name)) console.log(`Usage: ${describeCommands()}`);
else
  refuseArguments(
    describeCommands(),
    name ? `There is no command ${name}.` : 'A command is missing.',
  );

async function runCommand(command: Command): Promise<number> {
  const { argument: argumentRule, options = {}, onStore, onSettings, run } = command;
  const usage = `${PROGRAM} ${describe(name, command)}`;
  const parsed = readArguments(usage, { args, allowPositionals: true, options });
  const argument = parsed.positionals.join(' ');
  const values = parsed.values as Options;
  if (argument === '' && argumentRule === 'required')
    refuseArguments(usage, 'An argument is missing.');
  if (argument !== '' && argumentRule === undefined)
    refuseArguments(usage, `Unexpected: ${argument}`);
  try {
    if (run) return run(argument);
    const settings = readSettings();
    if (onSettings) return Number((await onSettings(settings, argument, values)) ?? 0);
    const store = await openStore(settings, { mayCreate: false, busyTimeoutMs: 10_000 });
    try {
      return Number((await onStore?.(store, argument, values)) ?? 0);
    } finally {
      await store.close();
    }
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
}

function isAddress(argument: string): boolean {
  return argument.includes('@');
}

function describeCommands(): string {
  const commands = Object.entries(COMMANDS).map(
    ([name, command]) => `  ${describe(name, command)}`,
  );
  return `${PROGRAM} COMMAND

${commands.join('\n')}

Every command but check-file reads the server's settings: .env of this folder, then the environment.`;
}

function describe(name: string, { usage, summary }: Command): string {
  return `${`${name} ${usage}`.trimEnd()}\n      ${summary}`;
}
