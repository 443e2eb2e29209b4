import { useId, useState } from 'react';
import { NOT_FOUND_PATH, pageSchema } from '../../../site/content.ts';
import { useDesk } from '../Desk.tsx';
import { helpOf, Row, SchemaFields, titleOf, useProblems } from '../form/SchemaField.tsx';
import { type DraftPage, withAddress } from './page-values.ts';

/** What holds for a page as a whole. */
export function PageSettings({ file, page }: { file: string; page: DraftPage }) {
  const without = [
    'sections',
    'path',
    ...(page.path === NOT_FOUND_PATH ? ['redirects', 'navigation', 'hidden'] : []),
  ];
  return (
    <>
      <h1 tabIndex={-1}>Titel, adres en menu</h1>
      {page.path !== NOT_FOUND_PATH && <Address file={file} page={page} />}
      <SchemaFields schema={pageSchema} file={file} path={[]} without={without} />
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
      dispatch({ type: 'put', files: { [file]: withAddress(page, typed, saved[file]) } });
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
