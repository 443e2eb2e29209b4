import type { SchemaNode } from '../../../site/content-walk.ts';
import { Problems, titleOf, useProblems } from '../form/field-parts.tsx';
import { SchemaFields } from '../form/SchemaField.tsx';

/** A file of `content/` as a form. */
export function FormScreen(props: {
  title: string;
  help: string;
  file: string;
  schema: SchemaNode;
  without?: string[];
  /** Its groups folded: there are many. */
  isFolded?: boolean;
}) {
  const { title, help, file, schema, without = [], isFolded } = props;
  const groups = Object.entries(schema.entries ?? {}).filter(([key]) => !without.includes(key));
  return (
    <div className="screen form">
      <h1>{title}</h1>
      <p className="lead">{help}</p>
      <Problems problems={useProblems(file, [])} />
      {isFolded ? (
        groups.map(([key, group]) => (
          <details key={key}>
            <summary>{titleOf(group, [key])}</summary>
            <SchemaFields schema={group} file={file} path={[key]} />
          </details>
        ))
      ) : (
        <SchemaFields schema={schema} file={file} path={[]} without={without} />
      )}
    </div>
  );
}
