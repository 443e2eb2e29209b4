import { useId, useState } from 'react';
import { placeholderText } from '../../../publish/content/placeholder-texts.ts';
import type { DeskPhoto } from '../../shared/api.ts';
import { useQueryData } from '../api/queries.ts';
import { PHOTOS } from '../draft/file-names.ts';
import { PhotoEditor } from '../form/PhotoEditor.tsx';
import { closeTo, go, hrefOf } from '../navigation/route.ts';
import { uploadPhotos } from '../photo-library/upload-photos.ts';
import { photoTitle, usePhotos } from '../photo-library/use-photos.ts';
import { setValue } from '../store/edits.ts';
import { replaceUpload } from '../store/run-and-report.ts';
import { Button } from '../ui/Button.tsx';
import { FileButton } from '../ui/FileButton.tsx';
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx';
import { MissingEntryNotice } from '../ui/MissingEntryNotice.tsx';
import { EmptyState } from '../ui/pictures.tsx';
import { Screen } from '../ui/Screen.tsx';

export function PhotosScreen({ name: openedName }: { name: string }) {
  const photos = usePhotos();
  const isLoaded = useQueryData('GET /api/photos') !== undefined;
  const opened = photos.find(({ name }) => name === openedName);
  if (opened) return <PhotoScreen key={openedName} photo={opened} />;
  const upload = async (files: File[]) => {
    const [name] = await uploadPhotos(files);
    if (name && files.length === 1) go(hrefOf('fotos', name));
  };
  return (
    <Screen
      title="Foto’s"
      action={<FileButton kind="photo" label="Foto’s toevoegen" isMultiple onFiles={upload} />}
    >
      {openedName && isLoaded && <MissingEntryNotice what="foto" />}
      {photos.length > 0 && <PhotoGrid photos={photos} />}
      {isLoaded && photos.length === 0 && (
        <EmptyState drawing="photos" text="Er zijn nog geen foto’s." />
      )}
      {!isLoaded && <LoadingPlaceholder route="GET /api/photos" what="De foto’s" />}
    </Screen>
  );
}

function PhotoGrid({ photos }: { photos: DeskPhoto[] }) {
  return (
    <ul className="photo-grid">
      {photos.map((photo) => (
        <li key={photo.name}>
          <a href={hrefOf('fotos', photo.name)}>
            <img src={photo.thumbnail} alt={photoTitle(photo)} loading="lazy" />
            <span className="help">{describeUses(photo)}</span>
            {photoTitle(photo) === photo.name && <span className="tag wrong">beschrijving</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}

function describeUses({ uses }: DeskPhoto) {
  const { size } = new Set(uses);
  if (size === 0) return 'nergens gebruikt';
  return size === 1 ? 'op 1 pagina' : `op ${size} pagina’s`;
}

function PhotoScreen({ photo }: { photo: DeskPhoto }) {
  const path = `photos/${photo.name}.jpg`;
  const [isReplaced, setReplaced] = useState(false);
  const pages = [...new Set(photo.uses)];
  const remove = async () => {
    if (await replaceUpload(path)) closeTo(hrefOf('fotos'));
  };
  return (
    <Screen title="Foto">
      {isReplaced && <AfterReplacement photo={photo} onAnswer={() => setReplaced(false)} />}
      <PhotoEditor photo={photo}>
        <p>{pages.length > 0 ? `Ze staat op ${pages.join(', ')}.` : 'Ze staat nergens.'}</p>
        <div className="buttons">
          <FileButton
            kind="photo"
            label="Een andere foto in de plaats"
            onFiles={async ([file]) => {
              if (await replaceUpload(path, file)) setReplaced(true);
            }}
          />
          {pages.length === 0 && (
            <Button kind="remove" label="Verwijder deze foto" onPress={remove} />
          )}
        </div>
      </PhotoEditor>
    </Screen>
  );
}

/** Asks whether the description and focal point of the replaced photo fit the new one. */
function AfterReplacement(props: { photo: DeskPhoto; onAnswer: () => void }) {
  const { name, photo } = props.photo;
  const question = useId();
  const startAgain = () => {
    const entry = { focus: [50, 50], alt: placeholderText('Wat staat erop?') };
    setValue(PHOTOS, [name], entry);
    props.onAnswer();
  };
  return (
    <section className="question" role="alert" aria-labelledby={question}>
      <h2 id={question}>Kloppen de beschrijving en het punt in beeld nog?</h2>
      <p>Ze horen bij de vorige foto: ‘{photo.alt}’</p>
      <div className="buttons">
        <Button kind="main" label="Ja, ze kloppen" onPress={props.onAnswer} />
        <Button label="Nee, begin opnieuw" onPress={startAgain} />
      </div>
    </section>
  );
}
