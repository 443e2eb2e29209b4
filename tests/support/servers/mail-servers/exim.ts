import type { MailServerKind } from '../mail-servers.ts';

/** What each port's access control lists say. The login is 'website' with the password 'geheim'. */
const ACLS: Record<string, { sender?: string; recipient: string; content?: string }> = {
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

function filesOf(ports: Map<string, number>): Record<string, string> {
  const isOn = (behaviour: string) => `eq{$received_port}{${ports.get(behaviour)}}`;
  const names = Object.keys(ACLS);
  const dispatch = (part: string) =>
    names.reduceRight(
      (rest, behaviour, i) => `\${if ${isOn(behaviour)}{${part}_${i}}{${rest}}}`,
      `${part}_0`,
    );
  const lists = Object.values(ACLS).map(
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

export const EXIM: MailServerKind = {
  behaviours: Object.keys(ACLS),
  filesOf,
  commands: [
    'mkdir -p /var/spool/exim4 /var/log/exim4',
    'chown Debian-exim /var/spool/exim4 /var/log/exim4',
    'exec exim4 -C /etc/exim4/tests.conf -bdf',
  ],
};
