/** What publishing does now; of steps with many parts, how many are done. */
export interface PublishProgress {
  step: 'content' | 'bundle' | 'photos' | 'pages' | 'compress' | 'switch';
  n?: number;
  of?: number;
}

export type OnProgress = (progress: PublishProgress) => void;
