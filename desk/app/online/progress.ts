import type { Job } from '../../shared/api.ts';

type Step = NonNullable<Job['progress']>['step'];

export const JOB_NAMES: Record<Job['kind'], string> = {
  publish: 'Je site wordt klaargemaakt',
  preview: 'Je voorbeeld wordt klaargemaakt',
  erase: 'Het bestand wordt overal gewist',
};

/** ': 3 van 30', after the job's name; empty for a step that is not counted. */
export function describeCount({ progress }: Pick<Job, 'progress'>): string {
  return progress && 'of' in progress ? `: ${progress.n} van ${progress.of}` : '';
}

/** How much of the work each step is, in the order in which they report. */
const STEP_WEIGHTS: Record<Step, number> = {
  content: 1,
  // The bundle begins together with the photos, and reports nothing after them.
  bundle: 0,
  photos: 4,
  pages: 4,
  compress: 4,
  switch: 1,
  serve: 1,
};

/** A preview has no such steps, because it is served as it is written. */
const NOT_OF_A_PREVIEW: Step[] = ['compress', 'serve'];

/** How far a job is, from 0 to 1; undefined while nobody knows. */
export function fractionOf({ kind, progress }: Pick<Job, 'kind' | 'progress'>): number | undefined {
  if (!progress) return undefined;
  const { step, n = 0, of = 1 }: { step: Step; n?: number; of?: number } = progress;
  const steps = (Object.keys(STEP_WEIGHTS) as Step[]).filter((step) => {
    return kind !== 'preview' || !NOT_OF_A_PREVIEW.includes(step);
  });
  const sum = (some: Step[]) => some.reduce((total, step) => total + STEP_WEIGHTS[step], 0);
  const before = sum(steps.slice(0, steps.indexOf(step)));
  return (before + (STEP_WEIGHTS[step] * n) / of) / sum(steps);
}
