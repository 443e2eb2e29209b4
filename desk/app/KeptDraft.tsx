/** In place of the desk, until there is one. */
export function Waiting({ kind, text }: { kind: 'loading' | 'failure'; text: string }) {
  return (
    <main className={kind}>
      <h1>Werktafel</h1>
      <p role={kind === 'failure' ? 'alert' : 'status'}>{text}</p>
    </main>
  );
}

/** Work of the last time that was not saved: taken up or thrown away. */
export function KeptDraft(props: {
  at: string | undefined;
  onRestore: () => void;
  onDiscard: () => void;
}) {
  const when =
    props.at &&
    new Date(props.at).toLocaleString('nl-BE', { dateStyle: 'long', timeStyle: 'short' });
  return (
    <dialog className="kept" ref={(element) => void (element?.open || element?.showModal())}>
      <h2>Je was nog bezig</h2>
      <p>
        {when
          ? `Op ${when} stond hier werk dat niet bewaard is.`
          : 'Hier staat werk dat niet bewaard is.'}
      </p>
      <div className="buttons">
        <button type="button" className="main" onClick={props.onRestore}>
          Verder werken
        </button>
        <button type="button" onClick={props.onDiscard}>
          Weggooien
        </button>
      </div>
    </dialog>
  );
}
