/**
 * The Mozilla HTTP Observatory's rules that the answers of one server can meet or break, with their
 * published modifiers, for the test that scores our own. A scan begins at 100; bonuses count from 90.
 *
 * Source: https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring
 *
 * Two of its rules need more than one server: that plain HTTP is redirected to HTTPS, and preloading.
 */
export interface ScannedAnswer {
  headers: Record<string, string | undefined>;
  cookies: string[];
  html: string;
}

interface Finding {
  rule: string;
  modifier: number;
}

const BROAD = /^(?:\*|https?:|ftp:|https?:\/\/\*(?:\.\*)?)$/;
const SIX_MONTHS_S = 15_768_000;

export function scoreAnswer(answer: ScannedAnswer): { score: number; findings: Finding[] } {
  const findings = [
    contentSecurityPolicy(answer),
    cookies(answer),
    crossOriginResourceSharing(answer),
    crossOriginResourcePolicy(answer),
    referrerPolicy(answer),
    strictTransportSecurity(answer),
    subresourceIntegrity(answer),
    contentTypeOptions(answer),
    frameOptions(answer),
  ];
  const sum = (list: Finding[]) => list.reduce((total, { modifier }) => total + modifier, 0);
  const withoutBonus = 100 + sum(findings.filter(({ modifier }) => modifier < 0));
  const bonus = sum(findings.filter(({ modifier }) => modifier > 0));
  return { score: withoutBonus >= 90 ? withoutBonus + bonus : withoutBonus, findings };
}

function policyOf({ headers }: ScannedAnswer): Map<string, string[]> {
  const directives = (headers['content-security-policy'] ?? '').split(';').map((directive) => {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    return [name, sources] as const;
  });
  return new Map(directives.filter(([name]) => name !== ''));
}

function contentSecurityPolicy(answer: ScannedAnswer): Finding {
  const policy = policyOf(answer);
  const rule = (name: string, modifier: number) => ({ rule: `csp-${name}`, modifier });
  if (policy.size === 0) return rule('not-implemented', -25);
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const [script, style, object] = ['script-src', 'style-src', 'object-src'].map(sourcesOf);
  const isUnsafe = (source: string) =>
    BROAD.test(source) || source === "'unsafe-inline'" || source === 'data:';
  if (script?.some(isUnsafe) || object?.some((source) => BROAD.test(source))) {
    return rule('unsafe-inline', -20);
  }
  const passive = ['img-src', 'media-src'];
  const isPlain = (source: string) => /^(?:http|ftp):/.test(source);
  const active = [...policy].filter(([name]) => !passive.includes(name));
  if (active.some(([, sources]) => sources.some(isPlain))) return rule('insecure-scheme', -20);
  if ([...(script ?? []), ...(style ?? [])].includes("'unsafe-eval'")) {
    return rule('unsafe-eval', -10);
  }
  if (passive.flatMap(sourcesOf).some(isPlain)) return rule('insecure-passive', -10);
  if (style?.some(isUnsafe)) return rule('unsafe-inline-in-style', 0);
  const isNone = policy.get('default-src')?.join(' ') === "'none'";
  return isNone ? rule('no-unsafe-default-src-none', 10) : rule('no-unsafe', 5);
}

function cookies({ cookies: list }: ScannedAnswer): Finding {
  if (list.length === 0) return { rule: 'cookies-not-found', modifier: 0 };
  if (list.some((cookie) => !/;\s*secure/i.test(cookie))) {
    return { rule: 'cookies-without-secure', modifier: -20 };
  }
  if (list.some((cookie) => /xsrf|csrf/i.test(cookie) && !/;\s*samesite=/i.test(cookie))) {
    return { rule: 'cookies-anticsrf-without-samesite', modifier: -20 };
  }
  const isStrict = list.every((cookie) => /;\s*samesite=(?:strict|lax)/i.test(cookie));
  return { rule: 'cookies-secure', modifier: isStrict ? 5 : 0 };
}

function crossOriginResourceSharing({ headers }: ScannedAnswer): Finding {
  const isOpen =
    headers['access-control-allow-origin'] !== undefined &&
    headers['access-control-allow-credentials'] === 'true';
  return { rule: isOpen ? 'cors-universal' : 'cors-restricted', modifier: isOpen ? -50 : 0 };
}

function crossOriginResourcePolicy({ headers }: ScannedAnswer): Finding {
  const value = headers['cross-origin-resource-policy'];
  if (value === 'same-origin' || value === 'same-site') {
    return { rule: `corp-${value}`, modifier: 10 };
  }
  const isKnown = value === undefined || value === 'cross-origin';
  return { rule: `corp-${value}`, modifier: isKnown ? 0 : -5 };
}

function referrerPolicy({ headers }: ScannedAnswer): Finding {
  const value = headers['referrer-policy'];
  const isPrivate =
    /^(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(value ?? '');
  return {
    rule: `referrer-policy-${value}`,
    modifier: value === undefined ? 0 : isPrivate ? 5 : -5,
  };
}

function strictTransportSecurity({ headers }: ScannedAnswer): Finding {
  const value = headers['strict-transport-security'];
  const maxAge = /max-age=(\d+)/.exec(value ?? '')?.[1];
  if (maxAge === undefined) return { rule: 'hsts-not-implemented', modifier: -20 };
  return { rule: `hsts-${maxAge}`, modifier: Number(maxAge) >= SIX_MONTHS_S ? 0 : -10 };
}

function subresourceIntegrity({ html }: ScannedAnswer): Finding {
  const scripts = [...html.matchAll(/<script[^>]*\ssrc="([^"]*)"[^>]*>/g)];
  const isForeign = (address = '') => /^(?:[a-z]+:)?\/\//.test(address);
  const foreign = scripts.filter(([, address]) => isForeign(address));
  if (foreign.length === 0) return { rule: 'sri-scripts-from-same-origin', modifier: 0 };
  return { rule: 'sri-foreign-scripts', modifier: -5 };
}

function contentTypeOptions({ headers }: ScannedAnswer): Finding {
  const isSet = headers['x-content-type-options'] === 'nosniff';
  return { rule: isSet ? 'nosniff' : 'sniffing', modifier: isSet ? 0 : -5 };
}

function frameOptions(answer: ScannedAnswer): Finding {
  if (policyOf(answer).has('frame-ancestors')) return { rule: 'framing-by-csp', modifier: 5 };
  const isSet = /^(?:deny|sameorigin)$/i.test(answer.headers['x-frame-options'] ?? '');
  return { rule: isSet ? 'framing-by-header' : 'framing-open', modifier: isSet ? 0 : -20 };
}
