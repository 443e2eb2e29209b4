import type { Captcha, CaptchaOptions, CaptchaProvider } from './captcha.ts';
import { trustedScriptUrl } from './trusted-script-url.ts';

/** The client API that reCAPTCHA v2, hCaptcha and Turnstile share. */
interface Provider {
  /** Calls `window.onCaptchaScriptReady`. */
  scriptUrl: string;
  /** The property of `window` that holds its {@link WidgetApi}. */
  global: 'grecaptcha' | 'hcaptcha' | 'turnstile';
  /** Options of `render` that only this provider has. */
  extraOptions?: Record<string, unknown>;
}

interface WidgetApi {
  render(host: HTMLElement, options: Record<string, unknown>): number | string;
  reset(widget: number | string): void;
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

const SCRIPT_QUERY = '?onload=onCaptchaScriptReady&render=explicit';
/** A script that has not loaded by then is reported as blocked. */
const SCRIPT_TIMEOUT_MS = 15_000;
/**
 * Below this width the normal widget (300 to 304 px by the providers' documentation) would
 * overflow.
 */
const NORMAL_WIDGET_PX = 304;

function providerOf(name: Exclude<CaptchaProvider, 'altcha'>, language: string): Provider {
  switch (name) {
    // developers.google.com/recaptcha/docs/display
    case 'recaptcha':
      return {
        scriptUrl: `https://www.google.com/recaptcha/api.js${SCRIPT_QUERY}&hl=${language}`,
        global: 'grecaptcha',
      };
    // docs.hcaptcha.com/configuration
    case 'hcaptcha':
      return {
        scriptUrl: `https://js.hcaptcha.com/1/api.js${SCRIPT_QUERY}&hl=${language}&recaptchacompat=off`,
        global: 'hcaptcha',
      };
    // developers.cloudflare.com/turnstile/get-started/client-side-rendering
    case 'turnstile':
      return {
        scriptUrl: `https://challenges.cloudflare.com/turnstile/v0/api.js${SCRIPT_QUERY}`,
        global: 'turnstile',
        // Turnstile's own form field would send the result twice.
        extraOptions: { language, 'response-field': false },
      };
  }
}

/** Loads the provider's script and renders its widget. */
export function startWidget(
  name: Exclude<CaptchaProvider, 'altcha'>,
  options: CaptchaOptions,
): Captcha {
  const provider = providerOf(name, new Intl.Locale(options.locale).language);
  let isStopped = false;
  let widget: number | string | undefined;
  const report: CaptchaOptions['onChange'] = (state) => {
    if (!isStopped) options.onChange(state);
  };

  const start = async () => {
    report({ kind: 'verifying' });
    try {
      await loadScript(provider);
    } catch {
      report({ kind: 'blocked' });
      return;
    }
    try {
      draw();
    } catch (error) {
      console.warn('The captcha could not be drawn:', error);
      report({ kind: 'failed' });
    }
  };
  const draw = () => {
    const api = usableApi(provider);
    if (isStopped || !api || widget !== undefined) return;
    // A new element each time: reCAPTCHA refuses to render into one it has used, even if empty.
    const place = document.createElement('div');
    options.host.replaceChildren(place);
    widget = api.render(place, {
      sitekey: options.siteKey,
      size: options.host.clientWidth < NORMAL_WIDGET_PX ? 'compact' : 'normal',
      callback: (result: string) =>
        report(result ? { kind: 'verified', result } : { kind: 'expired' }),
      'expired-callback': () => report({ kind: 'expired' }),
      'error-callback': () => report({ kind: 'failed' }),
      ...provider.extraOptions,
    });
    report({ kind: 'waiting' });
  };
  void start();

  return {
    isSilent: false,
    restart() {
      if (widget === undefined) {
        void start();
        return;
      }
      usableApi(provider)?.reset(widget);
      report({ kind: 'waiting' });
    },
    stop() {
      isStopped = true;
      if (widget !== undefined) window[provider.global]?.remove?.(widget);
      options.host.replaceChildren();
    },
  };
}

/**
 * Undefined while `render` is missing: reCAPTCHA's script first creates a stub and then loads the
 * rest.
 */
function usableApi({ global }: Provider): WidgetApi | undefined {
  const api = window[global];
  return api?.render && api.reset ? (api as WidgetApi) : undefined;
}

/** @throws Error when the script cannot be loaded */
function loadScript(provider: Provider): Promise<void> {
  return new Promise((resolve, reject) => {
    if (usableApi(provider)) return resolve();
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(`${provider.scriptUrl} cannot be loaded`));
    };
    const timer = setTimeout(fail, SCRIPT_TIMEOUT_MS);
    window.onCaptchaScriptReady = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = fail;
    script.async = true;
    script.src = trustedScriptUrl(provider.scriptUrl);
    document.head.append(script);
  });
}
