import { useRef } from 'react';

/** A finger that moved further than this has dragged, and not tapped. */
const DRAG_PX = 16;

/** Switches the sheet of fields between half and full height, by a tap, a key or a drag. */
export function Grabber(props: { isTall: boolean; onChange: (isTall: boolean) => void }) {
  const { isTall, onChange } = props;
  const startY = useRef(0);
  return (
    <button
      type="button"
      className="grabber"
      aria-label="Over het hele scherm"
      aria-pressed={isTall}
      onTouchStart={({ touches }) => {
        startY.current = touches[0]?.clientY ?? 0;
      }}
      // After a drag the browser sends no click.
      onTouchEnd={({ changedTouches }) => {
        const moved = (changedTouches[0]?.clientY ?? 0) - startY.current;
        if (Math.abs(moved) > DRAG_PX) onChange(moved < 0);
      }}
      onClick={() => onChange(!isTall)}
    />
  );
}
