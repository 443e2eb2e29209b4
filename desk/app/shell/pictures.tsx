/* Drawings and small photos, of the files beside the app. */

/**
 * What a section looks like. Hidden from screen readers: a text beside it says its kind.
 *
 * @param kind a symbol of `public/sections.svg`
 */
export function SectionDrawing({ kind }: { kind: string }) {
  return (
    <svg className="drawing" viewBox="0 0 64 40" aria-hidden="true">
      <use href={`/sections.svg#${kind}`} />
    </svg>
  );
}

/** Beside the name of what it shows; without a photo, its room. */
export function Thumbnail({ src }: { src: string | undefined }) {
  if (!src) return <span className="thumbnail" />;
  return <img className="thumbnail" src={src} alt="" loading="lazy" />;
}
