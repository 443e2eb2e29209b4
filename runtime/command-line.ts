import process from 'node:process';
import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Reads the arguments of this program. `--help` prints the usage and ends the program; so do wrong
 * arguments, with exit code 2.
 *
 * @param usage what may be typed, in one or more lines
 */
export function readArguments<Config extends ParseArgsConfig>(usage: string, config: Config) {
  const { args = process.argv.slice(2) } = config;
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    console.log(`Usage: ${usage}`);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!code.startsWith('ERR_PARSE_ARGS')) throw error;
    return refuseArguments(usage, message);
  }
}

/** Ends the program because of wrong arguments, after printing what is wrong and the usage. */
export function refuseArguments(usage: string, problem: string): never {
  console.error(`${problem}\nUsage: ${usage}`);
  process.exit(2);
}
