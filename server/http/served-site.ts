import type { ReleaseManifest } from '../../release/manifest.ts';
import type { Captcha } from '../enquiries/captcha/captcha.ts';
import type { Site } from './site.ts';

/** Everything that depends on the current release. */
export interface ServedSite extends Site {
  manifest: ReleaseManifest;
  captcha: Captcha;
  /** 'werktafel.maanzaad.example' */
  deskHost: string;
  /** Origins that may call the API, besides the request's own host. */
  origins: ReadonlySet<string>;
}
