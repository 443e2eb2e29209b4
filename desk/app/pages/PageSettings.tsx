import { useId, useState } from 'react';
import { NOT_FOUND_PATH, pageSchema } from '../../../site/content.ts';
import { type DraftPage, withAddress } from '../../pages.ts';
import { useDesk } from '../Desk.tsx';
import { helpOf, Row, titleOf, useProblems } from '../form/field-parts.tsx';
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
      <Address file={file} page={page} />
      <SchemaFields {...fields} without={['sections', 'path', 'redirects']} />
      {/* Last: a changed address adds to it, and what stands below would move away under the hand. */}
      <SchemaFields {...fields} only={['redirects']} />
    </>
  );
}

/** Taken over when the field is left: every letter on the way would leave a redirect behind. */
function Address({ file, page }: { file: string; page: DraftPage }) {
  const { saved, dispatch } = useDesk();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const schema = pageSchema.entries.path;
  const problems = useProblems(file, ['path']);
  const takeOver = () => {
    if (typed !== undefined && typed !== page.path) {
      dispatch({
        type: 'put',
        files: { [file]: withAddress(page, typed, saved[file] as DraftPage | undefined) },
      });
    }
    setTyped(undefined);
  };
  return (
    <Row
      id={id}
      label={titleOf(schema, ['path'])}
      help={`${helpOf(schema)}. Wie het oude adres kent, komt vanzelf hier terecht.`}
      problems={problems}
    >
      <input
        id={id}
        value={typed ?? page.path}
        aria-invalid={problems.length > 0 || undefined}
        aria-describedby={`${id}-help`}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={takeOver}
        onKeyDown={(event) => event.key === 'Enter' && takeOver()}
      />
    </Row>
  );
}
