/**
 * Hidden from screen readers: a text beside it says the same.
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
