import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { count } from '../soak.ts';
import { exampleEnquiry } from '../store-examples.ts';
import { hasMachine, type Machine, startMachine } from './machine.ts';

const NAME = 'mesange.be';
const DESK = `werktafel.${NAME}`;
const SERVER_UNIT = '/usr/local/lib/systemd/system/website.service';
const CA = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';
const RESTARTS = count(20);
/** Makes the facts of the fixture plausible. */
const REAL_FACTS = [
  's/^sample: true/sample: false/',
  's/\\.example/.be/g',
  's/BE 0000.000.000/BE 0403.170.701/',
  's/"0005"/"4000"/',
  's/080 00 00 00/04 223 45 67/',
  's/Tilleuls 00/Tilleuls 7/',
];

/** Names an archive that is there already, to try a test again without packing. */
const { PACKED = '' } = process.env;

describe.skipIf(!hasMachine)('a packed version on a Debian server', { timeout: 600_000 }, () => {
  let machine: Machine;
  let archive = PACKED;
  let version = '';
  /** Its folder on the machine. */
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
  /** The same archive as another version, changed by a shell command. */
  const unpackAs = (name: string, change: string) =>
    machine.run(`cp -a kept /opt/website/${name} && cd /opt/website/${name} && ${change}`);

  it('is installed by one command, which lists what is missing', async () => {
    const output = await install();
    for (const missing of ['SMTP_URL', 'HEARTBEAT_URL', 'no backup', `https://${DESK}/#`]) {
      expect(output).toContain(missing);
    }
    expect(await live()).toBe(version);
    await expect.poll(() => statusOf(`https://${NAME}/accueil`)).toBe('200 ');
    expect(await statusOf(`http://${NAME}/carte`)).toBe(`308 https://${NAME}/carte`);
    expect(await statusOf(`https://www.${NAME}/carte`)).toBe(`301 https://${NAME}/carte`);
    await expect.poll(() => statusOf(`https://${DESK}/`)).toBe('200 ');
    expect(await servedRelease()).toBe(await release());
  });

  it('has units that systemd accepts, and runs as a user that cannot change it', async () => {
    expect(await machine.run('systemd-analyze verify /usr/local/lib/systemd/system/website*')).toBe(
      '',
    );
    const users = await machine.run(
      "ps -eo user:20,args | awk '/node .*main.ts/ && !/awk/ {print $1}'",
    );
    expect(users).toBe('website\nwebsite\n');
    const owners = await machine.run(
      'stat -c %U /opt/website /opt/website/live/server/main.ts /srv/website/dist/current /var/lib/website',
    );
    expect(owners).toBe('root\nroot\nwebsite\nwebsite\n');
  });

  it('keeps what the operator edited when it is installed again', async () => {
    await machine.run(
      'echo LOG_LEVEL=warn >>/etc/website.env; echo "# mine" >>/etc/caddy/Caddyfile',
    );
    await install();
    expect(machine.read('/etc/website.env')).toContain('LOG_LEVEL=warn');
    expect(machine.read('/etc/caddy/Caddyfile')).toContain('# mine');
  });

  it('backs everything up encrypted, and the documented commands restore it', async () => {
    const accept = `
      const { openStore } = await import('./server/store/store.ts');
      const { parseSettings } = await import('./server/settings.ts');
      const store = await openStore(parseSettings(process.env));
      await store.storeEnquiry(${JSON.stringify(exampleEnquiry({ receivedAtMs: Date.now() }))});
      await store.close();`;
    await machine.write('/opt/website/live/accept.mjs', accept);
    await machine.run(
      'cd /opt/website/live && runuser -u website -- ./node --env-file=/etc/website.env accept.mjs',
    );
    const before = await release();
    await machine.write(
      '/etc/website-backup.env',
      'RESTIC_REPOSITORY=/root/restic\nRESTIC_PASSWORD=secret\n',
    );
    await machine.run('chmod 711 /root; install -d -o website /root/restic');
    await machine.run('systemctl start website-backup.service');
    await machine.run('test -e /var/backups/website/shipped');
    expect(await machine.run('grep -rl voorbeeld.example /root/restic || true')).toBe('');

    const startedAt = performance.now();
    await machine.run(`
      mkdir mine && cp /etc/website*.env mine/
      systemctl stop website website-desk
      rm -rf /opt/website /srv/website /var/lib/website /var/backups/website /etc/website*.env
      mkdir /opt/website && cp -a kept ${folder}`);
    await install();
    await machine.run('cp mine/* /etc/');
    const page = await readFile('docs/operate.md', 'utf8');
    const commands = /^## Restore.*?```sh\n(.*?)```/ms.exec(page)?.[1] ?? '';
    const output = await machine.run(`${commands}\ntrue`);
    console.log(`Restored after ${Math.round((performance.now() - startedAt) / 1000)} s`);
    expect(output).toContain("Zoë D'Hondt");
    expect(await release()).toBe(before);
    await expect.poll(servedRelease).toBe(before);
  });

  it('restarts under load without a failed request', async () => {
    const addresses = `https://${NAME}/accueil https://${NAME}/api/status`;
    await machine.bring('tests/deploy/load.mjs');
    const load = machine.start(
      `NODE_EXTRA_CA_CERTS=${CA} exec /opt/website/live/node load.mjs ${addresses}`,
    );
    const output = load.stdout ? text(load.stdout) : '';
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      // The new process answers; the socket has held the request.
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

  it('rolls back, release included, when a new version does not answer', async () => {
    const before = await release();
    // A shorter limit, so that the test does not wait a minute.
    const impatient = "sed -i 's/-max-time 60/-max-time 20/' deploy/install.sh";
    await unpackAs('website-broken', `echo 'throw new Error()' >server/main.ts; ${impatient}`);
    await expect(upgradeTo('website-broken')).rejects.toThrow('did not answer');
    expect([await live(), await release()]).toEqual([version, before]);
    await expect.poll(servedRelease).toBe(before);
  });

  it('is upgraded with the content online, and keeps what the operator edited', async () => {
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

  it('is rolled back by one command', async () => {
    await machine.run('/opt/website/live/deploy/install.sh rollback');
    expect(await live()).toBe(version);
    expect(await servedRelease()).toBe(await release());
    expect(machine.read(SERVER_UNIT)).not.toContain('Description=Newer');
  });
});
