import type { Release } from '../../api.ts';

/** A place where the site is online; one implementation for each way. */
export interface SiteOnline {
  /** The id of what is online now; undefined before the first time. */
  current(): Promise<string | undefined>;
  /** The newest first. */
  releases(): Promise<Release[]>;
  /** A folder with the content that a release was made of. */
  contentOf(id: string): Promise<string>;
  /** Whether what is online is no news to this desk, which put `known` there itself. */
  isKnown(known: string | undefined): Promise<boolean>;
  /**
   * Puts `content/` online.
   *
   * @param summary one line of Dutch about what changes
   * @returns its id
   */
  publish(step: Step, summary: string): Promise<string>;
  /** Puts an earlier release online. @returns what is online then */
  restore(id: string, step: Step): Promise<string>;
  /** @throws RunError or Error when it does not work */
  attempt(): Promise<void>;
}

export type Step = (line: string) => void;

const RELEASE_ID = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\d{3}Z-[0-9a-f]{1,64}$/;

export const isReleaseId = (id: string) => RELEASE_ID.test(id);

/** When a release was made, in ISO 8601: it stands in its name. */
export const timeOf = (id: string) => id.replace(RELEASE_ID, '$1-$2-$3T$4:$5:$6Z');
