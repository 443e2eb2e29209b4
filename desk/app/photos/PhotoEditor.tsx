import type { KeyboardEvent, PointerEvent } from 'react';
import { cropRegion, TALL_ASPECT } from '../../../publish/photos/crop-region.ts';
import { photosSchema } from '../../../site/content.ts';
import { isGroup } from '../../../site/content-walk.ts';
import type { DeskPhoto } from '../../api.ts';
import { type Value, valueAt } from '../../operations.ts';
import { isPlaceholder } from '../../placeholder.ts';
import { useDesk, usePhotos } from '../Desk.tsx';
import { focusField } from '../form/field-parts.tsx';
import { SchemaField } from '../form/SchemaField.tsx';
import { PHOTOS_FILE } from './UploadPhotos.tsx';

type Point = [number, number];
type Entry = { [field: string]: Value };

/** Percent that a key moves the point. */
const ARROWS: Record<string, Point> = {
  ArrowLeft: [-5, 0],
  ArrowRight: [5, 0],
  ArrowUp: [0, -5],
  ArrowDown: [0, 5],
};

/** What is true of one photo wherever it is shown: what is on it, and what stays in sight. */
export function PhotoEditor({ name }: { name: string }) {
  const { files, set } = useDesk();
  const photo = usePhotos().find((one) => one.name === name);
  if (!photo) return null;
  const entry = valueAt(files[PHOTOS_FILE] ?? null, [name]);
  const [x, y] = pointIn(entry);
  const setFocus = (focus: Point) => {
    // A point for phones alone, set by hand, would keep showing what no longer matters.
    const { tallFocus: _, ...rest } = { alt: '', ...(isGroup(entry) ? entry : {}) } as Entry;
    set(PHOTOS_FILE, [name], { ...rest, focus }, performance.now());
  };
  const clamp = (value: number) => Math.round(Math.min(100, Math.max(0, value)));
  const choose = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const [right, down] = [event.clientX - left, event.clientY - top];
    setFocus([clamp((100 * right) / width), clamp((100 * down) / height)]);
    // A new photo still needs its sentence.
    if (isPlaceholder(String(valueAt(entry ?? null, ['alt']))))
      focusField(PHOTOS_FILE, [name, 'alt']);
  };
  const move = (event: KeyboardEvent) => {
    const [right, down] = ARROWS[event.key] ?? [];
    if (right === undefined || down === undefined) return;
    event.preventDefault();
    setFocus([clamp(x + right), clamp(y + down)]);
  };
  const url = `${photo.photo.base}-full-${photo.photo.full.fallbackWidth}.jpeg`;
  return (
    <div className="photo-editor">
      <p className="help">Tik op wat in beeld moet blijven.</p>
      <div className="focus-views">
        <button
          type="button"
          className="focus-photo"
          aria-label={`In beeld blijft ${x} % van links, ${y} % van boven; verplaats het met de pijltjes`}
          onPointerUp={choose}
          onKeyDown={move}
        >
          <img src={url} alt="" width={photo.width} height={photo.height} />
          <span className="focus-point" style={{ left: `${x}%`, top: `${y}%` }} />
        </button>
        <figure>
          <div className="crop-tall">
            <img src={url} alt="" style={tallCrop(photo, [x, y])} />
          </div>
          <figcaption>Op een gsm</figcaption>
        </figure>
        <figure>
          <img className="crop-wide" src={url} alt="" style={{ objectPosition: `${x}% ${y}%` }} />
          <figcaption>Breed</figcaption>
        </figure>
      </div>
      <SchemaField
        schema={photosSchema.value.entries.alt}
        file={PHOTOS_FILE}
        path={[name, 'alt']}
        label="Wat staat erop?"
      />
      <p className="help">
        Voor wie niet goed ziet. Goed: ‘Gevulde champagneglazen op een dienblad, in de tuin.’ Beter
        niet: ‘Foto1 champagne catering feest’.
      </p>
    </div>
  );
}

/** The middle where the entry has none. */
function pointIn(entry: Value | undefined): Point {
  const point = valueAt(entry ?? null, ['focus']);
  const [x, y] = Array.isArray(point) ? point : [];
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : [50, 50];
}

/** The whole photo, so large and so placed that its box shows what publishing cuts out for phones. */
function tallCrop({ width, height }: DeskPhoto, focus: Point) {
  const region = cropRegion({ width, height }, TALL_ASPECT, focus);
  const percent = (part: number, whole: number) => `${(100 * part) / Math.max(1, whole)}%`;
  return {
    width: percent(width, region.width),
    left: `-${percent(region.left, region.width)}`,
    top: `-${percent(region.top, region.height)}`,
  };
}
