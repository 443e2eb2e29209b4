import { useState } from 'react';
import { placeholder } from '../../placeholder.ts';
import { call } from '../call.ts';
import { refresh, useDesk } from '../Desk.tsx';
import { FileButton } from '../shell/FileButton.tsx';

export const PHOTOS_FILE = 'photos/photos.yaml';

/** Brings photos in, from the camera or the library, and lists them for the pages. */
export function UploadPhotos(props: {
  id?: string;
  label: string;
  isMultiple?: boolean;
  onUploaded: (names: string[]) => void;
}) {
  const { set, attempt, store } = useDesk();
  const [busy, setBusy] = useState<string>();
  const upload = async (chosen: File[]) => {
    const names: string[] = [];
    for (const [index, file] of chosen.entries()) {
      setBusy(chosen.length > 1 ? `Foto ${index + 1} van ${chosen.length}` : 'Foto komt binnen');
      await attempt(async () => {
        const { name } = await call(
          'POST /api/photos?name=',
          file as never,
          file.name.replace(/\.[^.]*$/, ''),
        );
        set(PHOTOS_FILE, [name], { focus: [50, 50], alt: placeholder('Wat staat erop?') });
        names.push(name);
      });
    }
    // A page may show a photo when its entry is there.
    await store.save();
    await refresh('photos');
    setBusy(undefined);
    if (names.length > 0) props.onUploaded(names);
  };
  return (
    <FileButton
      {...(props.id && { id: props.id })}
      icon="camera"
      label={props.label}
      accept="image/*,.heic,.heif"
      isMultiple={props.isMultiple ?? false}
      busy={busy}
      onFiles={upload}
    />
  );
}
