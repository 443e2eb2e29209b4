import type { StartCaptcha } from './captcha.ts';
import { languageOf, startWidget, type WidgetApi } from './provider-widget.ts';

declare global {
  interface Window {
    turnstile?: Partial<WidgetApi>;
  }
}

/** Cloudflare Turnstile (developers.cloudflare.com/turnstile/get-started/client-side-rendering). */
export const startTurnstile: StartCaptcha = (options) =>
  startWidget(
    {
      scriptUrl:
        'https://challenges.cloudflare.com/turnstile/v0/api.js?onload=onCaptchaScriptReady&render=explicit',
      api: () => window.turnstile,
      // Its own field would carry the result a second time.
      extraOptions: { language: languageOf(options), 'response-field': false },
    },
    options,
  );
