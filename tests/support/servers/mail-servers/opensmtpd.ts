import type { MailServerKind } from '../mail-servers.ts';

/** The filter of each port, if any. */
const LISTENERS: Record<string, { filter?: string }> = {
  'knows one domain': {},
  'refuses at MAIL FROM': { filter: 'phase mail-from match src <us> reject "550 5.7.1 No"' },
  'refuses the content': { filter: 'phase commit match src <us> reject "554 5.6.0 Refused"' },
  'disconnects at DATA': {
    filter: 'phase data match src <us> disconnect "421 4.7.0 Too many connections"',
  },
};

function filesOf(ports: Map<string, number>): Record<string, string> {
  const listeners = Object.entries(LISTENERS);
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

export const OPENSMTPD: MailServerKind = {
  behaviours: Object.keys(LISTENERS),
  filesOf,
  commands: [
    'mkdir -p /var/spool/smtpd /var/lib/opensmtpd/empty',
    'chmod 711 /var/spool/smtpd',
    'exec smtpd -d -f /etc/smtpd-tests.conf',
  ],
};
