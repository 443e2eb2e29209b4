import { useState } from 'react';
import { useUploadProgress } from '../api/upload.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Icon } from './Icon.tsx';

const FILE_KINDS = {
  photo: { icon: 'camera', accept: 'image/*,.heic,.heif' },
  logo: { icon: 'photo', accept: '.svg,.png' },
  pdf: { icon: 'upload', accept: '.pdf' },
} as const;

/** A button that chooses files. Files may be dropped on it too. */
export function FileButton(props: {
  kind: keyof typeof FILE_KINDS;
  label: string;
  /** The file that it replaces, for a screen reader. */
  about?: string;
  isMultiple?: boolean;
  onFiles: (files: [File, ...File[]]) => unknown;
}) {
  const { kind, label, about = '', isMultiple } = props;
  const [isSending, setSending] = useState(false);
  const send = async (files: [File, ...File[]]) => {
    setSending(true);
    try {
      await props.onFiles(files);
    } finally {
      setSending(false);
    }
  };
  const { icon, accept } = FILE_KINDS[kind];
  const { isBusy } = useDeskState();
  return (
    <div className="file-button" data-busy={isBusy || undefined}>
      <Icon name={icon} />
      {isSending ? <UploadStatus /> : <span>{isBusy ? 'Even geduld' : label}</span>}
      <input
        type="file"
        aria-label={`${label} ${about}`.trim()}
        accept={accept}
        multiple={isMultiple}
        // The button is not `disabled`, which would take the focus away during an upload.
        aria-disabled={isBusy}
        onClick={(event) => isBusy && event.preventDefault()}
        onDrop={(event) => isBusy && event.preventDefault()}
        onChange={({ target }) => {
          const [first, ...others] = target.files ?? [];
          if (first) send([first, ...others]);
          target.value = '';
        }}
      />
    </div>
  );
}

function UploadStatus() {
  const upload = useUploadProgress();
  if (!upload) return <span role="status">Even geduld</span>;
  const { name, n, of, sent } = upload;
  const count = of > 1 ? `Foto ${n} van ${of}` : 'Onderweg';
  return (
    <span className="upload-status">
      <span role="status">{sent < 1 ? `${count}: ${name}` : `${name} wordt klaargemaakt`}</span>
      <progress aria-label={name} max={1} value={sent < 1 ? sent : undefined} />
    </span>
  );
}
