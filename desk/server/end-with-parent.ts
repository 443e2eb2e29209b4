/**
 * Loaded before a program that the desk starts (`node --import`): the program ends with the desk,
 * also when that is killed. Its standard input is a pipe from the desk, which the system closes.
 */
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

// A thread of the program loads it too, and has another standard input.
if (isMainThread) {
  process.stdin.on('error', () => {});
  process.stdin.on('close', () => process.exit());
  process.stdin.resume();
}
