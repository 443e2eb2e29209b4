import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useForm } from '../form-context.tsx';
import { type Captcha, type CaptchaState, isStartable, loadCaptcha } from './captcha.ts';

/** How long a failed captcha rests before the visitor's next key starts it again, in milliseconds; doubles. */
const FIRST_REST_MS = 2_000;
const LONGEST_REST_MS = 60_000;

/** What stops the captcha, and has a text for the visitor. */
type Trouble = Extract<CaptchaState['kind'], 'failed' | 'blocked' | 'insecure'>;

export interface CaptchaControl {
  state: CaptchaState;
  /** What went wrong last, until it is mended: it stays on the screen while another try runs. */
  trouble: Trouble | undefined;
  /** Where a provider's widget goes. */
  host: RefObject<HTMLDivElement | null>;
  /** The visitor does something in the form: starts, or starts again if that needs nobody. */
  wake: () => void;
  /** The visitor asks for it: starts, also again after it failed. */
  retry: () => void;
  /** The result to send; undefined when there is none, or its time is over. */
  readResult: () => string | undefined;
  /** Forgets the result; the next {@link wake} asks for a new one. */
  reset: () => void;
}

export function useCaptcha(): CaptchaControl {
  const { captcha: settings, api, locale } = useForm();
  const { provider, siteKey } = settings;
  const apiBase = api.base;
  const [state, setState] = useState<CaptchaState>({ kind: 'idle' });
  const [trouble, setTrouble] = useState<CaptchaControl['trouble']>();
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef<CaptchaState>(state);
  const captcha = useRef<Captcha>(undefined);
  const rest = useRef({ untilMs: 0, nextMs: FIRST_REST_MS });

  const change = useCallback((next: CaptchaState) => {
    latest.current = next;
    setState(next);
    const { kind } = next;
    if (kind === 'verifying') return;
    setTrouble(isTrouble(kind) ? kind : undefined);
    const { nextMs } = rest.current;
    rest.current =
      kind === 'failed'
        ? { untilMs: performance.now() + nextMs, nextMs: Math.min(LONGEST_REST_MS, nextMs * 2) }
        : { untilMs: 0, nextMs: FIRST_REST_MS };
  }, []);

  const retry = useCallback(() => {
    if (!isStartable(latest.current)) return;
    if (!isSecureContext) {
      change({ kind: 'insecure' });
      return;
    }
    if (captcha.current) {
      captcha.current.restart();
      return;
    }
    change({ kind: 'verifying' });
    loadCaptcha(provider).then(
      (start) => {
        if (!host.current || captcha.current) return;
        captcha.current = start({ host: host.current, apiBase, siteKey, locale, onChange: change });
      },
      () => change({ kind: 'blocked' }),
    );
  }, [provider, siteKey, apiBase, locale, change]);

  const readResult = useCallback(() => {
    captcha.current?.checkExpiry?.();
    return latest.current.kind === 'verified' ? latest.current.result : undefined;
  }, []);

  const wake = useCallback(() => {
    captcha.current?.checkExpiry?.();
    const { kind } = latest.current;
    if (kind === 'idle') retry();
    else if (captcha.current?.isSilent && performance.now() >= rest.current.untilMs) retry();
  }, [retry]);

  const reset = useCallback(() => {
    captcha.current?.stop();
    captcha.current = undefined;
    change({ kind: 'idle' });
  }, [change]);

  useEffect(() => () => captcha.current?.stop(), []);

  // A device that slept shows at once what is no longer true.
  useEffect(() => {
    const check = () => captcha.current?.checkExpiry?.();
    document.addEventListener('visibilitychange', check);
    window.addEventListener('pageshow', check);
    return () => {
      document.removeEventListener('visibilitychange', check);
      window.removeEventListener('pageshow', check);
    };
  }, []);

  return { state, trouble, host, wake, retry, readResult, reset };
}

function isTrouble(kind: CaptchaState['kind']): kind is Trouble {
  return kind === 'failed' || kind === 'blocked' || kind === 'insecure';
}
