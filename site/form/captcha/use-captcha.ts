import { type RefObject, useEffect, useRef, useState } from 'react';
import { useForm } from '../form-context.tsx';
import { type Captcha, type CaptchaState, isStartable, loadCaptcha } from './captcha.ts';

/** Minimum wait before the visitor's input restarts a failed captcha. */
const RETRY_AFTER_MS = 5_000;

/** Failures that have a message for the visitor. */
type Trouble = Extract<CaptchaState['kind'], 'failed' | 'blocked' | 'insecure'>;

export interface CaptchaControl {
  state: CaptchaState;
  /** The last failure. It stays visible during a retry, until one succeeds. */
  trouble: Trouble | undefined;
  /** Element for the provider's widget. */
  host: RefObject<HTMLDivElement | null>;
  /**
   * Call on activity in the form: starts the captcha, or restarts it if that needs no interaction.
   */
  wake: () => void;
  /** Starts or restarts the captcha on the visitor's request. */
  retry: () => void;
  /** The valid result, if there is one. */
  readResult: () => string | undefined;
  /** Discards the result; the next {@link wake} requests a new one. */
  reset: () => void;
}

export function useCaptcha(): CaptchaControl {
  const { captcha: settings, api, locale } = useForm();
  const [state, setState] = useState<CaptchaState>({ kind: 'idle' });
  const [trouble, setTrouble] = useState<Trouble>();
  const host = useRef<HTMLDivElement>(null);
  /** The current state, because several events can come between two renders. */
  const latest = useRef(state);
  const captcha = useRef<Captcha>(undefined);
  const failedAtMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => captcha.current?.stop(), []);

  const change = (next: CaptchaState) => {
    latest.current = next;
    setState(next);
    const { kind } = next;
    if (kind === 'failed') failedAtMs.current = performance.now();
    if (kind !== 'verifying') setTrouble(isTrouble(kind) ? kind : undefined);
  };

  const retry = () => {
    if (!isStartable(latest.current)) return;
    if (!isSecureContext) return change({ kind: 'insecure' });
    if (captcha.current) return captcha.current.restart();
    change({ kind: 'verifying' });
    loadCaptcha(settings.provider).then(
      (start) => {
        if (!host.current || captcha.current) return;
        const { siteKey } = settings;
        const options = { host: host.current, apiBase: api.base, siteKey, locale };
        captcha.current = start({ ...options, onChange: change });
      },
      () => change({ kind: 'blocked' }),
    );
  };

  return {
    state,
    trouble,
    host,
    wake() {
      captcha.current?.checkExpiry?.();
      const mayRestart =
        captcha.current?.isSilent && performance.now() >= failedAtMs.current + RETRY_AFTER_MS;
      if (latest.current.kind === 'idle' || mayRestart) retry();
    },
    retry,
    readResult() {
      captcha.current?.checkExpiry?.();
      return latest.current.kind === 'verified' ? latest.current.result : undefined;
    },
    reset() {
      captcha.current?.stop();
      captcha.current = undefined;
      change({ kind: 'idle' });
    },
  };
}

function isTrouble(kind: CaptchaState['kind']): kind is Trouble {
  return kind === 'failed' || kind === 'blocked' || kind === 'insecure';
}
