/**
 * Wraps a dynamic import so that it can be retried. Several browsers cache the failure of a module
 * until the page is reloaded (whatwg/html#6768); with a different fragment, the same file counts as
 * another module. Its URL is taken from the browser's error message, which lacks it in Safari.
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
