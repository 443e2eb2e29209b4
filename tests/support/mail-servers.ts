import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from 'selfsigned';
import { unpackedDir } from '../programs.ts';
import { freePort } from './ports.ts';

/*
 * Postfix, Exim and OpenSMTPD as Debian ships them, on loopback ports. They know the domain
 * 'local.example' with the mailbox 'info', send nothing on, and refuse each in its own words: every
 * behaviour has a port.
 */

const SCRIPT = resolve(import.meta.dirname, 'mail-server.sh');
const PACKAGES = { postfix: 'postfix', exim: 'exim4-daemon-light', opensmtpd: 'opensmtpd' };
type Name = keyof typeof PACKAGES;

export interface RealMailServer {
  /** The address for SMTP_URL, by behaviour. */
  urlOf(behaviour: string): string;
  close(): Promise<void>;
}

export const startMailServer: Record<Name, () => Promise<RealMailServer>> = {
  postfix: () =>
    start('postfix', POSTFIX_OPTIONS, postfixFiles, [
      'chown postfix /var/lib/postfix',
      'exec postfix start-fg',
    ]),
  exim: () =>
    start('exim', EXIM_ACLS, eximFiles, [
      'mkdir -p /var/spool/exim4 /var/log/exim4',
      'chown Debian-exim /var/spool/exim4 /var/log/exim4',
      'exec exim4 -C /etc/exim4/tests.conf -bdf',
    ]),
  opensmtpd: () =>
    start('opensmtpd', OPENSMTPD_LISTENERS, opensmtpdFiles, [
      'mkdir -p /var/spool/smtpd /var/lib/opensmtpd/empty',
      'chmod 711 /var/spool/smtpd',
      'exec smtpd -d -f /etc/smtpd-tests.conf',
    ]),
};

/** This behaviour is on port 25, as Debian's Postfix is installed. */
const AS_INSTALLED = 'as installed';
/** An address of this machine that other test runs do not use. */
const LOOPBACK = `127.${randomInt(1, 255)}.${randomInt(256)}.25`;

/** Users that the packages would have made. */
const USERS = ['postfix', 'Debian-exim', 'opensmtpd', 'opensmtpq'];
const GROUPS = [...USERS, 'postdrop'];

