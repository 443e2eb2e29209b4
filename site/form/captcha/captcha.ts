import type { Release } from '../../../enquiry/release.ts';

export type CaptchaProvider = Release['captcha']['provider'];

/** What the visitor sees of the captcha; only `verified` has a result to send. */
export type CaptchaState =
  /** Nothing loaded yet: the visitor has not started on the form. */
  | { kind: 'idle' }
  | { kind: 'verifying' }
  /** A provider's widget waits for the visitor. */
  | { kind: 'waiting' }
  | { kind: 'verified'; result: string }
  | { kind: 'expired' }
  | { kind: 'failed' }
  /** The provider's script cannot be loaded: blocked, or away. */
  | { kind: 'blocked' }
  /** The page came over plain http, where browsers hide what a captcha needs. */
  | { kind: 'insecure' };

/** Nothing is under way, and there is no result. */
export function isStartable({ kind }: CaptchaState): boolean {
  return kind === 'idle' || kind === 'expired' || kind === 'failed' || kind === 'blocked';
}

export interface CaptchaOptions {
  /** Empty element for a provider's widget; ALTCHA puts nothing in it. */
  host: HTMLElement;
  apiBase: string;
  siteKey: string;
  /** BCP 47: 'nl-BE'. */
  locale: string;
  onChange: (state: CaptchaState) => void;
}

/** A captcha at work. */
export interface Captcha {
  /** It needs no visitor, so it may start again unasked. A widget would be redrawn under a hand. */
  isSilent: boolean;
  /** Asks for a new result: the last one was sent, expired or failed. */
  restart(): void;
  /** Reports a result that has expired: timers stand still while a device sleeps. */
  checkExpiry?(): void;
  /** Ends all work and reports nothing more. */
  stop(): void;
}

export type StartCaptcha = (options: CaptchaOptions) => Captcha;

/** Each in a script of its own, loaded only when the visitor starts on the form. */
export async function loadCaptcha(provider: CaptchaProvider): Promise<StartCaptcha> {
  if (provider === 'altcha') return (await import('./altcha.ts')).startAltcha;
  const { startWidget } = await import('./provider-widget.ts');
  return (options) => startWidget(provider, options);
}
