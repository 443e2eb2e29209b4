/**
 * Replaces `{name}` placeholders in a message: `fillIn('Foto {index} van {count}', { index: 2,
 * count: 5 })`.
 */
export function fillIn(message: string, values: Record<string, string | number>): string {
  return message.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
