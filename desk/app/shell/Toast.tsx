import { useEffect } from 'react';
import { notify } from '../store/app-store.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';

const TOAST_MS = 8000;

/** Shows the latest message. One of the kind 'done' goes away by itself. */
export function Toast() {
  const { message } = useDeskState();
  const { kind = 'done', text } = message ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal message restarts the time
  useEffect(() => {
    if (!text || kind !== 'done') return;
    const timer = setTimeout(notify, TOAST_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <div className="toast" data-kind={kind} role={kind === 'done' ? 'status' : 'alert'}>
      {text && (
        <>
          <span>{text}</span>
          <Button kind="icon" icon="close" label="Melding sluiten" onPress={() => notify()} />
        </>
      )}
    </div>
  );
}
