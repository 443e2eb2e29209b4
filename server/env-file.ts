import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { assertKnownSettings } from './settings.ts';

/**
 * The settings in `.env` of the working directory; none when there is no such file.
 *
 * @throws SettingsError about the first name that is no setting
 */
export function readEnvFile(): NodeJS.Dict<string> {
  if (!existsSync('.env')) return {};
  // A byte order mark, as some editors on Windows write, would become part of the first name.
  const text = readFileSync('.env', 'utf8').replace(/^\uFEFF/, '');
  const fromFile = parseEnv(text);
  assertKnownSettings(Object.keys(fromFile));
  return fromFile;
}
