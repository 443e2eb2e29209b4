import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { retryableImport } from '../../browser/retry-import.ts';
import type { FormSettings } from '../form-settings.ts';

/** Failures that have a message for the visitor. */
type CaptchaFailure =
  | 'failed'
  /** The provider's script cannot be loaded. */
  | 'blocked'
  /** Over plain http browsers hide the Web Crypto API. */
  | 'insecure';

type CaptchaState =
  /** Nothing is loaded before the visitor begins to fill in the form. */
  | { kind: 'idle' }
  | { kind: 'verifying' }
  /** The provider's widget waits for the visitor. */
  | { kind: 'waiting' }
  /** `expiresAtMs` is undefined if the widget reports the expiry. */
  | { kind: 'verified'; result: string; expiresAtMs?: number }
  | { kind: 'expired' }
  | { kind: CaptchaFailure };

/**
 * What `startAltcha` and `startWidget` get. Both reject when the captcha cannot start, and report
 * all later changes.
 */
export interface CaptchaOptions {
  settings: FormSettings;
  /** Empty element for a provider's widget. */
  host: HTMLElement | null;
  /** Aborted when the captcha is stopped. */
  signal: AbortSignal;
  report: (state: CaptchaState) => void;
}

/** For how long after a failure the visitor's input does not restart the captcha. */
const RETRY_AFTER_MS = 5_000;

const loadAltcha = retryableImport(() => import('./altcha.ts'));
const loadProviderWidget = retryableImport(() => import('./provider-widget.ts'));

/**
 * Runs the captcha of the form. Its script is loaded when the visitor begins to fill in the form.
 */
export function useCaptcha(settings: FormSettings) {
  const { provider } = settings.captcha;
  const [state, setState] = useState<CaptchaState>({ kind: 'idle' });
  /** The last failure, visible until a retry succeeds. */
  const [failure, setFailure] = useState<CaptchaFailure>();
  const host = useRef<HTMLDivElement>(null);
  /** A ref holds the current state, because several events can come between two renders. */
  const latest = useRef(state);
  const running = useRef<AbortController>(undefined);
  const failedAtMs = useRef(Number.NEGATIVE_INFINITY);
  const hasWidget = provider !== 'altcha';

  const change = (next: CaptchaState) => {
    latest.current = next;
    setState(next);
    const nextFailure = isFailure(next.kind) ? next.kind : undefined;
    if (nextFailure) failedAtMs.current = performance.now();
    if (next.kind !== 'verifying') setFailure(nextFailure);
  };
  /** Called by a timer and on each use, because timers do not run while a device sleeps. */
  const checkExpiry = () => {
    if (Date.now() >= expiryOf(latest.current)) change({ kind: 'expired' });
  };
  const onExpiry = useEffectEvent(checkExpiry);
  const expiresAtMs = expiryOf(state);
  useEffect(() => {
    if (expiresAtMs === Number.POSITIVE_INFINITY) return;
    onExpiry();
    const timer = setTimeout(() => onExpiry(), expiresAtMs - Date.now());
    return () => clearTimeout(timer);
  }, [expiresAtMs]);

  const load = async (options: CaptchaOptions) => {
    if (provider === 'altcha') {
      const { startAltcha } = await loadAltcha();
      await startAltcha(options);
    } else {
      const { startWidget } = await loadProviderWidget();
      await startWidget(provider, options);
    }
  };
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
      await load({ settings, host: host.current, signal, report });
    } catch (error) {
      if (!signal.aborted) console.warn('The captcha could not be started:', error);
      report({ kind: hasWidget ? 'blocked' : 'failed' });
    }
  };

  return {
    state,
    failure,
    host,
    start: () => void start(),
    /**
     * Call this on the visitor's input. A provider's widget is not restarted by input, because it
     * would be redrawn while the visitor is using it.
     */
    wake() {
      checkExpiry();
      const hasWaited = performance.now() >= failedAtMs.current + RETRY_AFTER_MS;
      const mayRestart = !hasWidget && hasWaited;
      if (latest.current.kind === 'idle' || mayRestart) void start();
    },
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

/** Whether the captcha can be started: not running, without a result, and not on plain http. */
export function isStartable({ kind }: CaptchaState): boolean {
  return ['idle', 'expired', 'failed', 'blocked'].includes(kind);
}

function isFailure(kind: CaptchaState['kind']): kind is CaptchaFailure {
  return kind === 'failed' || kind === 'blocked' || kind === 'insecure';
}

/** When the result expires, as a timestamp; infinity without one. */
function expiryOf(state: CaptchaState): number {
  const expiresAtMs = state.kind === 'verified' ? state.expiresAtMs : undefined;
  return expiresAtMs ?? Number.POSITIVE_INFINITY;
}
