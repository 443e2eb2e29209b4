import type { ReactNode } from 'react';

/*
 * The pictures of rows and of empty lists: drawings, which are symbols (`add-drawings.ts`), and
 * small photos, which the server makes.
 */

/**
 * Shows that a list has nothing yet: a drawing, one sentence, and what can be done next.
 *
 * @param drawing a symbol of `drawings/empty.svg`
 * @param children at most one button, or a short part with its own
 */
export function EmptyState(props: { drawing: string; text: string; children?: ReactNode }) {
  const { drawing, text, children } = props;
  return (
    <div className="empty-state">
      <svg viewBox="0 0 96 72" aria-hidden="true">
        <use href={`#empty-${drawing}`} />
      </svg>
      <p>{text}</p>
      {children}
    </div>
  );
}

/**
 * A drawing of a kind of section. It is hidden from screen readers, because a text beside it names
 * the kind.
 *
 * @param kind a symbol of `drawings/sections.svg`
 */
export function SectionDrawing({ kind }: { kind: string }) {
  return (
    <svg className="drawing" viewBox="0 0 64 40" aria-hidden="true">
      <use href={`#sections-${kind}`} />
    </svg>
  );
}

/**
 * A small photo. Its alternative text is empty, because the name is beside it. Without `src` it
 * leaves the same room empty.
 */
export function Thumbnail({ src }: { src: string | undefined }) {
  if (!src) return <span className="thumbnail" />;
  return <img className="thumbnail" src={src} alt="" loading="lazy" />;
}
