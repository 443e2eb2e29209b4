import { MAX_LENGTH, MAX_REQUEST_BYTES } from '../../../enquiry/enquiry.ts';
import type { Field } from '../../../enquiry/field.ts';
import type { VisibleField } from '../../../enquiry/fields.ts';
import { type FormValues, SHOWN_FIELDS, toRequest } from './form-values.ts';

/** Kept free in a request for the captcha's result, which travels twice, in bytes; ALTCHA's takes a fifth. */
const CAPTCHA_BYTES = 2 * 2_048;

/**
 * How much longer a text of several lines may become, in UTF-16 code units as `String.length` counts
 * them; below zero, how much of its end is too much. It is limited by itself and, where letters take
 * several bytes, by what a whole request carries.
 *
 * @param fields default: those of the form
 */
export function charactersLeft(
  values: FormValues,
  name: string,
  locale: string,
  fields: readonly Field[] = SHOWN_FIELDS,
): number {
  const text = values[name as VisibleField] ?? '';
  const request = JSON.stringify(toRequest(values, '', locale, fields));
  const spareBytes = MAX_REQUEST_BYTES - CAPTCHA_BYTES - bytesOf(request);
  const bytesEach = Math.max(1, jsonBytesOf(text) / Math.max(1, text.length));
  const leftInRequest =
    spareBytes < 0 ? -lengthOfEnd(text, -spareBytes) : Math.floor(spareBytes / bytesEach);
  return Math.min(MAX_LENGTH.text - text.length, leftInRequest);
}

/** Length of the shortest end of a text that takes so many bytes; of all of it, when it takes fewer. */
function lengthOfEnd(text: string, bytes: number): number {
  let length = 0;
  let taken = 0;
  for (const character of [...text].reverse()) {
    if (taken >= bytes) break;
    taken += jsonBytesOf(character);
    length += character.length;
  }
  return length;
}

/** As part of a text in JSON, where a quotation mark and a line end take two. */
const jsonBytesOf = (text: string) => bytesOf(JSON.stringify(text)) - 2;
const bytesOf = (text: string) => new TextEncoder().encode(text).length;
