import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { isPlaceholderText } from '../../../publish/content/placeholder-texts.ts';
import { photosSchema } from '../../../site/content/content.ts';
import { photoUrl } from '../../../site/photo/photo.ts';
import type { DeskPhoto } from '../../shared/api.ts';
import { valueAt } from '../../shared/values.ts';
import { PHOTOS } from '../draft/file-names.ts';
import { focusOf } from '../photo-library/photo-focus.ts';
import { setValue } from '../store/edits.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Control } from './Control.tsx';
import { focusField } from './focus-field.ts';
import { helpOf } from './form-values.ts';

/** Steps of the focal point, in percent of the photo. */
const ARROWS: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-5, 0],
  ArrowRight: [5, 0],
  ArrowUp: [0, -5],
  ArrowDown: [0, 5],
};

/** A photo with its focal point and, below or beside it, its description and `children`. */
export function PhotoEditor(props: { photo: DeskPhoto; children?: ReactNode }) {
  const { name, photo, width, height, warning } = props.photo;
  const entry = valueAt(useDeskState().files[PHOTOS], [name]);
  const [x, y] = focusOf(entry);
  const { alt } = photosSchema.value.entries;
  const src = photoUrl(photo, 'full', photo.full.fallbackWidth, 'jpeg');
  const setFocus = (...point: [x: number, y: number]) => {
    const inside = point.map((percent) => Math.round(Math.min(100, Math.max(0, percent))));
    // A focal point for phones that was set by hand would not follow, so it is removed.
    if (valueAt(entry, ['tallFocus'])) setValue(PHOTOS, [name, 'tallFocus'], undefined);
    setValue(PHOTOS, [name, 'focus'], inside, true);
  };
  const choose = ({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLElement>) => {
    // A key also clicks a button, but at no point of the photo.
    if (detail === 0) return;
    const box = currentTarget.getBoundingClientRect();
    setFocus((100 * (clientX - box.left)) / box.width, (100 * (clientY - box.top)) / box.height);
    // A new photo still needs its description.
    if (isPlaceholderText(String(valueAt(entry, ['alt'])))) focusField(PHOTOS, [name, 'alt']);
  };
  const move = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    setFocus(x + step[0], y + step[1]);
  };
  return (
    <div className="photo-editor">
      <div>
        {warning && <p className="help">{warning}</p>}
        <p className="help">Tik op wat in beeld moet blijven.</p>
        <button
          type="button"
          ref={(box) => box?.style.setProperty('--ratio', String(width / height))}
          className="focus-photo"
          aria-label={`In beeld blijft ${x} % van links, ${y} % van boven; verplaats het met de pijltjes`}
          // Choosing a point may scroll to the description. Before the click is over, this would
          // let the click land on what came under the finger.
          onClick={choose}
          onKeyDown={move}
        >
          <img src={src} width={width} height={height} alt="" loading="lazy" />
          <span className="focus-point" style={{ left: `${x}%`, top: `${y}%` }} />
        </button>
      </div>
      <div>
        <Control
          schema={alt}
          file={PHOTOS}
          path={[name, 'alt']}
          label="Wat staat erop?"
          help={helpOf(alt)}
          value={valueAt(entry, ['alt'])}
          fallback={undefined}
          isOptional={false}
        />
        {props.children}
      </div>
    </div>
  );
}
