import type { ReactNode } from 'react';
import * as v from 'valibot';
import type { FieldPath, SchemaNode } from '../../../site/content-walk.ts';
import type { Finding } from '../../api.ts';
import { useFindings } from '../Desk.tsx';
import { optionLabel } from './option-labels.ts';

/** The id of a field's control, by which the page finds it. */
export const fieldId = (file: string, path: FieldPath) => `${file}:${path.join('.')}`;

/** Moves the focus to a field, or to the group that will hold it. */
export function focusField(file: string, path: FieldPath): boolean {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const element = document.getElementById(fieldId(file, path.slice(0, depth)));
    const control = element?.matches('fieldset')
      ? element.querySelector<HTMLElement>('input, select, textarea, button, [contenteditable]')
      : element;
    if (!control) continue;
    control.closest('details')?.setAttribute('open', '');
    control.focus();
    control.scrollIntoView({ block: 'center' });
    if (control instanceof HTMLInputElement) control.select();
    return true;
  }
  return false;
}

/** A field's name for the caterer. */
export function titleOf(schema: SchemaNode, path: FieldPath): string {
  const title = v.getTitle(schema) ?? (schema.wrapped && v.getTitle(schema.wrapped));
  return title ?? optionLabel(String(path.at(-1)));
}

/** Schemas explain fields to who writes YAML too; the desk leaves such explanations out. */
const ABOUT_FILES =
  /\.yaml|\banker|\bmap\b|\btrue\b|""|één van: |met een punt|label en to|\{ en \}|één of meer/;

/** The help text of the schema, without what the label says already. */
export function helpOf(schema: SchemaNode): string | undefined {
  const description =
    v.getDescription(schema) ?? (schema.wrapped && v.getDescription(schema.wrapped));
  const help = description?.replace(/,? (?:tussen|zonder) aanhalingstekens/g, '');
  if (!help || ABOUT_FILES.test(help)) return undefined;
  const title = v.getTitle(schema) ?? (schema.wrapped && v.getTitle(schema.wrapped)) ?? '';
  const text = help.toLowerCase().replace(/^(?:de|het|een) /, '');
  if (text.startsWith(title.toLowerCase()) && text.length < title.length + 20) return undefined;
  return help.charAt(0).toUpperCase() + help.slice(1);
}

export function Problems({ id, findings }: { id?: string; findings: Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <p className="problem" id={id} role="alert">
      {findings.map(({ message }) => message).join(' ')}
    </p>
  );
}

/** Several fields that belong together. */
export function Group(props: {
  label: string;
  help?: string | undefined;
  file: string;
  path: FieldPath;
  children: ReactNode;
}) {
  const findings = useFindings(props.file, props.path);
  return (
    <fieldset className="group" id={fieldId(props.file, props.path)}>
      <legend>{props.label}</legend>
      {props.help && <p className="help">{props.help}</p>}
      <Problems findings={findings} />
      {props.children}
    </fieldset>
  );
}

/** One field: its name, its control, its help, and what is wrong with it. */
export function Row(props: {
  id: string;
  label?: string;
  help?: string | undefined;
  findings?: Finding[];
  isOptional?: boolean;
  /** `file path`: what the canvas shows while the field is in use. */
  place?: string;
  children: ReactNode;
}) {
  const { id, label, help, findings = [] } = props;
  return (
    <div className="field" data-place={props.place}>
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
      <Problems id={`${id}-problem`} findings={findings} />
    </div>
  );
}
