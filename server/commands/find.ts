import { type EnquiryRecord, readEnquiries } from '../store/enquiry-records.ts';
import type { OpenDatabase } from './open-database.ts';

/**
 * The one enquiry that an id names, whole or in its first letters.
 *
 * @throws Error when there is none, or more than one
 */
export async function findOne({ db }: OpenDatabase, id: string): Promise<EnquiryRecord> {
  if (!/^[0-9a-f-]{4,36}$/.test(id)) {
    throw new Error(`${JSON.stringify(id)} is no id; expected at least 4 of its characters.`);
  }
  const [found, ...others] = await readEnquiries(db, { id });
  if (!found) throw new Error(`No enquiry has an id that begins with ${id}.`);
  if (others.length > 0)
    throw new Error(`${others.length + 1} ids begin with ${id}: give more of it.`);
  return found;
}

/** @throws Error when it is no e-mail address */
export function asAddress(word: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(word)) return word;
  throw new Error(`${JSON.stringify(word)} is no e-mail address.`);
}
