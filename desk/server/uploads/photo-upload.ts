import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { UPLOAD_LIMITS } from '../../api.ts';
import type { DeskFolders } from '../folders.ts';
import { RefusalError } from '../refusal.ts';
import type { PhotoRefusal } from './decode-photo.ts';

/** 50 megapixels of HEIC take some ten seconds on a slow laptop. */
const DECODE_WITHIN_MS = 60_000;
const DECODER = join(import.meta.dirname, 'decode-photo.ts');

const REFUSALS: Record<PhotoRefusal | 'too-slow', string> = {
  'too-many-pixels': `Deze foto heeft te veel beeldpunten: hoogstens ${UPLOAD_LIMITS.photoPixels / 1e6} miljoen. Bewaar hem kleiner, 4000 beeldpunten breed is ruim genoeg.`,
  'too-small': 'Deze foto is te klein: neem er een van minstens 1280 beeldpunten breed.',
  'no-photo': 'Dit is geen foto die we kennen. Neem een JPEG, PNG, WebP, AVIF of HEIC.',
  damaged: 'Deze foto is beschadigd. Kopieer hem opnieuw van je telefoon of camera.',
  'too-slow': 'Deze foto laat zich niet openen. Bewaar hem opnieuw als JPEG en probeer nog eens.',
};

/**
 * Makes of an upload a photo to keep: a JPEG, upright, without place and camera.
 *
 * @throws RefusalError 422 in Dutch
 */
export async function readPhotoUpload({ deskDir }: DeskFolders, bytes: Buffer): Promise<Buffer> {
  const folder = join(deskDir, 'uploads', randomUUID());
  const [input, output] = [join(folder, 'input'), join(folder, 'photo.jpg')];
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(input, bytes);
    const said = await decode(input, output);
    if (said === 'ok') return await readFile(output);
    throw new RefusalError(422, REFUSALS[said]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** In a process of its own: what hangs or eats all memory there is ended, and the desk goes on. */
function decode(input: string, output: string): Promise<PhotoRefusal | 'too-slow' | 'ok'> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [DECODER, input, output], {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: DECODE_WITHIN_MS,
      killSignal: 'SIGKILL',
    });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    child.on('error', reject);
    child.on('close', (_, signal) => {
      if (signal) resolve('too-slow');
      else resolve(said === 'ok' || said in REFUSALS ? (said as PhotoRefusal | 'ok') : 'damaged');
    });
  });
}
