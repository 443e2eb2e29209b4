import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EnquiryFormProps } from '../form-context.ts';

/** State of the captcha; only `verified` has a result to send. */
export type CaptchaState =
  /** Nothing is loaded until the visitor starts on the form. */
  | { kind: 'idle' }
  | { kind: 'verifying' }
  /** The provider's widget waits for the visitor. */
  | { kind: 'waiting' }
  /** `expiresAtMs`: on the device's clock; undefined if the widget itself reports the expiry. */
  | { kind: 'verified'; result: string; expiresAtMs?: number }
  | { kind: 'expired' }
  | { kind: Trouble };

/** Failures that have a message for the visitor. */
type Trouble =
  | 'failed'
  /** The provider's script cannot be loaded. */
  | 'blocked'
  /** The page was loaded over plain http, where the Web Crypto API is missing. */
  | 'insecure';

/** A captcha rejects when it cannot start, and reports all later changes. */
export interface CaptchaOptions {
  /** Empty element for a provider's widget. */
  host: HTMLElement | null;
  apiBase: string;
  siteKey: string;
  /** BCP 47: 'nl-BE'. */
  locale: string;
  /** Aborted when the captcha is stopped; later reports are ignored. */
  signal: AbortSignal;
  report: (state: CaptchaState) => void;
}

/** Minimum wait before the visitor's input restarts a failed captcha. */
const RETRY_AFTER_MS = 5_000;

/** The captcha of the form. Its script is loaded when the visitor starts on the form. */
export function useCaptcha({ captcha: { provider, siteKey }, api, locale }: EnquiryFormProps) {
  const [state, setState] = useState<CaptchaState>({ kind: 'idle' });
  /** The last failure. It stays visible during a retry, until one succeeds. */
  const [trouble, setTrouble] = useState<Trouble>();
  const host = useRef<HTMLDivElement>(null);
  /** The current state, because several events can come between two renders. */
  const latest = useRef(state);
  const running = useRef<AbortController>(undefined);
  const failedAtMs = useRef(Number.NEGATIVE_INFINITY);
  const hasWidget = provider !== 'altcha';

  const change = (next: CaptchaState) => {
    latest.current = next;
    setState(next);
    const failure = isTrouble(next.kind) ? next.kind : undefined;
    if (failure) failedAtMs.current = performance.now();
    if (next.kind !== 'verifying') setTrouble(failure);
  };
  /** Also called on use of the result, because timers do not run while a device sleeps. */
  const checkExpiry = () => {
    const { expiresAtMs = Number.POSITIVE_INFINITY } =
      latest.current.kind === 'verified' ? latest.current : {};
    if (Date.now() >= expiresAtMs) change({ kind: 'expired' });
  };
  const onExpiry = useEffectEvent(checkExpiry);
  const expiresAtMs = state.kind === 'verified' ? state.expiresAtMs : undefined;
  useEffect(() => {
    if (expiresAtMs === undefined) return;
    onExpiry();
    const timer = setTimeout(() => onExpiry(), expiresAtMs - Date.now());
    return () => clearTimeout(timer);
  }, [expiresAtMs]);

  /** Starts or restarts the captcha, unless it is running or verified. */
  const start = async () => {
    if (!isStartable(latest.current)) return;
    if (!isSecureContext) return change({ kind: 'insecure' });
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const report = (next: CaptchaState) => {
      if (!signal.aborted) change(next);
    };
    report({ kind: 'verifying' });
    try {
      const options = { host: host.current, apiBase: api.base, siteKey, locale, signal, report };
      if (provider === 'altcha') await (await import('./altcha.ts')).startAltcha(options);
      else await (await import('./provider-widget.ts')).startWidget(provider, options);
    } catch (error) {
      if (!signal.aborted) console.warn('The captcha could not be started:', error);
      report({ kind: hasWidget ? 'blocked' : 'failed' });
    }
  };

  return {
    state,
    trouble,
    host,
    start: () => void start(),
    /** Call on activity in the form. A widget restarts on request only: it would redraw in use. */
    wake() {
      checkExpiry();
      const mayRestart = !hasWidget && performance.now() >= failedAtMs.current + RETRY_AFTER_MS;
      if (latest.current.kind === 'idle' || mayRestart) void start();
    },
    /** The valid result, if there is one. */
    readResult() {
      checkExpiry();
      return latest.current.kind === 'verified' ? latest.current.result : undefined;
    },
    /** Discards the result; the next `wake` requests a new one. */
    reset() {
      running.current?.abort();
      change({ kind: 'idle' });
    },
  };
}

/** Whether the captcha can be started: not running, and without a result. */
export function isStartable({ kind }: CaptchaState): boolean {
  return kind === 'idle' || kind === 'expired' || kind === 'failed' || kind === 'blocked';
}

function isTrouble(kind: CaptchaState['kind']): kind is Trouble {
  return kind === 'failed' || kind === 'blocked' || kind === 'insecure';
}
