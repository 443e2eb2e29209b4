import { useLayoutEffect, useRef, useState } from 'react';
import type { EditedPageProps } from '../edited-page/edited-page.tsx';
import { LoadFailure } from '../loading/LoadFailure.tsx';
import { type LazyModule, STALLED_MS } from '../loading/lazy-module.ts';
import { EditorStatus } from '../rich-text/LazyTextEditor.tsx';
import { loadScreens } from '../screens/Screens.tsx';

/** The device as which the page is shown on a wide screen. */
export type Device = 'phone' | 'computer';

/** The head of the frame's document, a template in the app's document (`bundle-app.ts`). */
const { innerHTML: head } = document.querySelector('#edited-page') as HTMLTemplateElement;
const DOCUMENT = `<!doctype html><html lang="nl-BE"><head>${head}</head><body></body></html>`;

/** The frame of the page, as wide as a visitor's screen (`page.css`). */
export function PageFrame(props: EditedPageProps & { device: Device; isPending: boolean }) {
  const { device, isPending, ...shown } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [frameEditor, setFrameEditor] = useState<LazyModule<unknown>>();
  const [failure, setFailure] = useState<'failed' | 'stalled'>();
  // This is a layout effect, because Safari runs a frame's cached scripts before effects that wait
  // for the first paint.
  useLayoutEffect(() => {
    const timer = setTimeout(() => setFailure((known) => known ?? 'stalled'), STALLED_MS);
    frame.current?.addEventListener('ready', () => {
      clearTimeout(timer);
      setFailure(undefined);
      const { editor } = frame.current?.contentWindow ?? {};
      setFrameEditor(editor);
      // The screens load even when the editor could not.
      editor?.start().then(loadScreens);
    });
    return () => clearTimeout(timer);
  }, []);
  const onLoad = () => {
    // The frame's load event also fires when one of its scripts could not be fetched.
    if (!frame.current?.contentWindow?.showPage) setFailure('failed');
  };
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current?.parentElement) return;
    const observer = new ResizeObserver(() => scaleToFit(current));
    observer.observe(current.parentElement);
    return () => observer.disconnect();
  }, [device]);
  useLayoutEffect(() => {
    if (frameEditor && !isPending) frame.current?.contentWindow?.showPage?.(shown);
  });
  return (
    <>
      <div className="page-frame" data-device={device}>
        <iframe ref={frame} srcDoc={DOCUMENT} title="De pagina, om in te typen" onLoad={onLoad} />
        {isPending && <p className="loading">De pagina komt eraan.</p>}
      </div>
      {!frameEditor && failure && (
        <LoadFailure className="page-status" hasStalled={failure === 'stalled'}>
          <p>De pagina raakt niet geladen.</p>
        </LoadFailure>
      )}
      {frameEditor && !isPending && <EditorStatus editor={frameEditor} className="page-status" />}
    </>
  );
}

/** Scales a page that is laid out for a computer to the room that there is (`page.css`). */
function scaleToFit(frame: HTMLIFrameElement) {
  const layoutWidth = Number(getComputedStyle(frame).getPropertyValue('--layout-width'));
  const room = frame.parentElement?.clientWidth;
  // While another screen is shown, the page is hidden and has no width.
  if (room) frame.style.setProperty('--scale', String(Math.min(1, room / layoutWidth)));
}