async function start(
  name: Name,
  behaviours: Record<string, unknown>,
  filesOf: (ports: Map<string, number>) => Record<string, string>,
  commands: string[],
): Promise<RealMailServer> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  const ports = new Map<string, number>();
  for (const behaviour of Object.keys(behaviours)) {
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
      // An operator writes it without a port.
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

const POSTFIX_OPTIONS: Record<string, string[]> = {
  [AS_INSTALLED]: [],
  'requires TLS': ['smtpd_tls_security_level=encrypt'],
  'wants a full name': [
    ...['smtpd_delay_reject=no', 'smtpd_helo_required=yes'],
    'smtpd_helo_restrictions=check_helo_access,regexp:/etc/postfix/names,reject_non_fqdn_helo_hostname',
  ],
  'relays for nobody': ['mynetworks=', 'smtpd_relay_restrictions=reject_unauth_destination'],
  'refuses the sender': ['smtpd_sender_restrictions=check_sender_access,static:REJECT'],
  'refuses another owner': [
    'smtpd_sender_restrictions=check_sender_access,regexp:/etc/postfix/owner',
  ],
  'has us on a block list': [
    'smtpd_client_restrictions=check_client_access,regexp:/etc/postfix/blocked',
  ],
  'refuses the client at once': [
    ...['smtpd_delay_reject=no', 'smtpd_client_restrictions=check_client_access,static:REJECT'],
  ],
  'refuses at MAIL FROM': [
    ...['smtpd_delay_reject=no', 'smtpd_sender_restrictions=check_sender_access,static:REJECT'],
  ],
  greylists: ['smtpd_recipient_restrictions=check_recipient_access,static:DEFER_IF_PERMIT'],
  'takes small mails': ['message_size_limit=1000'],
  'filters the content': ['cleanup_service_name=filter'],
};

/** Writes main.cf as Debian's postinst does for an 'Internet Site' on a machine named 'vm'. */
function postfixFiles(ports: Map<string, number>): Record<string, string> {
  const services = Object.entries(POSTFIX_OPTIONS).map(([behaviour, options]) => {
    // In a master.cf, braces keep spaces in a value.
    const lines = options.map(
      (option) => `  -o ${option.replace(/^([^{]*?)=(.*)$/, '{ $1 = $2 }')}`,
    );
    const host = behaviour === AS_INSTALLED ? LOOPBACK : '127.0.0.1';
    return [`${host}:${ports.get(behaviour)} inet n - n - - smtpd`, ...lines].join('\n');
  });
  return {
    'postfix/main.cf': `
smtpd_banner = $myhostname ESMTP $mail_name (Debian/GNU)
biff = no
append_dot_mydomain = no
readme_directory = no
compatibility_level = 3.6
smtpd_tls_cert_file=/etc/ssl/certs/ssl-cert-snakeoil.pem
smtpd_tls_key_file=/etc/ssl/private/ssl-cert-snakeoil.key
smtpd_tls_security_level=may
smtp_tls_security_level=may
smtpd_relay_restrictions = permit_mynetworks permit_sasl_authenticated defer_unauth_destination
myhostname = vm
alias_maps =
mydestination = $myhostname, vm, localhost, local.example
local_recipient_maps = regexp:/etc/postfix/mailboxes
relayhost =
mynetworks = 127.0.0.0/8 [::ffff:127.0.0.0]/104 [::1]/128
mailbox_size_limit = 0
recipient_delimiter = +
# Of the tests: nothing leaves this machine.
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
default_transport = discard:
local_transport = discard:
relay_transport = discard:
body_checks = $filter_checks
filter_checks =
maillog_file = /dev/stdout
`,
    'postfix/names': '/^\\[/ 501 a name is wanted, not an address\n',
    'postfix/owner': '/./ 553 5.7.1 not owned by user website\n',
    'postfix/blocked': '/./ 554 5.7.1 blocked using zen.example\n',
    'postfix/mailboxes': '/^info@/ x\n',
    'postfix/master.cf': [
      ...services,
      ...[
        'pickup unix n - n 60 1 pickup',
        'cleanup unix n - n - 0 cleanup',
        'filter unix n - n - 0 cleanup\n  -o { body_checks = static:REJECT }',
        'qmgr unix n - n 300 1 qmgr',
        'tlsmgr unix - - n 1000? 1 tlsmgr',
        'rewrite unix - - n - - trivial-rewrite',
        'bounce unix - - n - 0 bounce',
        'defer unix - - n - 0 bounce',
        'trace unix - - n - 0 bounce',
        'proxymap unix - - n - - proxymap',
        'error unix - - n - - error',
        'retry unix - - n - - error',
        'discard unix - - n - - discard',
        'anvil unix - - n - 1 anvil',
        'postlog unix-dgram n - n - 1 postlogd',
      ],
      '',
    ].join('\n'),
  };
}

/** What each port's access control lists say. The login is 'website' with the password 'geheim'. */
const EXIM_ACLS: Record<string, { sender?: string; recipient: string; content?: string }> = {
  'takes everything': { recipient: 'accept' },
  'relays for nobody': {
    recipient: `accept domains = local.example
    deny message = relay not permitted`,
  },
  'verifies the recipient': { recipient: 'require verify = recipient\n  accept' },
  'defers the recipient': {
    recipient: 'defer message = Temporary local problem - please try later',
  },
  'filters the content': {
    recipient: 'accept',
    content: 'deny message = This message scored 9.9 spam points.',
  },
  'asks for a login': {
    sender: 'deny !authenticated = *\n  message = Authentication required\n  accept',
    recipient: 'accept',
  },
  'hangs up after the content': { recipient: 'accept', content: 'drop message = Bye' },
};

function eximFiles(ports: Map<string, number>): Record<string, string> {
  const isOn = (behaviour: string) => `eq{$received_port}{${ports.get(behaviour)}}`;
  const names = Object.keys(EXIM_ACLS);
  const dispatch = (part: string) =>
    names.reduceRight(
      (rest, behaviour, i) => `\${if ${isOn(behaviour)}{${part}_${i}}{${rest}}}`,
      `${part}_0`,
    );
  const lists = Object.values(EXIM_ACLS).map(
    ({ sender = 'accept', recipient, content = 'accept' }, i) =>
      `sender_${i}:\n  ${sender}\nrecipient_${i}:\n  ${recipient}\ncontent_${i}:\n  ${content}\n`,
  );
  return {
    'exim4/tests.conf': `
primary_hostname = vm
daemon_smtp_ports = ${[...ports.values()].join(' : ')}
local_interfaces = 127.0.0.1
spool_directory = /var/spool/exim4
log_file_path = /var/log/exim4/%slog
pid_file_path = /var/log/exim4/pid
acl_smtp_mail = ${dispatch('sender')}
acl_smtp_rcpt = ${dispatch('recipient')}
acl_smtp_data = ${dispatch('content')}
tls_advertise_hosts = *
queue_only = true

begin acl
${lists.join('\n')}
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_condition = \${if and{{eq{$auth2}{website}}{eq{$auth3}{geheim}}}}

begin routers
local:
  driver = accept
  domains = local.example
  transport = discard

begin transports
discard:
  driver = appendfile
  file = /dev/null
  user = Debian-exim
`,
  };
}

/** The filter of each port, if any. */
const OPENSMTPD_LISTENERS: Record<string, { filter?: string }> = {
  'knows one domain': {},
  'refuses at MAIL FROM': { filter: 'phase mail-from match src <us> reject "550 5.7.1 No"' },
  'refuses the content': { filter: 'phase commit match src <us> reject "554 5.6.0 Refused"' },
  'disconnects at DATA': {
    filter: 'phase data match src <us> disconnect "421 4.7.0 Too many connections"',
  },
};

function opensmtpdFiles(ports: Map<string, number>): Record<string, string> {
  const listeners = Object.entries(OPENSMTPD_LISTENERS);
  const lines = listeners.flatMap(([behaviour, { filter }], i) => {
    const listen = `listen on 127.0.0.1 port ${ports.get(behaviour)}`;
    return filter ? [`filter f${i} ${filter}`, `${listen} filter f${i}`] : [listen];
  });
  return {
    'smtpd-tests.conf': `
table mailboxes { "info@local.example" = "nobody" }
table us { "127.0.0.1" }
${lines.join('\n')}
action "keep" mda "cat >/dev/null" virtual <mailboxes>
match from any for domain "local.example" action "keep"
`,
  };
}
