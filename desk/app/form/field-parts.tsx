import type { ReactNode } from 'react';
import * as v from 'valibot';
import type { FieldPath, SchemaNode } from '../../../site/content-walk.ts';
import type { Problem } from '../../api.ts';
import { useDesk } from '../Desk.tsx';
import { optionLabel } from './option-labels.ts';

/** What every field of a form has: its name, its help, and what the build says of it. */
export function titleOf(schema: SchemaNode, path: FieldPath): string {
  const told = v.getTitle(schema) ?? (schema.wrapped && v.getTitle(schema.wrapped));
  return told ?? optionLabel(String(path.at(-1)));
}

/**
 * What the schema says should stand there, without what only a writer of YAML needs, and without what
 * the label says already.
 */
export function helpOf(schema: SchemaNode): string | undefined {
  const told = v.getDescription(schema) ?? (schema.wrapped && v.getDescription(schema.wrapped));
  const title = v.getTitle(schema) ?? (schema.wrapped && v.getTitle(schema.wrapped)) ?? '';
  const help = told?.replace(
    /,? (?:tussen|zonder) aanhalingstekens|^true: |; "" .*$|, of "".*$/g,
    '',
  );
  const repeated = [title, `de ${title}`, `het ${title}`, `een ${title}`];
  return repeated.some((one) => one.toLowerCase() === help?.toLowerCase()) ? undefined : help;
}

/** What the build says of exactly this place. */
export function useProblems(file: string, path: FieldPath): Problem[] {
  const place = path.join('.');
  return useDesk().problems.filter((one) => one.file === file && one.path.join('.') === place);
}

export function Problems({ id, problems }: { id?: string; problems: Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <p className="problem" id={id} role="alert">
      {problems.map(({ now, expected }) => `Nu: ${now}. Verwacht: ${expected}.`).join(' ')}
    </p>
  );
}

export function Group(props: {
  label: string;
  help?: string | undefined;
  file: string;
  path: FieldPath;
  tools?: ReactNode;
  children: ReactNode;
}) {
  const problems = useProblems(props.file, props.path);
  return (
    <fieldset className="group">
      <legend>{props.label}</legend>
      {props.tools}
      {props.help && <p className="help">{props.help}</p>}
      <Problems problems={problems} />
      {props.children}
    </fieldset>
  );
}

export function Row(props: {
  id: string;
  label?: string;
  help?: string | undefined;
  problems: Problem[];
  isOptional?: boolean;
  children: ReactNode;
}) {
  const { id, label, help, problems } = props;
  return (
    <div className="field">
      {label && (
        <label htmlFor={id} id={`${id}-label`}>
          {label}
          {props.isOptional && <span className="optional-mark"> (mag leeg)</span>}
        </label>
      )}
      {props.children}
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      <Problems id={`${id}-problem`} problems={problems} />
    </div>
  );
}
