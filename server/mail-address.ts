import * as v from 'valibot';
import { emailSchema } from '../enquiry/enquiry.ts';
import type { MailAddress } from './store/store.ts';

/** `info@maanzaad.example`, or `Maanzaad <info@maanzaad.example>`. */
const WITH_NAME = /^"?([^<>"@\p{Cc}]+?)"?\s*<([^<>]+)>$/u;

/**
 * Reads one mail address, with or without a name. The address must be one that the form would take
 * from a visitor: reachable on the public internet.
 *
 * @returns undefined when it is not one
 */
export function parseMailAddress(text: string): MailAddress | undefined {
  const [, name = '', address = text] = WITH_NAME.exec(text) ?? [];
  return v.is(emailSchema, address) ? { name, address } : undefined;
}
