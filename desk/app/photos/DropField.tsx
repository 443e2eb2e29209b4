import { useId, useState } from 'react';

/** A place to drop files on, which is also a button to choose them. */
export function DropField(props: {
  label: string;
  help?: string;
  accept: string;
  isMultiple?: boolean;
  isBusy?: boolean;
  onFiles: (files: File[]) => void;
}) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const taken = [...(files ?? [])].slice(0, props.isMultiple ? undefined : 1);
    if (taken.length > 0) props.onFiles(taken);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field in it does the same by keyboard
    <div
      className="drop"
      data-over={isOver || undefined}
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
      <label htmlFor={id}>{props.isBusy ? 'Even geduld' : props.label}</label>
      <input
        id={id}
        className="hidden-words"
        type="file"
        accept={props.accept}
        multiple={props.isMultiple}
        disabled={props.isBusy}
        aria-describedby={props.help && `${id}-help`}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      {props.help && (
        <p className="help" id={`${id}-help`}>
          {props.help}
        </p>
      )}
    </div>
  );
}
