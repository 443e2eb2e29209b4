/** '1 november 2026'; with the time: '1 november 2026 om 13:00'. */
export function formatDay(ms: number, timeStyle?: 'short'): string {
  return new Date(ms).toLocaleString('nl-BE', { dateStyle: 'long', timeStyle });
}
