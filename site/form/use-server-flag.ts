import { useEffect, useState } from 'react';
import { useSharedContent } from '../shared-content.tsx';
import { browserFlagSource, watchServerFlag } from './server-flag.ts';

/** The specification's server flag; undefined until the first answer. */
export function useServerFlag(): boolean | undefined {
  const { site } = useSharedContent();
  const [flag, setFlag] = useState<boolean>();
  useEffect(() => watchServerFlag(setFlag, browserFlagSource(site.api.base)), [site.api.base]);
  return flag;
}
