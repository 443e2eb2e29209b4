/** Whether an address, as it came, belongs to the API: there every answer is JSON, never a page. */
export function isApiPath(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url);
}
