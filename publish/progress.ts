/** The current step of publishing, with a count for steps of many parts. */
export interface PublishProgress {
  step: 'content' | 'bundle' | 'photos' | 'pages' | 'compress' | 'switch';
  n?: number;
  of?: number;
}

export type OnProgress = (progress: PublishProgress) => void;
