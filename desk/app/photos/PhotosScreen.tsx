import { type ReactNode, useState } from 'react';
import { useDesk } from '../Desk.tsx';
import { hrefOf } from '../route.ts';
import { DropField } from './DropField.tsx';
import { NewPhotos } from './NewPhotos.tsx';
import { PhotoDetail } from './PhotoDetail.tsx';

/** Every photo of the house, and how new ones come in. */
export function PhotosScreen({ name }: { name: string | undefined }): ReactNode {
  const { photos, problems } = useDesk();
  const [dropped, setDropped] = useState<File[]>([]);
  const photo = photos.find((one) => one.name === name);
  if (photo) return <PhotoDetail key={photo.name} photo={photo} />;
  if (dropped.length > 0) return <NewPhotos files={dropped} onDone={() => setDropped([])} />;
  const unlisted = photos.filter(({ isListed }) => !isListed).length;
  return (
    <div className="screen">
      <h1>Foto’s</h1>
      <DropField
        label="Sleep hier foto’s in, of kies ze"
        help="JPEG, PNG, WebP, AVIF of HEIC van je iPhone, zo groot als je ze hebt: verkleinen doen wij, en waar ze genomen zijn, komt nergens te staan."
        accept="image/*,.heic,.heif"
        isMultiple
        onFiles={setDropped}
      />
      {unlisted > 0 && (
        <p className="help">
          Foto’s zonder beschrijving kan geen pagina tonen. Open ze om er een te schrijven.
        </p>
      )}
      <ul className="photo-grid">
        {photos.map(({ name: word, thumbnail, photo: { alt }, uses, isListed }) => (
          <li key={word}>
            <a href={hrefOf('fotos', word)}>
              <img src={thumbnail} alt={alt} loading="lazy" />
              <span>{word}</span>
              <span className="small">
                {uses.length === 0 ? 'nergens gebruikt' : `${uses.length}× gebruikt`}
              </span>
              {(!isListed ||
                problems.some(
                  ({ file, path }) => file === 'photos/photos.yaml' && path[0] === word,
                )) && <span className="tag wrong">beschrijving</span>}
            </a>
          </li>
        ))}
      </ul>
      {photos.length === 0 && <p className="empty">Er zijn nog geen foto’s.</p>}
    </div>
  );
}
