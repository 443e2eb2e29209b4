import { useId, useState } from 'react';
import { Icon, type IconName } from './icons.tsx';

/** Chooses files, which may be dropped on it too. */
export function FileButton(props: {
  id?: string;
  label: string;
  icon: IconName;
  accept: string;
  isMultiple?: boolean;
  /** What is being done instead. */
  busy?: string | undefined;
  onFiles: (files: File[]) => void;
}) {
  const { label, icon, accept, isMultiple = false, busy } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const taken = [...(files ?? [])].slice(0, isMultiple ? undefined : 1);
    if (taken.length > 0) props.onFiles(taken);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field in it does the same by keyboard
    <div
      className="file-button"
      data-over={isOver || undefined}
      data-busy={busy ? true : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <input
        id={id}
        className="hidden-text"
        type="file"
        accept={accept}
        multiple={isMultiple}
        disabled={busy !== undefined}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      <label htmlFor={id}>
        <Icon name={icon} />
        {busy ?? label}
      </label>
    </div>
  );
}
