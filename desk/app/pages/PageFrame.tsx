import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CanvasProps } from '../canvas/canvas.tsx';
import { PlacesContext } from '../rich-text/RichTextEditor.tsx';

/** In CSS pixels. A screen narrower than a computer's shows the page at its own width. */
const WIDTHS = { Computer: 1280, Tablet: 820, Gsm: 390 };
type Screen = keyof typeof WIDTHS;
const NARROW = 700;

/** The edited page in its frame, at the width of a visitor's screen, scaled to the room there is. */
export function PageFrame(props: Omit<CanvasProps, 'incomplete' | 'places'>) {
  const places = useContext(PlacesContext);
  const room = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [screen, setScreen] = useState<Screen>('Computer');
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const onReady = () => setLoaded(true);
    const element = frame.current;
    element?.addEventListener('ready', onReady);
    return () => element?.removeEventListener('ready', onReady);
  }, []);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      if (width > 0) setSize({ width, height });
    });
    if (room.current) observer.observe(room.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const incomplete = 'Dit deel mist nog iets. Vul de velden aan, dan zie je het hier.';
    if (isLoaded) frame.current?.contentWindow?.showPage?.({ ...props, places, incomplete });
  });
  const isNarrow = size.width < NARROW;
  const width = isNarrow ? size.width : WIDTHS[screen];
  const scale = Math.min(1, size.width / width || 1);
  return (
    <div className="page-frame">
      <div className="room" ref={room}>
        <iframe
          ref={frame}
          src="/canvas/"
          title="De pagina, om in te typen"
          style={{
            width: width || '100%',
            height: size.height / scale || '100%',
            transform: `scale(${scale})`,
            marginLeft: Math.max(0, (size.width - width * scale) / 2),
          }}
        />
      </div>
      {!isNarrow && (
        <fieldset className="widths">
          <legend className="hidden-text">Breedte</legend>
          {(Object.keys(WIDTHS) as Screen[]).map((name) => (
            <label key={name}>
              <input
                type="radio"
                name="width"
                checked={name === screen}
                onChange={() => setScreen(name)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
