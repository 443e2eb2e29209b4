import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { photosSchema } from '../../../site/content.ts';
import { type FieldPath, isGroup } from '../../../site/content-walk.ts';
import type { DeskPhoto } from '../../api.ts';
import { type Value, valueAt } from '../../operations.ts';
import { isPlaceholder, placeholder } from '../../placeholder.ts';
import { call } from '../call.ts';
import { run, set, useDesk, usePhotos } from '../desk.ts';
import { Field, focusField } from '../form/Field.tsx';
import { fieldId } from '../form/form-values.ts';
import { go, hrefOf, placeOf } from '../route.ts';
import { Button, FileButton, MoveButtons, Screen } from '../shell/parts.tsx';

/** The photos of a section: those that it shows, in their order, a new one, and all others to choose from. */
export function PhotosField(props: { file: string; path: FieldPath; isSingle?: boolean }) {
  const { file, path, isSingle = false } = props;
  const { files } = useDesk();
  const photos = usePhotos();
  const [opened, setOpened] = useState<string>();
  const value = valueAt(files[file], path);
  const chosen = [value ?? []]
    .flat()
    .filter((one) => typeof one === 'string' && one !== '') as string[];
  const photoOf = (name: string) => photos.find((photo) => photo.name === name);
  const titleOf = (name: string) => photoOf(name)?.photo.alt || name;
  const write = (names: Value[]) => set(file, path, isSingle ? names[0] : names);
  const without = (name: string) => chosen.filter((one) => one !== name);
  const choose = (name: string) => {
    if (isSingle) write([name]);
    else write(chosen.includes(name) ? without(name) : [...chosen, name]);
  };
  // A new photo goes before the opened one, so that it is seen at once.
  const add = (names: string[]) => {
    const at = Math.max(0, chosen.indexOf(opened ?? ''));
    write(isSingle ? names : chosen.toSpliced(at, 0, ...names));
    setOpened(names[0]);
  };
  return (
    <div className="photos-field">
      <UploadPhotos
        {...(isSingle && { id: fieldId(file, path) })}
        label={isSingle ? 'Een nieuwe foto' : 'Een foto erbij'}
        isMultiple={!isSingle}
        onUploaded={add}
      />
      <ul className="picked">
        {chosen.map((name, index) => (
          <li key={name}>
            <button
              type="button"
              className="picked-photo"
              aria-expanded={opened === name}
              onClick={() => setOpened(opened === name ? undefined : name)}
            >
              <img className="thumbnail" src={photoOf(name)?.thumbnail} alt="" />
              <span>{titleOf(name)}</span>
            </button>
            {!isSingle && (
              <div className="tools">
                <MoveButtons
                  name={titleOf(name)}
                  index={index}
                  count={chosen.length}
                  onMove={(to) => write(chosen.toSpliced(index, 1).toSpliced(to, 0, name))}
                />
                <Button
                  kind="icon"
                  icon="close"
                  label={`${titleOf(name)} weglaten`}
                  disabled={chosen.length === 1}
                  onPress={() => write(without(name))}
                />
              </div>
            )}
            {opened === name && <PhotoEditor name={name} />}
          </li>
        ))}
      </ul>
      <details>
        <summary>Kies uit je foto’s</summary>
        <ul className="photo-grid">
          {photos
            .filter(({ isListed }) => isListed)
            .map(({ name, thumbnail, photo }) => (
              <li key={name}>
                <button
                  type="button"
                  aria-pressed={chosen.includes(name)}
                  disabled={chosen.length === 1 && chosen[0] === name}
                  onClick={() => choose(name)}
                >
                  <img src={thumbnail} alt={photo.alt} loading="lazy" />
                </button>
              </li>
            ))}
        </ul>
      </details>
    </div>
  );
}

const PHOTOS_FILE = 'photos/photos.yaml';

type Point = [number, number];

/** Percent that a key moves the point. */
const ARROWS: Record<string, Point> = {
  ArrowLeft: [-5, 0],
  ArrowRight: [5, 0],
  ArrowUp: [0, -5],
  ArrowDown: [0, 5],
};

