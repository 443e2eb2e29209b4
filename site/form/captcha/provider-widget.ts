import type { Captcha, CaptchaOptions } from './captcha.ts';
import { trustedScriptUrl } from './trusted-script-url.ts';

/**
 * What reCAPTCHA v2, hCaptcha and Turnstile have in common: a script that calls a function named in
 * its address, and an object that renders a widget (their documented client API).
 */
export interface WidgetProvider {
  scriptUrl: string;
  /**
   * The object the script leaves on `window`. Not yet usable when `render` is missing: reCAPTCHA's
   * script leaves a stub and fetches the rest, which may be blocked while the script is not.
   */
  api: () => Partial<WidgetApi> | undefined;
  /** Options of `render` that only this provider has. */
  extraOptions?: Record<string, unknown>;
}

export interface WidgetApi {
  render(host: HTMLElement, options: Record<string, unknown>): number | string;
  reset(widget: number | string): void;
  remove?(widget: number | string): void;
}

declare global {
  interface Window {
    onCaptchaScriptReady?: () => void;
  }
}

/** A script that has not arrived by then is blocked, as far as the visitor is concerned. */
const SCRIPT_TIMEOUT_MS = 15_000;
/** Narrower than this, the providers' normal widget sticks out. Their own figures: 300 to 304 px. */
const NORMAL_WIDGET_PX = 304;

export function startWidget(provider: WidgetProvider, options: CaptchaOptions): Captcha {
  let stopped = false;
  let widget: number | string | undefined;
  const report: CaptchaOptions['onChange'] = (state) => {
    if (!stopped) options.onChange(state);
  };

  const render = async () => {
    report({ kind: 'verifying' });
    try {
      await loadScript(provider);
    } catch {
      report({ kind: 'blocked' });
      return;
    }
    const api = usableApi(provider);
    if (stopped || !api || widget !== undefined) return;
    // A new place each time: reCAPTCHA refuses one it has drawn in before, even when emptied.
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
  const start = () =>
    render().catch((error: unknown) => {
      console.warn('The captcha could not be drawn:', error);
      report({ kind: 'failed' });
    });
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
      stopped = true;
      if (widget !== undefined) provider.api()?.remove?.(widget);
      options.host.replaceChildren();
    },
  };
}

/** The language a widget speaks: 'nl' for 'nl-BE'. */
export function languageOf({ locale }: CaptchaOptions): string {
  return new Intl.Locale(locale).language;
}

function usableApi(provider: WidgetProvider): WidgetApi | undefined {
  const api = provider.api();
  return api?.render && api.reset ? (api as WidgetApi) : undefined;
}

/** @throws Error when the script does not arrive, or is not what it should be. */
function loadScript(provider: WidgetProvider): Promise<void> {
  return new Promise((resolve, reject) => {
    if (usableApi(provider)) {
      resolve();
      return;
    }
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
