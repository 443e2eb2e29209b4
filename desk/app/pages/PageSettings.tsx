import { useState } from 'react';
import { NOT_FOUND_PATH, pageSchema } from '../../../site/content.ts';
import type { Operation, Value } from '../../operations.ts';
import { type DraftPage, pagesOf, withAddress } from '../../pages.ts';
import { useDesk, useFindings } from '../Desk.tsx';
import { fieldId, Row, titleOf } from '../form/field-parts.tsx';
import { SchemaFields } from '../form/SchemaField.tsx';

/** What holds for a page as a whole. */
export function PageSettings({ file, page }: { file: string; page: DraftPage }) {
  const fields = { schema: pageSchema, file, path: [] };
  if (page.path === NOT_FOUND_PATH) {
    return (
      <>
        <h1 tabIndex={-1}>Titel</h1>
        <SchemaFields {...fields} only={['title', 'description']} />
      </>
    );
  }
  return (
    <>
      <h1 tabIndex={-1}>Titel, adres en menu</h1>
      <SchemaFields {...fields} only={['title']} />
      <MenuField file={file} page={page} />
      <Address file={file} page={page} />
      <SchemaFields {...fields} only={['description', 'socialPicture', 'hidden', 'redirects']} />
    </>
  );
}

/** In the menu or not, and under what name; its place is moved in the list of pages. */
function MenuField({ file, page }: { file: string; page: DraftPage }) {
  const { files, set } = useDesk();
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={page.navigation !== undefined}
          onChange={({ target }) =>
            set(file, ['navigation'], target.checked ? menuEntry(page, files) : undefined)
          }
        />
        In het menu
      </label>
      {page.navigation && (
        <SchemaFields
          schema={pageSchema.entries.navigation.wrapped}
          file={file}
          path={['navigation']}
          only={['label']}
        />
      )}
    </>
  );
}

/** Last in the menu, called as the page is. */
export function menuEntry(page: DraftPage, files: Record<string, unknown>): Value {
  const places = pagesOf(files).map(({ page: one }) => one.navigation?.place ?? 0);
  return { label: page.title, place: Math.max(0, ...places) + 1 };
}

/** Taken over when the field is left: every letter on the way would leave a redirect behind. */
function Address({ file, page }: { file: string; page: DraftPage }) {
  const { act, content } = useDesk();
  const [typed, setTyped] = useState<string>();
  const findings = useFindings(file, ['path']);
  const id = fieldId(file, ['path']);
  const takeOver = () => {
    if (typed !== undefined && typed !== page.path) {
      const saved = content.files[file]?.saved?.value as unknown as DraftPage | undefined;
      const { path, redirects } = withAddress(page, typed, saved);
      const leading: Operation = redirects
        ? { kind: 'set', path: ['redirects'], value: redirects }
        : { kind: 'remove', path: ['redirects'] };
      act([
        { file, operation: { kind: 'set', path: ['path'], value: path } },
        ...(redirects || page.redirects ? [{ file, operation: leading }] : []),
      ]);
    }
    setTyped(undefined);
  };
  return (
    <Row
      id={id}
      label={titleOf(pageSchema.entries.path, ['path'])}
      help="Begint met /. Wie het oude adres kent, komt vanzelf hier terecht."
      findings={findings}
    >
      <input
        id={id}
        value={typed ?? page.path}
        aria-invalid={findings.length > 0 || undefined}
        aria-describedby={`${id}-help`}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={takeOver}
        onKeyDown={(event) => event.key === 'Enter' && takeOver()}
      />
    </Row>
  );
}
