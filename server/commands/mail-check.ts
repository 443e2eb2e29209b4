import { randomUUID } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { readDkimKey } from '../outbox/dkim.ts';
import { openTransport } from '../outbox/open-transport.ts';
import { siteAddresses } from '../outbox/site-addresses.ts';
import { readReleases } from '../releases.ts';
import type { Settings } from '../settings.ts';
import type { SettingsCommand } from './command.ts';
import { evaluateSpf } from './spf.ts';

/** What one look found, for people who have never heard of it. */
interface Finding {
  name: 'SPF' | 'DKIM' | 'DMARC' | 'Reverse name' | 'Test mail';
  isWell: boolean;
  /** What is so, and what to do. */
  says: string;
}

const ASK_WITHIN_MS = 3_000;

export const mailCheck: SettingsCommand = {
  usage: '[--send] [--selector NAME] [--ip ADDRESS] [--dns SERVER]',
  summary:
    'says what is missing in DNS for our mails to arrive: SPF, DKIM, DMARC, the name of the server that sends; --send: also sends a test mail to MAIL_TO; --selector: of your mail provider’s DKIM key; --ip: of the server that sends; --dns: asks that server',
  words: 0,
  options: {
    send: { type: 'boolean' },
    selector: { type: 'string' },
    ip: { type: 'string' },
    dns: { type: 'string' },
  },
  async runAlone(settings, _words, { send, selector, ip, dns }) {
    const { current } = await readReleases(settings.siteDir, Date.now(), () => {});
    const { from } = siteAddresses(settings, current.release);
    const domain = from.address.replace(/^.*@/, '').toLowerCase();
    const ask = asker(typeof dns === 'string' ? dns : undefined);
    const sender = await findSender(ask, settings.smtpUrl, typeof ip === 'string' ? ip : '');
    const findings = [
      await checkSpf(ask, domain, sender),
      await checkDkim(ask, domain, settings, typeof selector === 'string' ? selector : ''),
      await checkDmarc(ask, domain),
      await checkReverseName(ask, sender),
      ...(send === true ? [await sendTestMail(settings, current.release)] : []),
    ];
    const lines = findings.map(
      ({ name, isWell, says }) => `${isWell ? 'well' : 'TO DO'}  ${name}: ${says}`,
    );
    const isWell = findings.every((finding) => finding.isWell);
    const intro = `Mails come from ${from.address}. What is to be added goes to the DNS of ${domain}, at the company where that name is registered.`;
    return {
      text: [intro, '', ...lines].join('\n'),
      json: { from: from.address, findings },
      exitCode: isWell ? 0 : 1,
    };
  },
};

type Asker = ReturnType<typeof asker>;

/** @throws Error in one line when DNS does not answer; an empty list: there is nothing of that name */
function asker(server: string | undefined) {
  const resolver = new Resolver({ timeout: ASK_WITHIN_MS, tries: 2 });
  if (server !== undefined) resolver.setServers([server]);
  const orNone = <Found>(what: string, found: Promise<Found[]>) =>
    found.catch((error: NodeJS.ErrnoException) => {
      if (['ENOTFOUND', 'ENODATA'].includes(error.code ?? '')) return [] as Found[];
      throw new Error(`DNS does not answer for ${what} (${error.code}): try again.`);
    });
  return {
    /** Of a name, those that begin with a word, which tells what they are for. */
    async texts(name: string, word: string): Promise<string[]> {
      const records = await orNone(name, resolver.resolveTxt(name));
      const texts = records.map((parts) => parts.join(''));
      return texts.filter((text) => text.toLowerCase().startsWith(word));
    },
    async addresses(name: string): Promise<string[]> {
      const [four, six] = await Promise.all([
        orNone(name, resolver.resolve4(name)),
        orNone(name, resolver.resolve6(name)),
      ]);
      return [...four, ...six];
    },
    async mailServers(domain: string): Promise<string[]> {
      const found = await orNone(domain, resolver.resolveMx(domain));
      return found.map(({ exchange }) => exchange);
    },
    names: (address: string) => orNone(address, resolver.reverse(address)),
  };
}

