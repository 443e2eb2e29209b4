import type { StartCaptcha } from './captcha.ts';
import { languageOf, startWidget, type WidgetApi } from './provider-widget.ts';

declare global {
  interface Window {
    grecaptcha?: Partial<WidgetApi>;
  }
}

/** reCAPTCHA v2, 'I'm not a robot' (developers.google.com/recaptcha/docs/display). */
export const startRecaptcha: StartCaptcha = (options) =>
  startWidget(
    {
      scriptUrl: `https://www.google.com/recaptcha/api.js?onload=onCaptchaScriptReady&render=explicit&hl=${languageOf(options)}`,
      api: () => window.grecaptcha,
    },
    options,
  );
