import { useState } from 'react';
import { isPlaceholderText } from '../../../publish/content/placeholder-texts.ts';
import { type MaybeValue, valueAt } from '../../shared/values.ts';
import { PHOTOS } from '../draft/file-names.ts';
import { uploadPhotos } from '../photo-library/upload-photos.ts';
import { photoTitle, usePhotos } from '../photo-library/use-photos.ts';
import { edit, getDeskState } from '../store/app-store.ts';
import { moveEntry, setValue } from '../store/edits.ts';
import { EntryTools } from '../ui/EntryTools.tsx';
import { FileButton } from '../ui/FileButton.tsx';
import { Thumbnail } from '../ui/pictures.tsx';
import type { FormField } from './Control.tsx';
import { Disclosure } from './Disclosure.tsx';
import { PhotoEditor } from './PhotoEditor.tsx';

export function PhotosField(
  props: Pick<FormField, 'file' | 'path' | 'label' | 'value' | 'isOptional'> & {
    isSingle: boolean;
  },
) {
  const { file, path, label, value, isOptional, isSingle } = props;
  const photos = usePhotos();
  /** Several photos may be open, because each new one waits for its description. */
  const [open, setOpen] = useState<string[]>([]);
  const chosen = namesIn(value);
  const others = photos.filter(({ name, isListed }) => isListed && !chosen.includes(name));
  const add = (added: string[]) => {
    const names = added.filter((name) => !chosen.includes(name));
    if (names.length === 0) return;
    // Other photos may have been chosen during the upload.
    const isList = Array.isArray(valueAt(getDeskState().files[file], path));
    // New photos are put in front, where they are seen at once.
    const inserts = names.map((value, index) => {
      return { type: 'insert' as const, path: [...path, index], value };
    });
    if (isList) edit({ [file]: inserts });
    else setValue(file, path, isSingle ? names[0] : names);
    setOpen((before) => [...before.filter(isUndescribed), ...names.slice(0, 1)]);
  };
  return (
    <div className="photos-field">
      <FileButton
        kind="photo"
        label={isSingle ? 'Een nieuwe foto' : 'Een foto erbij'}
        isMultiple={!isSingle}
        onFiles={async (files) => add(await uploadPhotos(files))}
      />
      {chosen.length > 0 && (
        <ol className="entries">
          {chosen.map((name, index) => {
            const photo = photos.find((listed) => listed.name === name);
            const title = photo ? photoTitle(photo) : name;
            const rowPath = isSingle ? path : [...path, index];
            return (
              <li key={index}>
                <Disclosure
                  file={file}
                  path={rowPath}
                  name={isSingle ? label : title}
                  preview={isSingle ? title : undefined}
                  image={<Thumbnail src={photo?.thumbnail} />}
                  isOpen={open.includes(name)}
                  onToggle={(isOpen) => {
                    setOpen((before) => {
                      const others = before.filter((openName) => openName !== name);
                      return isOpen ? [...others, name] : others;
                    });
                  }}
                >
                  {photo && <PhotoEditor photo={photo} />}
                  {(isOptional || !isSingle) && (
                    <EntryTools
                      name={isSingle ? label : title}
                      index={index}
                      length={chosen.length}
                      minLength={isOptional ? 0 : 1}
                      onMove={(to) => moveEntry(file, rowPath, to)}
                      onRemove={() => setValue(file, rowPath, undefined)}
                    />
                  )}
                </Disclosure>
              </li>
            );
          })}
        </ol>
      )}
      <details>
        <summary>Kies uit je foto’s</summary>
        <ul className="photo-grid">
          {others.map(({ name, thumbnail, photo }) => (
            <li key={name}>
              <button type="button" onClick={() => add([name])}>
                <img src={thumbnail} alt={photo.alt} loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

/** Whether what a photo shows is still to be typed. */
const isUndescribed = (name: string) =>
  isPlaceholderText(String(valueAt(getDeskState().files[PHOTOS], [name, 'alt'])));

const namesIn = (value: MaybeValue) => [value ?? []].flat().filter(Boolean).map(String);
