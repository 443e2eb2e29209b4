import { mkdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Photo, type PhotoCropName, TALL_MEDIA } from '../../site/picture/photo.ts';
import { ContentError, type Finding, findingAbout } from '../content/finding.ts';
import { linkOrCopy } from '../keep-content.ts';
import { cacheKey, dropUnused, makeOnce, wasMade } from '../make-once.ts';
import type { PublishProgress } from '../progress.ts';
import { type EncodedPhoto, type EncodeOptions, encodePhoto, encodingOf } from './encode-photo.ts';
import { UnreadablePhotoError } from './read-original.ts';
import { describeUnreadable } from './unreadable-photo.ts';
import { BRIGHTNESS, type Brightness, measureBrightness, shadeFor } from './words-on-photo.ts';

/** Below this a photo looks soft on a large screen; it is used all the same. */
const SHARP_WIDTH = 1280;
/** At most as many as sharp has threads. One less, for the bundler beside them, made a first build half as long again (069). */
const SIDE_BY_SIDE = Math.min(availableParallelism(), 4);

export interface PhotoOriginal extends Omit<EncodeOptions, 'isDraft'> {
  /** 'champagne' */
  id: string;
  /** Absolute. */
  file: string;
  /** What the picture shows. */
  alt: string;
  /** The point to keep in sight, in percent from the left and from the top. */
  focus: [number, number];
}

export interface PreparePhotosOptions {
  /** Gets every file of every photo: '<release>/public/photos'. */
  outDir: string;
  /** Keeps what was made, for the next time. */
  cacheDir: string;
  /** Whether a photo that was not made before comes as a draft. Default: no. */
  isDraft?: boolean | undefined;
  onProgress?: (progress: PublishProgress) => void;
}

/** What the pages need of a photo, and what the style sheet says about it. */
export interface PreparedPhoto extends Photo {
  /** Mean colour, shown until the photo is there: '#c9b79a'. */
  color: string;
  /** The focal point within each crop, in percent. */
  focus: Record<PhotoCropName, [number, number]>;
  /** Of a hero's photo: how bright each crop is behind the words. */
  brightness?: Record<PhotoCropName, Brightness>;
}

/**
 * Makes every photo in the widths and formats that pages ask for. What has been made before comes
 * from the cache, so that only new and changed photos cost time.
 *
 * @returns them by id, in the order given
 * @throws ContentError naming every photo that cannot be read
 */
export async function preparePhotos(
  photos: PhotoOriginal[],
  options: PreparePhotosOptions,
): Promise<{ photos: Map<string, PreparedPhoto>; warnings: Finding[] }> {
  const { outDir, cacheDir, onProgress = () => {} } = options;
  await mkdir(outDir, { recursive: true });
  const made = new Map<string, { photo: PreparedPhoto; encoded: EncodedPhoto }>();
  const errors: Finding[] = [];
  let ready = 0;
  await sideBySide(photos, async (original) => {
    try {
      made.set(original.id, await prepareOne(original, options));
      ready += 1;
      onProgress({ step: 'photos', n: ready, of: photos.length });
    } catch (error) {
      if (!(error instanceof UnreadablePhotoError)) throw error;
      errors.push(await describeUnreadable(original.file, error));
    }
  });
  if (errors.length > 0) throw new ContentError(errors);
  await dropUnused(cacheDir);
  const inOrder = photos.flatMap(({ id }) => made.get(id) ?? []);
  return {
    photos: new Map(inOrder.map(({ photo }) => [photo.id, photo])),
    warnings: inOrder.flatMap(({ photo, encoded }) => adviseOn(photo.id, encoded)),
  };
}

