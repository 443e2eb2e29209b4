export const PAGE_PATHS_ID = 'page-paths';

/** Suggestions for links; once in each document. */
export function PagePaths({ paths }: { paths: string[] }) {
  return (
    <datalist id={PAGE_PATHS_ID}>
      {paths.map((path) => (
        <option key={path} value={path} />
      ))}
    </datalist>
  );
}
