import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from 'selfsigned';
import { unpackedDir } from '../../runner/programs.ts';
import { EXIM } from './mail-servers/exim.ts';
import { OPENSMTPD } from './mail-servers/opensmtpd.ts';
import { AS_INSTALLED, LOOPBACK, POSTFIX } from './mail-servers/postfix.ts';
import { freePort } from './ports.ts';

/*
 * Postfix, Exim and OpenSMTPD as Debian ships them, on loopback ports. They accept mail for
 * 'info@local.example' and relay nothing. Each port has one behaviour, with that server's own
 * refusal text.
 */

const SCRIPT = resolve(import.meta.dirname, 'mail-server.sh');
const PACKAGES = { postfix: 'postfix', exim: 'exim4-daemon-light', opensmtpd: 'opensmtpd' };
type Name = keyof typeof PACKAGES;

/** How a program is set up and started in its own view of this machine. */
export interface MailServerKind {
  /** The names of its behaviours, each of which has a port. */
  behaviours: string[];
  /** The files below /etc, by their path. */
  filesOf(ports: Map<string, number>): Record<string, string>;
  /** Shell commands, the last of which starts the program. */
  commands: string[];
}

export interface RealMailServer {
  /** The address for SMTP_URL, by behaviour. */
  urlOf(behaviour: string): string;
  close(): Promise<void>;
}

export const startMailServer: Record<Name, () => Promise<RealMailServer>> = {
  postfix: () => start('postfix', POSTFIX),
  exim: () => start('exim', EXIM),
  opensmtpd: () => start('opensmtpd', OPENSMTPD),
};

/** Users that the packages would have made. */
const USERS = ['postfix', 'Debian-exim', 'opensmtpd', 'opensmtpq'];
const GROUPS = [...USERS, 'postdrop'];

async function start(
  name: Name,
  { behaviours, filesOf, commands }: MailServerKind,
): Promise<RealMailServer> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  const ports = new Map<string, number>();
  for (const behaviour of behaviours) {
    ports.set(behaviour, behaviour === AS_INSTALLED ? 25 : await freePort());
  }
  const tree = resolve(unpackedDir(PACKAGES[name]));
  await cp(join(tree, 'etc'), folder, { recursive: true });
  const passwd = USERS.map((user, i) => `${user}:x:${60_100 + i}:${60_100 + i}::/:/bin/false\n`);
  const group = GROUPS.map((one, i) => `${one}:x:${60_100 + i}:\n`);
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'vm' }], {
    keyType: 'ec',
    algorithm: 'sha256',
  });
  const files = {
    passwd: `${await readFile('/etc/passwd', 'utf8')}${passwd.join('')}`,
    group: `${await readFile('/etc/group', 'utf8')}${group.join('')}`,
    'ssl/certs/ssl-cert-snakeoil.pem': cert,
    'ssl/private/ssl-cert-snakeoil.key': key,
    ...filesOf(ports),
  };
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, text, { mode: path.endsWith('.key') ? 0o600 : 0o644 });
  }
  await chmod(folder, 0o755);
  // Postfix opens /dev/stdout, which must not be one of Node's sockets.
  const script = `(${commands.join(' && ')}) 2>&1 | cat`;
  const child = spawn(SCRIPT, [tree, folder, 'sh', '-c', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // An aborted test run must not leave a server running.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  await untilListening(
    child,
    [...ports.values()].filter((port) => port !== 25),
  );
  return {
    urlOf(behaviour) {
      const port = ports.get(behaviour);
      if (port === undefined) throw new Error(`${name} has no behaviour '${behaviour}'.`);
      // An operator would omit the port here.
      return port === 25 ? `smtp://${LOOPBACK}` : `smtp://localhost:${port}`;
    },
    async close() {
      process.off('exit', kill);
      kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

/** @throws Error with all that the server printed when it ends */
async function untilListening(child: ChildProcess, ports: number[]): Promise<void> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  for (const port of ports) {
    while (!(await isListening(port))) {
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`The mail server ended:\n${output}`);
      }
      await sleep(50);
    }
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
      .on('connect', () => {
        socket.destroy();
        done(true);
      })
      .on('error', () => done(false));
  });
}