async function prepareOne(
  { id, file, alt, focus, tallFocus, isAwaited }: PhotoOriginal,
  { outDir, cacheDir, isDraft = false }: PreparePhotosOptions,
): Promise<{ photo: PreparedPhoto; encoded: EncodedPhoto }> {
  const bytes = await readFile(file);
  const inFull = { tallFocus, isAwaited };
  const isMade = !isDraft || (await wasMade(cacheDir, cacheKey(bytes, encodingOf(inFull))));
  const options = isMade ? inFull : { ...inFull, isDraft };
  const key = cacheKey(bytes, encodingOf(options));
  const { made, folder, files } = await makeOnce(cacheDir, key, (target) =>
    encodePhoto(bytes, target, options),
  );
  const name = `${id}-${key.slice(0, 8)}`;
  for (const variant of Object.keys(files)) {
    await linkOrCopy(join(folder, variant), join(outDir, `${name}-${variant}`));
  }
  const { full, tall, color } = made;
  const base = `/photos/${name}`;
  const focusWithin = { full: focus, tall: made.tallFocus ?? focus };
  const brightness = tallFocus && {
    brightness: await brightnessOf(bytes, { full: focus, tall: tallFocus }, cacheDir),
  };
  const photo = { id, alt, base, full, ...(tall && { tall }), color, focus: focusWithin };
  return { photo: { ...photo, ...brightness }, encoded: made };
}

/** As it was measured before: a photo is read whole for it. */
async function brightnessOf(
  bytes: Uint8Array,
  focus: Record<PhotoCropName, [number, number]>,
  cacheDir: string,
): Promise<Record<PhotoCropName, Brightness>> {
  const key = cacheKey(bytes, { ...BRIGHTNESS, focus });
  const { made } = await makeOnce(cacheDir, key, () => measureBrightness(bytes, focus));
  return made;
}

/** Each of them, a few at a time. The first failure starts no more, and is thrown. */
async function sideBySide<Item>(items: Item[], handle: (item: Item) => Promise<void>) {
  const waiting = [...items];
  const workOff = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      await handle(item).catch((error) => {
        waiting.length = 0;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, workOff));
}

/** What the caterer could do better with a photo that is used all the same. */
function adviseOn(id: string, { full, tooHeavy }: EncodedPhoto): Finding[] {
  const advice: string[] = [];
  if (full.width < SHARP_WIDTH) {
    advice.push(
      `De foto '${id}' is ${full.width} beeldpunten breed; vanaf ${SHARP_WIDTH} is ze scherp op een groot scherm.`,
    );
  }
  if (tooHeavy) {
    advice.push(
      `De foto '${id}' blijft te zwaar, zodat de pagina traag opent; neem een rustiger foto, met minder korrel en fijne details.`,
    );
  }
  return advice.map((message) => findingAbout('warning', 'photos/photos.yaml', message));
}

/**
 * One rule a photo: the colour that stands in its place until it is there, and the point that stays
 * in sight when its frame cuts it off; for a hero's, the shade that words on it need. Among the
 * page's styles, as the CSP forbids `style` attributes.
 *
 * @param names of the photos that a page shows
 * @param colors of the brand: the shade is of the one, the words of the other
 */
export function photoColorsCss(
  photos: ReadonlyMap<string, PreparedPhoto>,
  names: ReadonlySet<string>,
  colors: { ink: string; paper: string },
): string {
  const shown = [...photos.values()].filter(({ id }) => names.has(id));
  const shadeRule = (id: string, brightness: Brightness) => {
    const { bar, words } = shadeFor(brightness, colors);
    return `[data-words-on="${id}"]{--bar-shade:${bar};--words-shade:${words}}`;
  };
  const rules = shown.map(({ id, color, focus, brightness }) => {
    const [x, y] = focus.full;
    const rule = `[data-photo="${id}"]{background-color:${color};object-position:${x}% ${y}%}`;
    return brightness ? rule + shadeRule(id, brightness.full) : rule;
  });
  const tallRules = shown.flatMap(({ id, tall, focus, brightness }) => {
    const [x, y] = focus.tall;
    const rule = `[data-photo="${id}"][data-tall]{object-position:${x}% ${y}%}`;
    if (!tall) return [];
    return brightness ? [rule, shadeRule(id, brightness.tall)] : [rule];
  });
  if (tallRules.length > 0) rules.push(`@media ${TALL_MEDIA}{${tallRules.join('')}}`);
  return `@layer base{${rules.join('')}}`;
}
