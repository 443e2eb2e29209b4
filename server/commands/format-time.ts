/** 'yyyy-mm-dd hh:mm' on this machine's clock. */
export function formatTime(ms: number): string {
  // The Swedish locale writes dates as ISO 8601.
  return new Date(ms).toLocaleString('sv-SE').slice(0, 16);
}
