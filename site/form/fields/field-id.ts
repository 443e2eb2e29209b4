import type { VisibleField } from '../../../enquiry/fields.ts';

/** Anchor of a control, so that a link can lead to it. */
export function fieldId(name: VisibleField): string {
  return `enquiry-${name}`;
}
