import { useLayoutEffect, useRef } from 'react';

/**
 * Keeps what is typed where it is typed: a text that was reported and comes back later than the next
 * letter must not undo it, while one that comes from elsewhere (undo, another field) is shown.
 *
 * @param show puts a text there that is not what was typed here
 * @returns to be called with every text that is typed
 */
export function useEcho(text: string, show: (text: string) => void): (text: string) => void {
  const reported = useRef<string[]>([]);
  useLayoutEffect(() => {
    const echo = reported.current.indexOf(text);
    if (echo >= 0) reported.current.splice(0, echo + 1);
    else show(text);
  }, [text]);
  return (typed) => void (typed === reported.current.at(-1) || reported.current.push(typed));
}
