import { type MouseEvent, useState } from 'react';
import { cropRegion, TALL_ASPECT } from '../../../publish/photos/crop-region.ts';
import { photosSchema } from '../../../site/content.ts';
import type { DeskPhoto } from '../../api.ts';
import { call } from '../client.ts';
import { useDesk } from '../Desk.tsx';
import { Problems, useProblems } from '../form/field-parts.tsx';
import { SchemaField } from '../form/SchemaField.tsx';
import { go, hrefOf } from '../route.ts';
import { getIn } from '../state.ts';
import { DropField } from './DropField.tsx';

export const PHOTOS_FILE = 'photos/photos.yaml';

type Point = [number, number];
/** Fields of a photo that hold a point. */
type Frame = 'focus' | 'tallFocus';

const FRAMES: [Frame, string][] = [
  ['focus', 'Overal'],
  ['tallFocus', 'Alleen rechtop, op een gsm'],
];

/** Undefined where the entry has none, or not two numbers. */
function pointIn(entry: unknown, frame: Frame): Point | undefined {
  const point = getIn(entry, [frame]) as Partial<Point> | undefined;
  return point?.[0] === undefined || point[1] === undefined ? undefined : [point[0], point[1]];
}

/** What is true of one photo wherever it is shown: what stands on it, and what stays in sight. */
export function PhotoDetail({ photo }: { photo: DeskPhoto }) {
  const { draft, dispatch, reload, tell, complain } = useDesk();
  const [isBusy, setBusy] = useState(false);
  const { name, uses } = photo;
  const entry = getIn(draft[PHOTOS_FILE], [name]);
  const [frame, setFrame] = useState<Frame>('focus');
  const focus = pointIn(entry, 'focus') ?? [50, 50];
  const tallFocus = pointIn(entry, 'tallFocus');
  const [x, y] = frame === 'tallFocus' ? (tallFocus ?? focus) : focus;
  const setFocus = (point: Point | undefined) => {
    const value = { focus, alt: '', ...(entry as object | undefined), [frame]: point };
    dispatch({
      type: 'changed',
      file: PHOTOS_FILE,
      path: [name],
      value,
      typedAt: performance.now(),
    });
  };
  const choose = (event: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const percent = (part: number, whole: number) =>
      Math.round(Math.min(1, Math.max(0, part / whole)) * 100);
    setFocus([percent(event.clientX - left, width), percent(event.clientY - top, height)]);
  };
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await work();
      await reload('photos');
      tell({ kind: 'done', text: done });
      return true;
    } catch (error) {
      complain(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const replace = ([file]: File[]) =>
    attempt(
      () => call('PUT /api/photos/:name', file as never, name),
      'Overal waar ze stond, staat nu de nieuwe foto. Kijk na of de beschrijving nog klopt.',
    );
  const remove = async () => {
    if (!confirm(`De foto ‘${name}’ voorgoed wissen?`)) return;
    if (
      !(await attempt(
        () => call('DELETE /api/photos/:name', undefined, name),
        `${name} is gewist.`,
      ))
    )
      return;
    // The removal takes a while, and whoever went on meanwhile is not called back.
    if (window.location.hash === hrefOf('fotos', name)) go('fotos');
    await reload('content');
  };
  const url = `${photo.photo.base}-full-${photo.photo.full.fallbackWidth}.jpeg`;
  const position = { objectPosition: `${focus[0]}% ${focus[1]}%` };
  return (
    <div className="screen">
      <p className="back">
        <a href={hrefOf('fotos')}>Alle foto’s</a>
      </p>
      <h1>{name}</h1>
      <div className="photo-detail">
        <div className="focus">
          <h2>Wat moet in beeld blijven?</h2>
          <p className="help">
            Klik op het belangrijkste punt. Ernaast zie je de foto op een gsm en op een breed
            scherm.
          </p>
          <fieldset className="focus-frames">
            <legend className="hidden-words">Waarvoor dit punt is</legend>
            {FRAMES.map(([value, words]) => (
              <label key={value}>
                <input
                  type="radio"
                  name="frame"
                  checked={frame === value}
                  onChange={() => setFrame(value)}
                />{' '}
                {words}
              </label>
            ))}
            {frame === 'tallFocus' && tallFocus && (
              <button type="button" onClick={() => setFocus(undefined)}>
                Zelfde punt als overal
              </button>
            )}
          </fieldset>
          <div className="focus-views">
            {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the sliders below do the same by keyboard */}
            <div className="focus-photo" onClick={choose}>
              <img src={url} alt={photo.photo.alt} width={photo.width} height={photo.height} />
              <span className="focus-point" style={{ left: `${x}%`, top: `${y}%` }} />
            </div>
            <figure>
              <div className="crop-tall">
                <img src={url} alt="" style={tallCrop(photo, tallFocus ?? focus)} />
              </div>
              <figcaption>Bovenaan op een gsm</figcaption>
            </figure>
            <figure>
              <img className="crop-wide" src={url} alt="" style={position} />
              <figcaption>Op een breed scherm</figcaption>
            </figure>
          </div>
          <div className="sliders">
            <label>
              Van links
              <input
                type="range"
                min={0}
                max={100}
                value={x}
                onChange={(event) => setFocus([event.target.valueAsNumber, y])}
              />
            </label>
            <label>
              Van boven
              <input
                type="range"
                min={0}
                max={100}
                value={y}
                onChange={(event) => setFocus([x, event.target.valueAsNumber])}
              />
            </label>
          </div>
        </div>
        <div>
          {entry === undefined ? (
            <button type="button" className="main" onClick={() => setFocus([50, 50])}>
              Schrijf een beschrijving
            </button>
          ) : (
            <SchemaField
              schema={photosSchema.value.entries.alt}
              file={PHOTOS_FILE}
              path={[name, 'alt']}
              label="Wat staat erop?"
            />
          )}
          <AltHelp />
          <Problems problems={useProblems(PHOTOS_FILE, [name])} />
          <h2>Waar ze staat</h2>
          {uses.length === 0 ? (
            <p className="help">Nergens.</p>
          ) : (
            <ul className="uses">
              {[...new Map(uses.map((use) => [use.file, use])).values()].map(({ file, title }) => (
                <li key={file}>
                  {file.startsWith('pages/') ? (
                    <a href={hrefOf('paginas', file.replace(/^pages\/|\.yaml$/g, ''))}>{title}</a>
                  ) : (
                    title
                  )}
                </li>
              ))}
            </ul>
          )}
          <h2>Een andere foto in de plaats</h2>
          <DropField
            label="Sleep ze hierheen, of kies ze"
            accept="image/*,.heic,.heif"
            isBusy={isBusy}
            onFiles={replace}
          />
          {uses.length === 0 && (
            <button type="button" className="remove" onClick={remove} disabled={isBusy}>
              Foto wissen
            </button>
          )}
        </div>
      </div>
    </div>
  );
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

/** What a description is for, with one that helps and one that does not. */
export function AltHelp() {
  return (
    <div className="alt-help">
      <p className="help">
        Wie niet goed ziet, krijgt deze zin te horen. Zeg wat een gast zou zien.
      </p>
      <p>
        <strong>Goed:</strong> Gevulde champagneglazen op een zilveren dienblad, in de tuin.
      </p>
      <p>
        <strong>Beter niet:</strong> Foto1 champagne catering feest
      </p>
    </div>
  );
}
