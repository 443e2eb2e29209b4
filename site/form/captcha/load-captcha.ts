import type { CaptchaProvider, StartCaptcha } from './captcha.ts';

/** Each in a file of its own, loaded only when the visitor starts on the form. */
export async function loadCaptcha(provider: CaptchaProvider): Promise<StartCaptcha> {
  switch (provider) {
    case 'altcha':
      return (await import('./altcha.ts')).startAltcha;
    case 'recaptcha':
      return (await import('./recaptcha.ts')).startRecaptcha;
    case 'hcaptcha':
      return (await import('./hcaptcha.ts')).startHcaptcha;
    case 'turnstile':
      return (await import('./turnstile.ts')).startTurnstile;
  }
}
