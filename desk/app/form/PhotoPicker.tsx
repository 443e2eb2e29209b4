import { useRef, useState } from 'react';
import { useDesk } from '../Desk.tsx';

/** Photos in their order, and all others to choose from. */
export function PhotoPicker(props: {
  chosen: string[];
  onChoose: (names: string[]) => void;
  isSingle?: boolean;
}) {
  const { chosen, onChoose, isSingle = false } = props;
  const { photos } = useDesk();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const known = photos.filter(({ isListed }) => isListed);
  const thumbnailOf = (name: string) => photos.find((photo) => photo.name === name)?.thumbnail;
  const move = (name: string) => {
    const at = chosen.indexOf(name);
    onChoose(chosen.toSpliced(at, 1).toSpliced(at - 1, 0, name));
  };
  const open = () => {
    setOpen(true);
    dialog.current?.showModal();
  };
  const toggle = (name: string) => {
    if (isSingle) {
      onChoose([name]);
      dialog.current?.close();
    } else {
      onChoose(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
    }
  };
  return (
    <>
      <ul className="picked">
        {chosen.map((name, index) => (
          <li key={name}>
            <img src={thumbnailOf(name)} alt="" />
            <span>{name}</span>
            {index > 0 && (
              <button type="button" onClick={() => move(name)} aria-label={`${name} vroeger tonen`}>
                ←
              </button>
            )}
            <button
              type="button"
              onClick={() => onChoose(chosen.filter((one) => one !== name))}
              aria-label={`${name} weglaten`}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="add" onClick={open}>
        {isSingle ? 'Kies een foto' : 'Kies foto’s'}
      </button>
      <dialog
        ref={dialog}
        className="picker"
        aria-label="Kies foto’s"
        onClose={() => setOpen(false)}
      >
        <div className="picker-head">
          <h2>{isSingle ? 'Kies een foto' : 'Kies foto’s'}</h2>
          <button type="button" className="main" onClick={() => dialog.current?.close()}>
            Klaar
          </button>
        </div>
        <ul className="photo-grid">
          {isOpen &&
            known.map(({ name, thumbnail, photo }) => (
              <li key={name}>
                <button
                  type="button"
                  aria-pressed={chosen.includes(name)}
                  onClick={() => toggle(name)}
                >
                  <img src={thumbnail} alt={photo.alt} loading="lazy" />
                  <span>{name}</span>
                </button>
              </li>
            ))}
        </ul>
        {known.length === 0 && <p>Er zijn nog geen foto’s. Zet er eerst op de pagina Foto’s.</p>}
      </dialog>
    </>
  );
}
