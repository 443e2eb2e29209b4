import type { Release } from '../../../enquiry/release.ts';

export type CaptchaProvider = Release['captcha']['provider'];

/** State of the captcha; only `verified` has a result to send. */
export type CaptchaState =
  /** Nothing is loaded until the visitor starts on the form. */
  | { kind: 'idle' }
  | { kind: 'verifying' }
  /** The provider's widget waits for the visitor. */
  | { kind: 'waiting' }
  | { kind: 'verified'; result: string }
  | { kind: 'expired' }
  | { kind: 'failed' }
  /** The provider's script cannot be loaded. */
  | { kind: 'blocked' }
  /** The page was loaded over plain http, where the Web Crypto API is missing. */
  | { kind: 'insecure' };

/** Whether the captcha can be started: not running, and without a result. */
export function isStartable({ kind }: CaptchaState): boolean {
  return kind === 'idle' || kind === 'expired' || kind === 'failed' || kind === 'blocked';
}

export interface CaptchaOptions {
  /** Empty element for a provider's widget; ALTCHA does not use it. */
  host: HTMLElement;
  apiBase: string;
  siteKey: string;
  /** BCP 47: 'nl-BE'. */
  locale: string;
  onChange: (state: CaptchaState) => void;
}

/** A started captcha. */
export interface Captcha {
  /** Whether it may restart without the visitor. A widget would redraw while it is being used. */
  isSilent: boolean;
  /** Requests a new result after the last one was sent, expired or failed. */
  restart(): void;
  /** Reports an expired result, because timers do not run while a device sleeps. */
  checkExpiry?(): void;
  /** Stops all work and reports. */
  stop(): void;
}

export type StartCaptcha = (options: CaptchaOptions) => Captcha;

/** Loads a captcha's script, only when the visitor starts on the form. */
export async function loadCaptcha(provider: CaptchaProvider): Promise<StartCaptcha> {
  if (provider === 'altcha') return (await import('./altcha.ts')).startAltcha;
  const { startWidget } = await import('./provider-widget.ts');
  return (options) => startWidget(provider, options);
}