/** The server that hands our mails to others. */
interface Sender {
  /** Of SMTP_URL; empty: this machine, or none. */
  host: string;
  /** Empty: the host has none in DNS, or is this machine. */
  addresses: string[];
  /** They were given, not guessed from SMTP_URL: a provider may send from others. */
  isSure: boolean;
}

async function findSender(ask: Asker, smtpUrl: string, ip: string): Promise<Sender> {
  if (ip !== '' && isIP(ip) === 0) throw new Error(`--ip is ${ip}; expected an address.`);
  const named = smtpUrl === '' ? '' : new URL(smtpUrl).hostname.replace(/^\[|\]$/g, '');
  const isHere = named === 'localhost' || named.startsWith('127.') || named === '::1';
  const host = isHere ? '' : named;
  if (ip !== '') return { host, addresses: [ip], isSure: true };
  const addresses = host === '' ? [] : isIP(host) === 0 ? await ask.addresses(host) : [host];
  return { host, addresses, isSure: false };
}

/** Which servers may send (RFC 7208). */
async function checkSpf(ask: Asker, domain: string, sender: Sender): Promise<Finding> {
  const finding = (isWell: boolean, says: string): Finding => ({ name: 'SPF', isWell, says });
  const [found, ...others] = await ask.texts(domain, 'v=spf1');
  if (found === undefined) {
    const missing = `nobody says which servers may send for ${domain}, so that mails end as spam`;
    const [address] = sender.isSure ? sender.addresses : [];
    return finding(
      false,
      address === undefined
        ? `${missing}. Ask your mail provider for its line, and add it as a TXT record of ${domain}: v=spf1 include:THEIR-NAME -all`
        : `${missing}. Add as a TXT record of ${domain}: v=spf1 ip${isIP(address)}:${address} -all`,
    );
  }
  if (others.length > 0) {
    return finding(
      false,
      `there are ${others.length + 1} TXT records that begin with v=spf1, and then none counts. Make one of them: ${[found, ...others].join(' | ')}`,
    );
  }
  if (!/\s[-~]all\s*$/i.test(found) && !/\sredirect=/i.test(found)) {
    return finding(
      false,
      `it forbids nobody: let it end with -all, so that it protects your name: ${found}`,
    );
  }
  for (const address of sender.addresses) {
    const { kind, by } = await evaluateSpf(ask, domain, address);
    const reason = by === '' ? '' : ` (${by})`;
    if (kind === 'permerror') {
      return finding(false, `receivers take the whole line for wrong${reason}: ${found}`);
    }
    if (kind === 'unknown') {
      return finding(true, `${found} (whether ${by} means ${address}, only --send shows)`);
    }
    if (kind !== 'pass') {
      const way = sender.isSure
        ? `add ip${isIP(address)}:${address}, or the include: that your mail provider names`
        : `add the include: that your mail provider names; if it stands there, ${sender.host} does not send itself: look in a mail that arrived which address does, and say --ip ADDRESS`;
      return finding(false, `${address} may not send, ${kind}${reason}: ${way}: ${found}`);
    }
  }
  const meant = sender.addresses.join(', ') || 'which server sends, say with --ip ADDRESS';
  return finding(true, `${found} (${meant})`);
}

