import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

/** A program that a suite starts and npm does not bring. */
export interface Program {
  name: string;
  debianPackage: string;
}

export const NGINX: Program = { name: 'nginx', debianPackage: 'nginx-light' };
export const WRK: Program = { name: 'wrk', debianPackage: 'wrk' };

/** Debian keeps nginx where only root's PATH looks. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];

/** @throws Error when the program is not installed */
export function pathOf({ name }: Program): string {
  const path = find(name);
  if (path === undefined) throw new Error(`${name} is not installed`);
  return path;
}

/** @returns a line that names the missing programs and how they are installed; undefined: none is missing */
export function describeMissing(programs: Program[]): string | undefined {
  const missing = programs.filter(({ name }) => find(name) === undefined);
  if (missing.length === 0) return undefined;
  const packages = missing.map(({ debianPackage }) => debianPackage).join(' ');
  const names = missing.map(({ name }) => name).join(' and ');
  return `The bench needs ${names}. On Debian run: sudo apt-get install -y ${packages}`;
}

function find(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
