import { randomInt } from 'node:crypto';
import type { MailServerKind } from '../mail-servers.ts';

/** This behaviour is on port 25, as Debian's Postfix is installed. */
export const AS_INSTALLED = 'as installed';
/** An address of this machine that other test runs do not use. */
export const LOOPBACK = `127.${randomInt(1, 255)}.${randomInt(256)}.25`;

const OPTIONS: Record<string, string[]> = {
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
function filesOf(ports: Map<string, number>): Record<string, string> {
  const services = Object.entries(OPTIONS).map(([behaviour, options]) => {
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

export const POSTFIX: MailServerKind = {
  behaviours: Object.keys(OPTIONS),
  filesOf,
  commands: ['chown postfix /var/lib/postfix', 'exec postfix start-fg'],
};
