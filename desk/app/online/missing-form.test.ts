import { expect, test } from 'vitest';
import { applyOperation } from '../../shared/operations.ts';
import type { DraftSection, Files } from '../../shared/pages.ts';
import type { MaybeValue, Value } from '../../shared/values.ts';
import { findFormRestoration } from './missing-form.ts';

const FORM: DraftSection = { kind: 'enquiry-form', heading: 'Vraag', intro: 'Vertel.' };
const page = (path: string, sections: Value[], more: object = {}): Value => ({
  path,
  title: path,
  description: path,
  sections,
  ...more,
});
const HOME = page('/home', [{ kind: 'quote', text: 'Lekker', who: 'An' }], { redirects: ['/'] });
const ASK = page('/aanvraag', [{ kind: 'quote', text: 'Lekker', who: 'An' }, { ...FORM }]);

/** The pages after the form was restored. */
function restored(files: Files, online: { path: string; value: Value }[] = []) {
  const form = findFormRestoration(files, online, FORM);
  const changed = Object.entries(form?.changes ?? {}).map(([file, operations]) => [
    file,
    operations.reduce<MaybeValue>(applyOperation, files[file]),
  ]);
  return { label: form?.label, files: { ...files, ...Object.fromEntries(changed) } };
}

test('restoring the form shows a hidden page that has it', () => {
  const files = { 'pages/home.yaml': HOME, 'pages/ask.yaml': { ...(ASK as object), hidden: true } };
  expect(restored(files).files['pages/ask.yaml']).toEqual(ASK);
});

test('restoring the form shows a hidden form on a page that is shown', () => {
  const hidden = page('/aanvraag', [
    { kind: 'quote', text: 'Lekker', who: 'An' },
    { ...FORM, hidden: true },
  ]);
  const files = { 'pages/home.yaml': HOME, 'pages/ask.yaml': hidden };
  expect(restored(files).files['pages/ask.yaml']).toEqual(ASK);
});

test('a removed page with the form is restored as it is online', () => {
  const online = [
    { path: 'pages/home.yaml', value: HOME },
    { path: 'pages/ask.yaml', value: ASK },
  ];
  const { label, files } = restored({ 'pages/home.yaml': HOME }, online);
  expect(files['pages/ask.yaml']).toEqual(ASK);
  expect(label).toContain('/aanvraag');
});

test('without any form the home page gets one', () => {
  const { files } = restored({ 'pages/home.yaml': HOME });
  expect((files['pages/home.yaml'] as { sections: Value[] }).sections.at(-1)).toEqual(FORM);
});
