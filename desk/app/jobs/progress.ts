import type { Job } from '../../shared/api.ts';

type Step = NonNullable<Job['progress']>['step'];

export const JOB_NAMES: Record<Job['kind'], string> = {
  publish: 'Je site wordt klaargemaakt',
  preview: 'Je voorbeeld wordt klaargemaakt',
  erase: 'Het bestand wordt overal gewist',
};

/** The text after the job's name, ': 3 van 30'; empty for a step without a count. */
export function describeCount({ progress }: Pick<Job, 'progress'>): string {
  return progress && 'of' in progress ? `: ${progress.n} van ${progress.of}` : '';
}

/** The share of each step in the whole work, in the order in which the steps report progress. */
const STEP_WEIGHTS: Record<Step, number> = {
  content: 1,
  // Bundling runs beside the photos, and reports no progress after them.
  bundle: 0,
  photos: 4,
  pages: 4,
  compress: 4,
  switch: 1,
  serve: 1,
};

/** The steps that a preview lacks, because its files are served as they are written. */
const NOT_OF_A_PREVIEW: Step[] = ['compress', 'serve'];

/** The progress of a job from 0 to 1; undefined while it is unknown. */
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
