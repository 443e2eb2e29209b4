import { type RefObject, useEffect, useRef, useState } from 'react';
import { useForm } from '../form-context.tsx';
import { type Captcha, type CaptchaState, isStartable, loadCaptcha } from './captcha.ts';

/** A failed captcha waits this long before the visitor's next key starts it again. */
const RETRY_AFTER_MS = 5_000;

/** What stops the captcha, and has a text for the visitor. */
type Trouble = Extract<CaptchaState['kind'], 'failed' | 'blocked' | 'insecure'>;

export interface CaptchaControl {
  state: CaptchaState;
  /** What went wrong last, until it is mended: it stays on the screen while another try runs. */
  trouble: Trouble | undefined;
  /** Where a provider's widget goes. */
  host: RefObject<HTMLDivElement | null>;
  /** The visitor does something in the form: starts, or starts again if that needs no visitor. */
  wake: () => void;
  /** The visitor asks for it: starts, also again after it failed. */
  retry: () => void;
  /** The result to send; undefined when there is none, or it has expired. */
  readResult: () => string | undefined;
  /** Forgets the result; the next {@link wake} asks for a new one. */
  reset: () => void;
}

export function useCaptcha(): CaptchaControl {
  const { captcha: settings, api, locale } = useForm();
  const [state, setState] = useState<CaptchaState>({ kind: 'idle' });
  const [trouble, setTrouble] = useState<Trouble>();
  const host = useRef<HTMLDivElement>(null);
  /** The state at this moment: several events can come between two renders. */
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