/** The signature by which a receiver knows that a mail is ours (RFC 6376). */
async function checkDkim(
  ask: Asker,
  domain: string,
  settings: Settings,
  other: string,
): Promise<Finding> {
  const finding = (isWell: boolean, says: string): Finding => ({ name: 'DKIM', isWell, says });
  const key = readDkimKey(settings);
  const selector = other || key?.selector;
  if (selector === undefined) {
    return finding(
      false,
      'this server does not sign. If your mail provider does, it has a name for its key: mail-check --selector NAME looks at it. If not: openssl genrsa -out /etc/website-dkim.pem 2048, and set DKIM_KEY_FILE and DKIM_SELECTOR',
    );
  }
  const name = `${selector}._domainkey.${domain}`;
  const records = await ask.texts(name, '');
  const published = records.map((text) =>
    /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.replace(/\s/g, ''),
  );
  const ours = other === '' ? key?.publicKey : undefined;
  if (ours === undefined) {
    const isThere = published.some((text) => text);
    return finding(isThere, isThere ? `${name} is there` : `${name} has no key: ask your provider`);
  }
  if (published.includes(ours)) return finding(true, `${name} has the public key of DKIM_KEY_FILE`);
  const state = records.length === 0 ? 'is not there' : 'has another key than DKIM_KEY_FILE';
  return finding(false, `${name} ${state}: add as its TXT record: v=DKIM1; k=rsa; p=${ours}`);
}

/** What a receiver does with mails that are neither (RFC 7489). */
async function checkDmarc(ask: Asker, domain: string): Promise<Finding> {
  const finding = (isWell: boolean, says: string): Finding => ({ name: 'DMARC', isWell, says });
  // The domain's own, else that of the domain it belongs to.
  const parent = domain.split('.').slice(-2).join('.');
  for (const name of new Set([`_dmarc.${domain}`, `_dmarc.${parent}`])) {
    const [found, ...others] = await ask.texts(name, 'v=dmarc1');
    if (found === undefined) continue;
    const isWell = others.length === 0 && /;\s*p=(?:none|quarantine|reject)\b/i.test(found);
    return isWell
      ? finding(true, found)
      : finding(false, `${name} has no valid policy or several: keep one, v=DMARC1; p=quarantine`);
  }
  return finding(
    false,
    `large providers ask for it: add as the TXT record of _dmarc.${domain}: v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}`,
  );
}

/** A server without a name that leads back to it is taken for a stolen computer. */
async function checkReverseName(ask: Asker, { host, addresses }: Sender): Promise<Finding> {
  const finding = (isWell: boolean, says: string): Finding => ({
    name: 'Reverse name',
    isWell,
    says,
  });
  if (addresses.length === 0) {
    return host === ''
      ? finding(false, 'the mail server is this machine: give its public address, --ip ADDRESS')
      : finding(false, `${host} of SMTP_URL has no address in DNS`);
  }
  for (const address of addresses) {
    const names = await ask.names(address);
    const back = await Promise.all(names.map((name) => ask.addresses(name)));
    if (!back.flat().includes(address)) {
      const state =
        names.length === 0
          ? 'has no name'
          : `is called ${names.join(', ')}, which does not lead back to it`;
      return finding(
        false,
        `${address} ${state}: ask the company that rents you the server to set its reverse DNS (PTR) to a name that has this address`,
      );
    }
  }
  return finding(true, `${addresses.join(', ')} has a name that leads back to it`);
}

async function sendTestMail(
  settings: Settings,
  release: Parameters<typeof siteAddresses>[1],
): Promise<Finding> {
  const site = siteAddresses(settings, release);
  const transport = openTransport(settings, () => site);
  const text = `A test mail of the website, sent by '${transport.description}'.\n\nShow its source: 'Authentication-Results' should say spf=pass, dkim=pass and dmarc=pass. In the spam folder? Then mend what 'mail-check' lists.\n`;
  const outcome = await transport.deliver(
    {
      kind: 'company',
      visitor: site.contact,
      messageId: `<${randomUUID()}@${site.from.address.replace(/^.*@/, '')}>`,
      dateMs: Date.now(),
      subject: 'Test mail of the website',
      text,
      html: `<p>${text.replaceAll('\n\n', '</p><p>')}</p>`,
    },
    AbortSignal.timeout(60_000),
  );
  transport.close();
  return outcome.kind === 'delivered'
    ? {
        name: 'Test mail',
        isWell: true,
        says: `sent to ${site.company.address}: look whether it arrived, and how`,
      }
    : { name: 'Test mail', isWell: false, says: `not sent, ${outcome.kind}: ${outcome.reason}` };
}
