/** Where scripts of a captcha may come from, besides this site. */
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
    /** Trusted Types (W3C), as far as they are used here; TypeScript's DOM does not have them yet. */
    trustedTypes?: { createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy };
  }
}

let policy: ScriptUrlPolicy | undefined;

/**
 * A script address that the CSP's `require-trusted-types-for 'script'` lets through.
 *
 * @throws TypeError for an address that is neither this site's nor a captcha provider's
 */
export function trustedScriptUrl(url: string): string {
  // Its name stands in the CSP's `trusted-types`.
  policy ??= window.trustedTypes?.createPolicy('captcha', { createScriptURL: checkScriptUrl });
  return policy?.createScriptURL(url) ?? checkScriptUrl(url);
}

function checkScriptUrl(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  if (origin === location.origin || PROVIDER_SCRIPTS.includes(origin + pathname)) return url;
  throw new TypeError(`No captcha's script: ${url}`);
}
