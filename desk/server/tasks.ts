import type { PublishProgress } from '../../publish/progress.ts';
import type { publishRelease } from '../../publish/publish-release.ts';
import type { PhotoInput } from './photos/convert-photo.ts';

/** Heavy work, which `worker/` runs in child processes. */
export interface Tasks {
  publish(options: {
    contentDir: string;
    siteDir: string;
    cacheDir: string;
    skipsIfUnchanged?: boolean;
    isPreview?: boolean;
    sendsNothing?: boolean;
  }): ReturnType<typeof publishRelease>;
  bundle(options: { cacheDir: string }): Promise<string>;
  upload(photo: PhotoInput): Promise<Buffer>;
  scale(photo: PhotoInput): Promise<Buffer>;
  /** Returns the bytes to store: a PNG is scaled and has no metadata. */
  logo(logo: { name: string; bytes: Buffer }): Promise<Buffer>;
}

export type RunTask = <Task extends keyof Tasks>(
  task: Task,
  input: Parameters<Tasks[Task]>[0],
  onProgress?: (progress: PublishProgress) => void,
) => ReturnType<Tasks[Task]>;
