import { useSyncExternalStore } from 'react';
import type { FieldPath } from '../../../site/schema/content-walk.ts';
import type { Finding } from '../../shared/api.ts';
import { getDeskState, subscribe } from './app-store.ts';

export const useDeskState = () => useSyncExternalStore(subscribe, getDeskState);

export function useFindings(file: string, path: FieldPath): Finding[] {
  const joined = path.join('.');
  const { findings } = useDeskState().content;
  return findings.filter((finding) => {
    return (
      finding.severity === 'error' && finding.file === file && finding.path.join('.') === joined
    );
  });
}

/** The errors in a group or list, at any depth. */
export function useErrorsIn(file: string, path: FieldPath): Finding[] {
  return useErrors().filter((finding) => {
    return finding.file === file && path.every((step, index) => finding.path[index] === step);
  });
}

/** The errors, each of which blocks 'Zet online'. */
export const useErrors = () =>
  useDeskState().content.findings.filter(({ severity }) => severity === 'error');
