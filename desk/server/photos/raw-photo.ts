import { extname } from 'node:path';

/** The message about a RAW photo, which browsers cannot display. */
export const RAW_MESSAGE =
  'Dit is een RAW-foto, zoals de sensor ze zag. Bewaar ze als JPEG (op je toestel of in je fotoprogramma) en probeer nog eens.';

const RAW_EXTENSIONS = new Set(
  `.3fr .arq .arw .cr2 .cr3 .crw .dcr .dng .erf .fff .iiq .k25 .kdc .mef .mos .mrw .nef .nrw .orf
  .pef .raf .raw .rw2 .rwl .sr2 .srf .srw .x3f`.split(/\s+/),
);

/** Recognises a RAW photo by the file's name, when its bytes are unknown. */
export const hasRawExtension = (name: string) => RAW_EXTENSIONS.has(extname(name).toLowerCase());

/** Signatures, at an offset, of RAW formats that are not based on TIFF. */
const SIGNATURES: [offset: number, text: string][] = [
  [4, 'ftypcrx '], // Canon CR3
  [6, 'HEAPCCDR'], // Canon CRW
  [8, 'CR\x02'], // Canon CR2, else a TIFF
  [0, 'FUJIFILMCCD-RAW'],
  [0, 'IIRO'], // Olympus
  [0, 'IIRS'],
  [0, 'MMOR'],
  [0, 'IIU\0'], // Panasonic
  [0, 'FOVb'], // Sigma
  [0, '\0MRM'], // Minolta
];

/** Tags of TIFF 6.0, TIFF/EP (ISO 12234-2) and DNG 1.7. */
const TAG = { width: 256, photometric: 262, subIfds: 330, dngVersion: 50706 };
/** Values of PhotometricInterpretation: a pixel for each sensor cell, and linear RAW. */
const SENSOR = [32803, 34892];
const MAX_DIRECTORIES = 32;

/**
 * Whether the bytes are a RAW photo. Most are TIFFs whose first image is a small preview, which
 * decoders take for the photo.
 */
export function isRaw(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 32);
  if (SIGNATURES.some(([offset, text]) => head.startsWith(text, offset))) return true;
  const isLittleEndian = head.startsWith('II*\0');
  if (!isLittleEndian && !head.startsWith('MM\0*')) return false;
  const directories = readDirectories(bytes, isLittleEndian);
  const width = directories[0]?.get(TAG.width)?.[0] ?? 0;
  return directories.some((tags, index) => {
    if (tags.has(TAG.dngVersion) || SENSOR.includes(tags.get(TAG.photometric)?.[0] ?? 0))
      return true;
    // The first image is a preview of a larger one.
    return index > 0 && (tags.get(TAG.width)?.[0] ?? 0) > width;
  });
}

type Tags = Map<number, number[]>;

/** The directories of a TIFF with the numbers of their tags, as far as they are intact. */
function readDirectories(bytes: Buffer, isLittleEndian: boolean): Tags[] {
  const read16 = (at: number) => (isLittleEndian ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const read32 = (at: number) => (isLittleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const directories: Tags[] = [];
  const seen = new Set<number>();
  const queue = [read32(4)];
  for (let offset = queue.shift(); offset !== undefined; offset = queue.shift()) {
    const isPossible = offset >= 8 && offset + 2 <= bytes.length && !seen.has(offset);
    if (!isPossible || directories.length >= MAX_DIRECTORIES) continue;
    seen.add(offset);
    const tags: Tags = new Map();
    const end = offset + 2 + 12 * read16(offset);
    for (let at = offset + 2; at < end && at + 12 <= bytes.length; at += 12) {
      tags.set(read16(at), readNumbers(at));
    }
    directories.push(tags);
    if (end + 4 <= bytes.length) queue.push(read32(end));
    queue.push(...(tags.get(TAG.subIfds) ?? []));
  }
  return directories;

  function readNumbers(at: number): number[] {
    const [type, count] = [read16(at + 2), read32(at + 4)];
    if (type === 3 && count <= 2) return [read16(at + 8)];
    if (type !== 4 && type !== 13) return [];
    if (count === 1) return [read32(at + 8)];
    const start = read32(at + 8);
    const most = Math.min(count, MAX_DIRECTORIES, Math.floor((bytes.length - start) / 4));
    return Array.from({ length: Math.max(0, most) }, (_, index) => read32(start + 4 * index));
  }
}
