/**
 * `npm run enquiries -- COMMAND`: inspects and repairs the server's database, whether or not the
 * server is running. Exit codes: 0 done, 1 not done or nothing found, 2 not understood.
 */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { checkSettings, sendTestMail } from '../check-settings.ts';
import { parseSettings, readEnvFile, type Settings } from '../settings.ts';
import { openStore, type Store } from '../store/store.ts';
import { backup, restore } from './backup.ts';
import { exportEnquiries, printEnquiry, printTable } from './write-enquiries.ts';

type Options = Record<string, string | undefined>;

/** Resolves to the exit code; nothing is 0. Throws a one-line Error on failure. */
type Run<On> = (on: On, word: string, options: Options) => Promise<unknown>;

interface Command {
  usage: string;
  /** One line of the help. */
  summary: string;
  options?: ParseArgsConfig['options'];
  onStore?: Run<Store>;
  onSettings?: Run<Settings>;
}

const SORT_ORDERS = ['received', 'partyDate'] as const;
/** More than are ever kept. */
const ALL = 1_000_000;

const COMMANDS: Record<string, Command> = {
  list: {
    usage: '[--limit NUMBER] [--sort received|partyDate]',
    summary:
      'the latest enquiries (50), or those whose party comes first, and the state of their mails',
    options: { limit: { type: 'string' }, sort: { type: 'string' } },
    async onStore(store, _, { limit = '50', sort = 'received' }) {
      const sortBy = SORT_ORDERS.find((order) => order === sort);
      if (!sortBy) throw new Error(`--sort: expected ${SORT_ORDERS.join(' or ')}.`);
      if (!/^\d{1,6}$/.test(limit)) throw new Error('--limit: expected a whole number.');
      printTable(await store.listEnquiries({ limit: Number(limit), sortBy }));
    },
  },
  show: {
    usage: 'ID | ADDRESS',
    summary: 'one enquiry, or all of one visitor',
    async onStore(store, word) {
      const filter = isAddress(word) ? { email: word } : { id: word };
      const enquiries = await store.listEnquiries(filter);
      for (const enquiry of enquiries) printEnquiry(enquiry);
      if (enquiries.length > 0) return 0;
      console.log('No such enquiry.');
      return 1;
    },
  },
  export: {
    usage: '[--address ADDRESS] [--output FILE]',
    summary: "all enquiries or one visitor's as CSV, to the terminal or a file",
    options: { address: { type: 'string' }, output: { type: 'string' } },
    async onStore(store, _, { address, output }) {
      const filter = address === undefined ? {} : { email: address };
      await exportEnquiries(await store.listEnquiries({ ...filter, limit: ALL }), output);
    },
  },
  erase: {
    usage: 'ID | ADDRESS',
    summary:
      'erases one enquiry, or all of one visitor, from the database and the mails kept as files',
    async onStore(store, word) {
      const erased = isAddress(word)
        ? await store.eraseAddress(word)
        : Number(await store.eraseEnquiry(word));
      console.log(`Erased: ${erased} enquiries.`);
      console.log(
        'Mails in a mailbox stay: delete them there. Backups keep them until they expire.',
      );
      return erased > 0 ? 0 : 1;
    },
  },
  requeue: {
    usage: '[ID]',
    summary: 'queues failed mails to the company again, or all failed mails of one enquiry',
    async onStore(store, word) {
      if (word !== '' && !(await store.readEnquiry(word))) {
        throw new Error(`No enquiry has the id ${word}.`);
      }
      const count = await store.requeueMail(Date.now(), word || undefined);
      console.log(`Queued again: ${count}. A running server sends them within half a minute.`);
    },
  },
  check: {
    usage: '[--send]',
    summary:
      'reads all settings, tries database and mail server, and says what is wrong; --send: sends a test mail',
    options: { send: { type: 'boolean' } },
    async onSettings(settings, _, { send }) {
      const findings = await checkSettings(settings);
      for (const { severity, message } of findings) console.log(`${severity}: ${message}`);
      if (send) console.log(`The mail server answered: ${await sendTestMail(settings)}`);
      if (findings.length === 0) console.log('All is well.');
      return findings.some(({ severity }) => severity === 'error') ? 1 : 0;
    },
  },
  backup: {
    usage: '',
    summary: 'writes one consistent, checked copy of the database into BACKUP_DIR',
    onSettings: backup,
  },
  restore: {
    usage: 'FILE',
    summary: 'puts a backup in the place of a database that is gone; stop the server first',
    onSettings: restore,
  },
};

// 'enquiries export | head' closes the pipe early.
process.stdout.on('error', () => process.exit(0));

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command) {
  process.exitCode = await runCommand(command);
} else {
  printHelp();
  process.exitCode = ['--help', '-h', 'help'].includes(name) ? 0 : 2;
}

async function runCommand({ usage, options = {}, onStore, onSettings }: Command): Promise<number> {
  let word = '';
  let values: Options;
  try {
    const parsed = parseArgs({ args, allowPositionals: true, options });
    word = parsed.positionals.join(' ');
    values = parsed.values as Options;
    const takesWord = /^\[?[A-Z]/.test(usage);
    if (word === '' ? /^[A-Z]/.test(usage) : !takesWord) throw new Error('Wrong arguments.');
  } catch (error) {
    console.error(`${(error as Error).message}\nUsage: npm run enquiries -- ${name} ${usage}`);
    return 2;
  }
  try {
    const settings = parseSettings({ ...readEnvFile(), ...process.env });
    if (onSettings) return Number((await onSettings(settings, word, values)) ?? 0);
    const store = await openStore(settings, { mayCreate: false, busyTimeoutMs: 10_000 });
    try {
      return Number((await onStore?.(store, word, values)) ?? 0);
    } finally {
      await store.close();
    }
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
}

function isAddress(word: string): boolean {
  return word.includes('@');
}

function printHelp(): void {
  console.log('Usage: npm run enquiries -- COMMAND\n');
  for (const [name, { usage, summary }] of Object.entries(COMMANDS)) {
    console.log(`  ${`${name} ${usage}`.trimEnd()}\n      ${summary}`);
  }
  console.log("\nIt reads the server's own settings: .env of this folder, then the environment.");
}
