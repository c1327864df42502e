/** What a command is: one verb, its options, and what it does. */
import type { ParseArgsOptionsConfig } from 'node:util';
import { printable } from '#lib/values/printable.ts';
import type { Config } from '#server/config/config.ts';
import { terminal } from './terminal.ts';

export interface Command {
  summary: string;
  /** Behind `npx firmoteca `: `keys create --plan pro [--json]`. */
  usage: string[];
  options: ParseArgsOptionsConfig;
  /** The exit code: 0 done, 1 failed. */
  run(call: CommandCall): Promise<number>;
}

export interface CommandCall {
  /** Words behind the verb. */
  words: string[];
  options: Record<string, string | boolean | undefined>;
  config: Config;
}

/** A mistake of the person at the keyboard: printed as it is, with the usage. */
export class UsageError extends Error {}

/** Results go to standard output: as JSON for scripts, else as text. */
export function print(value: string | object): void {
  terminal().stdout.write(`${printable(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}\n`);
}
