/**
 * The title of the panel beside a page.
 *
 * @param name what is called by its own name comes first: a section, a page
 * @param line what it is: a kind of section, an address
 */
export function PanelTitle({ name, line }: { name: string; line?: string | undefined }) {
  return (
    <h1 tabIndex={-1}>
      <span>{name}</span>
      {line && <span className="help"> {line}</span>}
    </h1>
  );
}
