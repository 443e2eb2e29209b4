import { useState } from 'react';
import type { FieldPath } from '../../../site/content-walk.ts';
import { type Value, valueAt } from '../../operations.ts';
import { useDesk, usePhotos } from '../Desk.tsx';
import { PhotoEditor } from '../photos/PhotoEditor.tsx';
import { UploadPhotos } from '../photos/UploadPhotos.tsx';
import { Icon } from '../shell/icons.tsx';
import { MoveButtons } from '../shell/MoveButtons.tsx';
import { fieldId } from './field-parts.tsx';

/** The photos of a section: those that it shows, in their order, a new one, and all others to choose from. */
export function PhotosField(props: { file: string; path: FieldPath; isSingle?: boolean }) {
  const { file, path, isSingle = false } = props;
  const { files, act, set } = useDesk();
  const photos = usePhotos();
  const [opened, setOpened] = useState<string>();
  const value = valueAt(files[file] ?? null, path);
  const chosen = (isSingle ? [value] : Array.isArray(value) ? value : []).filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );
  const photoOf = (name: string) => photos.find((photo) => photo.name === name);
  const titleOf = (name: string) => photoOf(name)?.photo.alt || name;
  const write = (names: Value[]) => set(file, path, isSingle ? names[0] : names);
  const choose = (name: string) => {
    if (isSingle) write([name]);
    else write(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  };
  // A new photo goes before the opened one, so that it is seen at once.
  const add = (names: string[]) => {
    const at = Math.max(0, chosen.indexOf(opened ?? ''));
    write(isSingle ? names : chosen.toSpliced(at, 0, ...names));
    setOpened(names[0]);
  };
  const listed = photos.filter(({ isListed }) => isListed);
  return (
    <div className="photos-field" data-photos={fieldId(file, path)}>
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
              data-opens-photo={name}
              aria-expanded={opened === name}
              onClick={() => setOpened(opened === name ? undefined : name)}
            >
              <img src={photoOf(name)?.thumbnail} alt="" />
              <span>{titleOf(name)}</span>
            </button>
            {!isSingle && (
              <div className="tools">
                <MoveButtons
                  name={titleOf(name)}
                  index={index}
                  count={chosen.length}
                  onMove={(to) =>
                    act([{ file, operation: { kind: 'move', path: [...path, index], to } }])
                  }
                />
                <button
                  type="button"
                  className="icon"
                  disabled={chosen.length === 1}
                  onClick={() => write(chosen.filter((one) => one !== name))}
                  aria-label={`${titleOf(name)} weglaten`}
                >
                  <Icon name="close" />
                </button>
              </div>
            )}
            {opened === name && <PhotoEditor name={name} />}
          </li>
        ))}
      </ul>
      <details className="choose-photos">
        <summary>Kies uit je foto’s</summary>
        <ul className="photo-grid">
          {listed.map(({ name, thumbnail, photo }) => (
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
