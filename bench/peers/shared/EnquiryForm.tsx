'use client';
import { type FormEvent, useState } from 'react';
import type { Field, Form } from './content.ts';

type Errors = Record<string, string | undefined>;
type State = 'open' | 'pending' | 'sent' | 'failed';

export function EnquiryForm({ form }: { form: Form }) {
  const [errors, setErrors] = useState<Errors>({});
  const [filled, setFilled] = useState<Record<string, boolean>>({});
  const [state, setState] = useState<State>('open');
  const fields = form.groups.flatMap((group) => group.fields);
  const missing = fields.filter(({ name, required }) => required && !filled[name]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const answers = Object.fromEntries(new FormData(event.currentTarget));
    const wrong = fields
      .map((field) => [field.name, problemOf(field, String(answers[field.name] ?? ''), form)])
      .filter(([, problem]) => problem);
    setErrors(Object.fromEntries(wrong));
    if (wrong[0]) return document.getElementById(`enquiry-${wrong[0][0]}`)?.focus();
    setState('pending');
    const response = await fetch('/api/mail', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(answers),
    }).catch(() => undefined);
    setState(response?.ok ? 'sent' : 'failed');
  }

  if (state === 'sent') return <p role="status">{form.success}</p>;
  return (
    <form
      noValidate
      aria-label={form.label}
      onSubmit={send}
      onReset={() => {
        setErrors({});
        setFilled({});
      }}
      onInput={({ target }) => {
        const { name, value } = target as HTMLInputElement;
        setFilled({ ...filled, [name]: value.trim() !== '' });
        setErrors({ ...errors, [name]: undefined });
      }}
    >
      <p>{form.requiredNote}</p>
      {form.groups.map(({ legend, fields }) => (
        <fieldset key={legend}>
          <legend>{legend}</legend>
          {fields.map((field) => (
            <FieldRow
              key={field.name}
              field={field}
              choose={form.choose}
              error={errors[field.name]}
            />
          ))}
        </fieldset>
      ))}
      <label className="visually-hidden" aria-hidden="true">
        Website <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
      <p role="status">
        {state === 'pending' && form.pending}
        {state === 'failed' && form.error}
      </p>
      <button type="submit" className="button" disabled={state === 'pending'}>
        {form.submit}
      </button>
      {missing.length > 0 && (
        <p className="missing">
          {form.missing}{' '}
          {missing.map(({ name, label }, place) => (
            <span key={name}>
              {place > 0 && ', '}
              <a href={`#enquiry-${name}`}>{label}</a>
            </span>
          ))}
        </p>
      )}
      <button type="reset" className="cancel">
        {form.cancel}
      </button>
    </form>
  );
}

function FieldRow(props: { field: Field; choose: string; error: string | undefined }) {
  const { field, choose, error } = props;
  const id = `enquiry-${field.name}`;
  const common = {
    id,
    name: field.name,
    'aria-required': field.required !== undefined,
    'aria-invalid': error !== undefined,
    'aria-describedby': `${id}-error`,
  };
  return (
    <div className="field" data-width={field.width}>
      <label htmlFor={id}>
        {field.label} {field.required && <span className="star">*</span>}
      </label>
      {field.kind === 'select' && (
        <select {...common}>
          <option value="">{choose}</option>
          {field.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
      {field.kind === 'textarea' && <textarea {...common} rows={8} />}
      {field.kind === 'input' && (
        <input
          {...common}
          type={field.type}
          inputMode={field.inputMode}
          autoComplete={field.autoComplete}
        />
      )}
      <p className="error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}

function problemOf(field: Field, value: string, form: Form): string | undefined {
  const text = value.trim();
  if (text === '') return field.required;
  if (field.type === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return form.emailInvalid;
  if (field.name === 'date' && !isDate(text)) return form.dateInvalid;
  if (field.name === 'personCount' && !/^\d+$/.test(text)) return form.countInvalid;
  return undefined;
}

/** @param text 'dd/mm/jjjj' */
function isDate(text: string): boolean {
  const [day = 0, month = 0, year = 0] = text.split('/').map(Number);
  const date = new Date(year, month - 1, day);
  return date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day;
}
