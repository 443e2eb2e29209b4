/** Captcha scripts that are allowed besides this site's own. */
const PROVIDER_SCRIPTS = [
  'https://www.google.com/recaptcha/api.js',
  'https://js.hcaptcha.com/1/api.js',
  'https://challenges.cloudflare.com/turnstile/v0/api.js',
];

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}

declare global {
  interface Window {
    /** The used part of Trusted Types (W3C), which TypeScript's DOM types lack. */
    trustedTypes?: { createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy };
  }
}

let policy: ScriptUrlPolicy | undefined;

/**
 * A script URL that the CSP's `require-trusted-types-for 'script'` accepts.
 *
 * @throws TypeError for an address that is neither this site's nor a captcha provider's
 */
export function trustedScriptUrl(url: string): string {
  // The CSP's `trusted-types` contains this policy name.
  policy ??= window.trustedTypes?.createPolicy('captcha', { createScriptURL: checkScriptUrl });
  return policy?.createScriptURL(url) ?? checkScriptUrl(url);
}

function checkScriptUrl(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  if (origin === location.origin || PROVIDER_SCRIPTS.includes(origin + pathname)) return url;
  throw new TypeError(`No captcha's script: ${url}`);
}
