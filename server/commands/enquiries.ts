/**
 * `npm run enquiries -- COMMAND`: inspects and repairs the server's database, whether or not the
 * server is running. Exit codes: 0 done, 1 not done or nothing found, 2 not understood.
 */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { checkSettings, sendTestMail } from '../check-settings.ts';
import { parseSettings, readEnvFile, type Settings } from '../settings.ts';
import { openStore, type Store } from '../store/store.ts';
import { backup, restore } from './backup.ts';
import { exportEnquiries } from './export.ts';
import { printEnquiries, printEnquiry } from './print-enquiries.ts';

type Options = Record<string, string | boolean | undefined>;

interface Command {
  usage: string;
  /** One line of the help. */
  summary: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  /** @returns the exit code; undefined is 0. Throws a one-line Error on failure. */
  run(settings: Settings, options: Options, word: string): Promise<unknown>;
}

const SORT_ORDERS = ['received', 'partyDate'] as const;

const COMMANDS: Record<string, Command> = {
  list: {
    usage: '[--limit NUMBER] [--offset NUMBER] [--sort received|partyDate] [--json]',
    summary:
      'the latest enquiries (50), or those whose party comes first, and the state of their mails',
    options: {
      limit: { type: 'string' },
      offset: { type: 'string' },
      sort: { type: 'string' },
      json: { type: 'boolean' },
    },
    run: (settings, { limit = '50', offset = '0', sort = 'received', json }) =>
      withStore(settings, async (store) => {
        const sortBy = SORT_ORDERS.find((order) => order === sort);
        if (!sortBy) throw new Error(`--sort: expected ${SORT_ORDERS.join(' or ')}.`);
        if (!/^\d{1,6}$/.test(`${limit}`) || !/^\d{1,9}$/.test(`${offset}`)) {
          throw new Error('--limit and --offset: expected whole numbers.');
        }
        const enquiries = await store.listEnquiries({
          limit: Number(limit),
          offset: Number(offset),
          sortBy,
        });
        console.log(json ? JSON.stringify(enquiries, null, 2) : printEnquiries(enquiries));
      }),
  },
  show: {
    usage: 'ID | ADDRESS',
    summary: 'one enquiry, or all of one visitor',
    run: (settings, _, word) =>
      withStore(settings, async (store) => {
        const one = word.includes('@') ? undefined : await store.readEnquiry(word);
        const found = one ? [one] : await store.listEnquiries({ email: word });
        console.log(found.map(printEnquiry).join('\n\n') || 'No such enquiry.');
        return found.length > 0 ? 0 : 1;
      }),
  },
  export: {
    usage: '[--format csv|json] [--address ADDRESS] [--output FILE]',
    summary:
      "all enquiries or one visitor's, for a spreadsheet or a program; default: csv to the terminal",
    options: {
      format: { type: 'string' },
      address: { type: 'string' },
      output: { type: 'string' },
    },
    run: (settings, options) => withStore(settings, (store) => exportEnquiries(store, options)),
  },
  erase: {
    usage: 'ID | ADDRESS',
    summary:
      'erases one enquiry, or all of one visitor, from the database and the mails kept as files',
    run: (settings, _, word) =>
      withStore(settings, async (store) => {
        const one = word.includes('@') ? undefined : await store.readEnquiry(word);
        const erased = one
          ? Number(await store.eraseEnquiry(one.id))
          : await store.eraseAddress(word);
        console.log(`Erased: ${erased} enquiries.`);
        console.log(
          'Mails in a mailbox stay: delete them there. Backups keep them until they expire.',
        );
        return erased > 0 ? 0 : 1;
      }),
  },
  requeue: {
    usage: '[ID]',
    summary: 'queues failed mails to the company again, or all failed mails of one enquiry',
    run: (settings, _, word) =>
      withStore(settings, async (store) => {
        const enquiry = word === '' ? undefined : await store.readEnquiry(word);
        if (word !== '' && !enquiry) throw new Error(`No enquiry has the id ${word}.`);
        const count = await store.requeueMail(Date.now(), enquiry?.id);
        console.log(`Queued again: ${count}. A running server sends them within half a minute.`);
      }),
  },
  check: {
    usage: '[--send]',
    summary:
      'reads all settings, tries database and mail server, and says what is wrong; --send: sends a test mail',
    options: { send: { type: 'boolean' } },
    async run(settings, { send }) {
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
    run: backup,
  },
  restore: {
    usage: 'FILE',
    summary: 'puts a backup in the place of a database that is gone; stop the server first',
    run: (settings, _, word) => restore(settings, word),
  },
};

// 'enquiries export | head' closes the pipe early.
process.stdout.on('error', () => process.exit(0));

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command) process.exitCode = await runCommand(command);
else {
  console.log(help());
  process.exitCode = ['--help', '-h', 'help'].includes(name) ? 0 : 2;
}

async function runCommand(command: Command): Promise<number> {
  const { usage } = command;
  const expected = /^[A-Z]/.test(usage) ? 1 : 0;
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: command.options ?? {},
    });
    const most = /^\[?[A-Z]/.test(usage) ? 1 : 0;
    if (positionals.length < expected || positionals.length > most) throw new Error();
    const settings = parseSettings({ ...readEnvFile(), ...process.env });
    const result = await command.run(settings, values as Options, positionals[0] ?? '');
    return typeof result === 'number' ? result : 0;
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    const isMisused = message === '' || code.startsWith('ERR_PARSE_ARGS');
    console.error(
      isMisused ? `${message}\nUsage: npm run enquiries -- ${name} ${usage}`.trim() : message,
    );
    return isMisused ? 2 : 1;
  }
}

async function withStore<Result>(
  settings: Settings,
  run: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(settings, { mayCreate: false, busyTimeoutMs: 10_000 });
  try {
    return await run(store);
  } finally {
    await store.close();
  }
}

function help(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { usage, summary }]) => `  ${`${name} ${usage}`.trimEnd()}\n      ${summary}`,
  );
  return [
    'Usage: npm run enquiries -- COMMAND',
    '',
    ...lines,
    '',
    "It reads the server's own settings: .env of this folder, and the environment before it.",
  ].join('\n');
}
