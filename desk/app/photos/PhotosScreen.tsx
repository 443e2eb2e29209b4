import { useState } from 'react';
import type { DeskPhoto } from '../../api.ts';
import { isPlaceholder } from '../../placeholder.ts';
import { call } from '../call.ts';
import { refresh, useDesk, usePhotos } from '../Desk.tsx';
import { go, hrefOf, wordOf } from '../route.ts';
import { FileButton } from '../shell/FileButton.tsx';
import { Icon } from '../shell/icons.tsx';
import { PhotoEditor } from './PhotoEditor.tsx';
import { UploadPhotos } from './UploadPhotos.tsx';

/** Every photo, and how new ones come in. */
export function PhotosScreen({ name }: { name: string | undefined }) {
  const photos = usePhotos();
  const photo = photos.find((one) => one.name === name);
  if (photo) return <PhotoDetail key={photo.name} photo={photo} />;
  return (
    <div className="screen">
      <div className="head">
        <h1>Foto’s</h1>
        <a href={hrefOf('meer', 'prullenbak')}>Prullenbak</a>
      </div>
      <UploadPhotos
        label="Foto’s van je camera of toestel"
        isMultiple
        onUploaded={(names) => names.length === 1 && go('fotos', names[0] ?? '')}
      />
      <ul className="photo-grid">
        {photos.map(({ name: one, thumbnail, photo: { alt }, uses, isListed }) => (
          <li key={one}>
            <a href={hrefOf('fotos', one)}>
              <img src={thumbnail} alt={isPlaceholder(alt) ? one : alt} loading="lazy" />
              <span className="small">
                {uses.length === 0 ? 'nergens gebruikt' : `${uses.length}× gebruikt`}
              </span>
              {(!isListed || isPlaceholder(alt)) && <span className="tag wrong">beschrijving</span>}
            </a>
          </li>
        ))}
      </ul>
      {photos.length === 0 && <p className="empty">Er zijn nog geen foto’s.</p>}
    </div>
  );
}

function PhotoDetail({ photo }: { photo: DeskPhoto }) {
  const { attempt, store } = useDesk();
  const [busy, setBusy] = useState<string>();
  const { name, uses } = photo;
  const work = async (task: () => Promise<unknown>, done: string) => {
    setBusy('Even geduld');
    await store.save();
    const isDone = await attempt(task, done);
    await refresh('photos', 'bin');
    setBusy(undefined);
    return isDone;
  };
  const replace = ([file]: File[]) =>
    work(
      () => call('PUT /api/photos/:name', file as never, name),
      'Overal waar ze stond, staat nu de nieuwe foto. De oude ligt 30 dagen in de prullenbak.',
    );
  const remove = async () => {
    const task = async () => store.receive(await call('DELETE /api/photos/:name', undefined, name));
    if (await work(task, 'De foto ligt in de prullenbak, 30 dagen lang.')) go('fotos');
  };
  const pages = [...new Map(uses.map((use) => [use.file, use])).values()];
  return (
    <div className="screen form">
      <p>
        <a className="back" href={hrefOf('fotos')}>
          <Icon name="back" /> Alle foto’s
        </a>
      </p>
      <h1>{photo.photo.alt && !isPlaceholder(photo.photo.alt) ? photo.photo.alt : name}</h1>
      <PhotoEditor name={name} />
      <h2>Waar ze staat</h2>
      {pages.length === 0 && <p className="help">Nergens.</p>}
      <ul className="uses">
        {pages.map(({ file, title }) => (
          <li key={file}>
            {file.startsWith('pages/') ? (
              <a href={hrefOf('pagina', wordOf(file))}>{title}</a>
            ) : (
              title
            )}
          </li>
        ))}
      </ul>
      <div className="buttons">
        <FileButton
          icon="photo"
          label="Een andere foto in de plaats"
          accept="image/*,.heic,.heif"
          busy={busy}
          onFiles={replace}
        />
        {uses.length === 0 && (
          <button type="button" className="remove" onClick={remove} disabled={busy !== undefined}>
            <Icon name="trash" /> Naar de prullenbak
          </button>
        )}
      </div>
    </div>
  );
}