/** What is true of one photo wherever it is shown: what is on it, and what stays in sight. */
function PhotoEditor({ name }: { name: string }) {
  const { files } = useDesk();
  const photo = usePhotos().find((one) => one.name === name);
  if (!photo) return null;
  const entry = valueAt(files[PHOTOS_FILE], [name]);
  const [x, y] = focusOf(entry);
  const setFocus = (focus: Point) => {
    // A point for phones alone, set by hand, would keep showing what no longer matters.
    const { tallFocus: _, ...rest } = { alt: '', ...(isGroup(entry) ? entry : {}) } as Record<
      string,
      Value
    >;
    const inside = focus.map((one) => Math.round(Math.min(100, Math.max(0, one))));
    set(PHOTOS_FILE, [name], { ...rest, focus: inside }, true);
  };
  const choose = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    setFocus([(100 * (clientX - left)) / width, (100 * (clientY - top)) / height]);
    // A new photo still needs its sentence.
    if (isPlaceholder(String(valueAt(entry, ['alt'])))) focusField(PHOTOS_FILE, [name, 'alt']);
  };
  const move = (event: KeyboardEvent) => {
    const [right, down] = ARROWS[event.key] ?? [];
    if (right === undefined || down === undefined) return;
    event.preventDefault();
    setFocus([x + right, y + down]);
  };
  const { base, full } = photo.photo;
  return (
    <div className="photo-editor">
      <p className="help">Tik op wat in beeld moet blijven.</p>
      <button
        type="button"
        className="focus-photo"
        aria-label={`In beeld blijft ${x} % van links, ${y} % van boven; verplaats het met de pijltjes`}
        onPointerUp={choose}
        onKeyDown={move}
      >
        <img
          src={`${base}-full-${full.fallbackWidth}.jpeg`}
          alt=""
          width={photo.width}
          height={photo.height}
        />
        <span className="focus-point" style={{ left: `${x}%`, top: `${y}%` }} />
      </button>
      <Field
        schema={photosSchema.value.entries.alt}
        file={PHOTOS_FILE}
        path={[name, 'alt']}
        label="Wat staat erop?"
      />
    </div>
  );
}

/** Of an entry of photos.yaml; the middle where it has none. */
export function focusOf(entry: unknown): Point {
  const focus = valueAt(entry, ['focus']);
  const [x, y] = Array.isArray(focus) ? focus : [];
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : [50, 50];
}

/** Brings photos in, from the camera or the library, and lists them for the pages. */
function UploadPhotos(props: {
  id?: string;
  label: string;
  isMultiple?: boolean;
  onUploaded: (names: string[]) => void;
}) {
  const { onUploaded, ...button } = props;
  const upload = async (chosen: File[]) => {
    const names: string[] = [];
    for (const file of chosen) {
      await run(async () => {
        const { name } = await call('POST /api/uploads/:path', file, `photos/${file.name}`);
        set(PHOTOS_FILE, [name], { focus: [50, 50], alt: placeholder('Wat staat erop?') });
        names.push(name);
      });
    }
    if (names.length > 0) onUploaded(names);
  };
  return <FileButton {...button} icon="camera" accept="image/*,.heic,.heif" onFiles={upload} />;
}

/** Every photo, and how new ones come in. */
export function PhotosScreen({ name }: { name: string }) {
  const photos = usePhotos();
  const opened = photos.find((one) => one.name === name);
  if (opened) return <PhotoScreen key={name} photo={opened} />;
  return (
    <Screen title="Foto’s">
      <UploadPhotos
        label="Foto’s van je camera of toestel"
        isMultiple
        onUploaded={([first = '', ...others]) => others.length === 0 && go(hrefOf('fotos', first))}
      />
      <ul className="photo-grid">
        {photos.map(({ name: one, thumbnail, photo: { alt }, uses, isListed }) => (
          <li key={one}>
            <a href={hrefOf('fotos', one)}>
              <img src={thumbnail} alt={isPlaceholder(alt) ? one : alt} loading="lazy" />
              <span className="help">
                {uses.length === 0 ? 'nergens gebruikt' : `${uses.length}× gebruikt`}
              </span>
              {(!isListed || isPlaceholder(alt)) && <span className="tag wrong">beschrijving</span>}
            </a>
          </li>
        ))}
      </ul>
      {photos.length === 0 && <p className="empty">Er zijn nog geen foto’s.</p>}
    </Screen>
  );
}

function PhotoScreen({ photo: { name, photo, uses } }: { photo: DeskPhoto }) {
  const replace = (file: File) =>
    run(
      () => call('PUT /api/uploads/:path', file, `photos/${name}.jpg`),
      'Overal waar ze stond, staat nu de nieuwe foto. De oude ligt 30 dagen in de prullenbak.',
    );
  const remove = async () => {
    const task = () => call('DELETE /api/uploads/:path', undefined, `photos/${name}.jpg`);
    if (await run(task, 'De foto ligt in de prullenbak, 30 dagen lang.')) go(hrefOf('fotos'));
  };
  const pages = [...new Map(uses.map((use) => [use.file, use])).values()];
  return (
    <Screen title={photo.alt && !isPlaceholder(photo.alt) ? photo.alt : name} back="fotos">
      <PhotoEditor name={name} />
      <h2>Waar ze staat</h2>
      {pages.length === 0 && <p className="help">Nergens.</p>}
      <ul>
        {pages.map(({ file, title }) => (
          <li key={file}>
            <a href={placeOf(file, [])}>{title}</a>
          </li>
        ))}
      </ul>
      <div className="buttons">
        <FileButton
          icon="photo"
          label="Een andere foto in de plaats"
          accept="image/*,.heic,.heif"
          onFiles={([file]) => file && replace(file)}
        />
        {uses.length === 0 && (
          <Button kind="remove" icon="trash" label="Naar de prullenbak" onPress={remove} />
        )}
      </div>
    </Screen>
  );
}
