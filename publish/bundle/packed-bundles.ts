import { resolve } from 'node:path';
import { exists } from '../../runtime/find-files.ts';

/** The folder of bundles in a packed version, which has no bundler (`deploy/pack.sh`). */
export const BUNDLES = 'bundles';

/** The folder of a packed bundle or, without one, of a bundle that is made now. */
export async function packedOrBuilt(name: string, make: () => Promise<string>): Promise<string> {
  const packed = resolve(BUNDLES, name);
  return (await exists(packed)) ? packed : make();
}
