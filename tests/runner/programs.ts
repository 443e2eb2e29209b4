import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

/** A program that tests or the bench need and npm does not bring. */
export interface Program {
  /** What the program is needed for. */
  purpose: string;
  /** Debian packages that `npm run test:programs` installs. */
  packages: readonly string[];
  /**
   * Debian packages that it only unpacks, with what they depend on, into `unpackedDir`, because
   * they cannot be installed beside each other.
   */
  unpacked?: readonly string[];
  /**
   * The program is installed when each of these files exists. `*` stands for a version; a bare name
   * is that of a command.
   */
  files: readonly string[];
}

/**
 * The programs that tests need: `npm run test:programs` installs them, and `.ci/run` demands them.
 */
export const TEST_PROGRAMS = {
  firefox: {
    purpose: 'the journeys in Firefox',
    packages: ['firefox-esr'],
    files: ['/usr/bin/firefox-esr'],
  },
  webkit: {
    purpose: 'the journeys in WebKit',
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
    files: ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run', '/usr/bin/xauth'],
  },
  server: {
    purpose: 'installing on a server, with Caddy and restic',
    packages: ['caddy', 'restic', 'curl', 'python3', 'systemd', 'iproute2', 'procps'],
    files: ['caddy', 'restic', 'curl', 'python3', 'systemd-analyze', 'ps'].map(
      (name) => `/usr/bin/${name}`,
    ),
  },
  postgresql: {
    purpose: 'backups of PostgreSQL',
    packages: ['postgresql'],
    files: ['/usr/lib/postgresql/*/bin/initdb', '/usr/bin/pg_dump'],
  },
  git: {
    purpose: 'the check of commit messages',
    packages: ['git'],
    files: ['/usr/bin/git'],
  },
  shellcheck: {
    purpose: 'the check of the shell scripts',
    packages: ['shellcheck'],
    files: ['/usr/bin/shellcheck'],
  },
  mailServers: {
    purpose: 'mails to Postfix, Exim and OpenSMTPD',
    packages: [],
    unpacked: ['postfix', 'exim4-daemon-light', 'opensmtpd'],
    files: [
      'postfix/usr/sbin/postfix',
      'exim4-daemon-light/usr/sbin/exim4',
      'opensmtpd/usr/sbin/smtpd',
    ].map((file) => `.cache/programs/${file}`),
  },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof TEST_PROGRAMS;

/** The programs that only `npm run bench` needs. `npm run test:programs` does not install them. */
export const BENCH_PROGRAMS = {
  nginx: {
    purpose: 'the server that ours is compared with',
    packages: ['nginx-light'],
    files: ['nginx'],
  },
  wrk: { purpose: 'the load on both servers', packages: ['wrk'], files: ['wrk'] },
} as const satisfies Record<string, Program>;

export type BenchProgramName = keyof typeof BENCH_PROGRAMS;

export const allTestPrograms: readonly Program[] = Object.values(TEST_PROGRAMS);

export function isMissing(program: ProgramName | Program): boolean {
  const { files } = typeof program === 'string' ? TEST_PROGRAMS[program] : program;
  return !files.every((file) => findFile(file) !== undefined);
}

/** Debian keeps nginx where only root's PATH looks. */
const COMMAND_FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];

/**
 * Finds the newest file of that name, where `*` stands for a version. A bare name is looked up as a
 * command.
 */
export function findFile(file: string): string | undefined {
  if (!file.includes('/')) {
    return COMMAND_FOLDERS.map((folder) => join(folder, file)).find((path) => existsSync(path));
  }
  if (!file.includes('*')) return existsSync(file) ? file : undefined;
  const byVersion = new Intl.Collator('en', { numeric: true }).compare;
  return globSync(file).sort(byVersion).at(-1);
}

/** Folder with the files of a package that is only unpacked. */
export function unpackedDir(debianPackage: string): string {
  return `.cache/programs/${debianPackage}`;
}
