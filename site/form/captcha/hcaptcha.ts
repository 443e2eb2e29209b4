import type { StartCaptcha } from './captcha.ts';
import { languageOf, startWidget, type WidgetApi } from './provider-widget.ts';

declare global {
  interface Window {
    hcaptcha?: Partial<WidgetApi>;
  }
}

/** hCaptcha (docs.hcaptcha.com/configuration). */
export const startHcaptcha: StartCaptcha = (options) =>
  startWidget(
    {
      scriptUrl: `https://js.hcaptcha.com/1/api.js?onload=onCaptchaScriptReady&render=explicit&hl=${languageOf(options)}&recaptchacompat=off`,
      api: () => window.hcaptcha,
    },
    options,
  );
