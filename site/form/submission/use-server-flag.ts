import { useEffect, useState } from 'react';
import { useFormContent } from '../form-content.tsx';
import { browserFlagSource, watchServerFlag } from './server-flag.ts';
import { whenShown } from './when-shown.ts';

/** The specification's server flag; undefined until the first answer. */
export function useServerFlag(): boolean | undefined {
  const { base } = useFormContent().api;
  const [flag, setFlag] = useState<boolean>();
  useEffect(() => whenShown(() => watchServerFlag(setFlag, browserFlagSource(base))), [base]);
  return flag;
}
