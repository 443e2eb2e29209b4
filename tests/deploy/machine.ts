import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/** A sandbox: a copy-on-write view of this machine's files, with its own network. */
export interface Machine {
  /** Runs a shell command in the sandbox as root. Rejects with what it printed when it fails. */
  run(command: string): Promise<string>;
  /** Starts a shell command in the sandbox without waiting. */
  start(command: string): ChildProcess;
  /** Puts a file or folder of this machine into the sandbox's `/root`. */
  bring(path: string): Promise<void>;
  read(path: string): string;
  write(path: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

/**
 * The root of the sandbox is an overlay over `/`: the installer finds Debian's packages, and
 * nothing that it writes stays.
 */
export async function startMachine(): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'machine-'));
  const root = join(folder, 'root');
  const here = import.meta.dirname;
  const setUp = `
    set -e
    mkdir ${folder}/upper ${folder}/work ${root}
    mount -t overlay overlay -o lowerdir=/,upperdir=${folder}/upper,workdir=${folder}/work ${root}
    mount -t proc proc ${root}/proc
    mount --rbind /dev ${root}/dev
    mount -t tmpfs tmpfs ${root}/run
    ip link set lo up
    # In this network only; a service of systemd gets the capability instead.
    echo 0 >${root}/proc/sys/net/ipv4/ip_unprivileged_port_start
    install -m 755 ${here}/systemctl.py ${root}/usr/local/bin/systemctl
    exec chroot ${root} /usr/local/bin/systemctl --init`;
  // The sandbox ends with this process, also when that is killed.
  const child = spawn(
    'setpriv',
    [
      '--pdeathsig',
      'KILL',
      'unshare',
      '--mount',
      '--net',
      '--pid',
      '--fork',
      '--kill-child',
      'bash',
      '-c',
      setUp,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: SYSTEM_PATH } },
  );
  await once(child.stdout, 'data');
  const init = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  const inside = ['-t', init, '--mount', '--net', '--pid', '--root', '--wdns=/root', 'sh', '-c'];
  const options = { cwd: '/', env: { PATH: SYSTEM_PATH, HOME: '/root' }, maxBuffer: 1e8 };
  const seen = `/proc/${init}/root`;
  return {
    run: async (command) => {
      const { stdout, stderr } = await exec('nsenter', [...inside, command], options);
      return stdout + stderr;
    },
    start: (command) => spawn('nsenter', [...inside, command], options),
    bring: (path) => cp(resolve(path), join(seen, 'root', basename(path)), { recursive: true }),
    read: (path) => readFileSync(join(seen, path), 'utf8'),
    write: (path, text) => writeFile(join(seen, path), text),
    async remove() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
