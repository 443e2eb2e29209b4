/**
 * The title of the panel beside a page.
 *
 * @param name the item's own name: a section's, a page's
 * @param detail what it is: a kind of section, an address
 */
export function PanelTitle({ name, detail }: { name: string; detail?: string | undefined }) {
  return (
    <h1 tabIndex={-1}>
      <span>{name}</span>
      {detail && <span className="help"> {detail}</span>}
    </h1>
  );
}
