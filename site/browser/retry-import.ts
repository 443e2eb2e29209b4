/**
 * Makes a dynamic import that can be tried again. Several browsers remember a failed module until
 * the page is reloaded (whatwg/html#6768). With another fragment the same file is another module.
 * The browser names the file in its error, except in Safari.
 *
 * @returns the import; each call after a failure tries again
 */
export function retryableImport<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let failures = 0;
  let failedUrl: string | undefined;
  return async () => {
    try {
      if (failedUrl === undefined) return await load();
      return await import(/* @vite-ignore */ `${failedUrl}#${failures}`);
    } catch (error) {
      failures += 1;
      failedUrl ??= /https?:\S+\.js/.exec(String(error))?.[0];
      throw error;
    }
  };
}
