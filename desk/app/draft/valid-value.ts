import * as v from 'valibot';
import { messagesSchema } from '../../../site/content/content.ts';
import type { DeskState } from './draft-store.ts';
import { lastValid } from './last-valid.ts';

/** The value of each file as it was last shown. */
const lastShown = new Map<string, unknown>();

/** Returns a file as it is typed, with each wrong part as it was before. */
export function validValue<Schema extends v.GenericSchema>(
  { files }: Pick<DeskState, 'files'>,
  file: string,
  schema: Schema,
): v.InferOutput<Schema> {
  const value = lastValid(schema, files[file], lastShown.get(file));
  lastShown.set(file, value);
  return v.is(schema, value) ? v.parse(schema, value) : value;
}

export const messagesIn = (desk: Pick<DeskState, 'files'>) =>
  validValue(desk, 'messages.yaml', messagesSchema);
