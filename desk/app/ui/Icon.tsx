/**
 * An icon. It is hidden from screen readers, because a text beside it has the same meaning.
 *
 * @param name a symbol of `public/icons.svg`
 */
export function Icon({ name }: { name: string }) {
  return (
    <svg className="icon-drawing" data-icon={name} aria-hidden="true">
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}
