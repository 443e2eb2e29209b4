import type { ReleaseManifest } from '../../../release/manifest.ts';
import type { CaptchaOptions } from './use-captcha.ts';

type Provider = Exclude<ReleaseManifest['captcha']['provider'], 'altcha'>;

/** The client API that reCAPTCHA v2, hCaptcha and Turnstile share. */
interface WidgetApi {
  render(container: HTMLElement, options: Record<string, unknown>): number | string;
  remove?(widget: number | string): void;
}

declare global {
  interface Window {
    onCaptchaScriptReady?: () => void;
    grecaptcha?: Partial<WidgetApi>;
    hcaptcha?: Partial<WidgetApi>;
    turnstile?: Partial<WidgetApi>;
  }
}

/** The script of each provider, and the property of `window` that it sets. */
const SCRIPTS = {
  // developers.google.com/recaptcha/docs/display
  recaptcha: {
    url: 'https://www.google.com/recaptcha/api.js?',
    global: 'grecaptcha',
  },
  // docs.hcaptcha.com/configuration
  hcaptcha: {
    url: 'https://js.hcaptcha.com/1/api.js?recaptchacompat=off&',
    global: 'hcaptcha',
  },
  // developers.cloudflare.com/turnstile/get-started/client-side-rendering
  turnstile: {
    url: 'https://challenges.cloudflare.com/turnstile/v0/api.js?',
    global: 'turnstile',
  },
} as const satisfies Record<Provider, { url: string; global: keyof Window }>;

/** After this time a script that has not loaded counts as blocked. */
const SCRIPT_TIMEOUT_MS = 15_000;
/**
 * The width of the normal widgets (300 to 304 px). Where there is less room, the compact one is
 * used.
 */
const NORMAL_WIDGET_PX = 304;

/**
 * Loads the provider's script and renders its widget.
 *
 * @throws Error when the script cannot be loaded
 */
export async function startWidget(provider: Provider, options: CaptchaOptions): Promise<void> {
  const { settings, host, signal, report } = options;
  const { url, global } = SCRIPTS[provider];
  const { language } = new Intl.Locale(settings.locale);
  // reCAPTCHA's script first creates a stub without `render`.
  if (!window[global]?.render) await loadScript(`${url}hl=${language}`);
  const api = window[global];
  if (signal.aborted || !host || !api?.render) return;
  // reCAPTCHA refuses to render into an element that it has used, even if that is empty.
  const container = document.createElement('div');
  host.replaceChildren(container);
  report({ kind: 'waiting' });
  const widget = api.render(container, {
    sitekey: settings.captcha.siteKey,
    size: host.clientWidth < NORMAL_WIDGET_PX ? 'compact' : 'normal',
    callback(result: string) {
      report(result ? { kind: 'verified', result } : { kind: 'expired' });
    },
    'expired-callback': () => report({ kind: 'expired' }),
    'error-callback': () => report({ kind: 'failed' }),
  });
  signal.addEventListener('abort', () => {
    api.remove?.(widget);
    container.remove();
  });
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error(`${url} cannot be loaded`));
    };
    const timer = setTimeout(fail, SCRIPT_TIMEOUT_MS);
    window.onCaptchaScriptReady = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = fail;
    script.src = `${url}&onload=onCaptchaScriptReady&render=explicit`;
    document.head.append(script);
  });
}
