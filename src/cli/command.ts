/** The declaration of a command, and the streams and settings that it runs with. */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable, Writable } from 'node:stream';
import type { ParseArgsOptionsConfig } from 'node:util';
import { printable } from '#lib/values/text.ts';
import type { Config } from '#server/config/config.ts';

export interface Command {
  summary: string;
  /** Lines after `npx firmoteca `, such as `keys create --plan pro [--json]`. */
  usage: string[];
  options: ParseArgsOptionsConfig;
  /** The exit code: 0 done, 1 failed. */
  run(call: CommandCall): Promise<number>;
}

export interface CommandCall {
  /** Positional arguments after the verb. */
  words: string[];
  options: Record<string, string | boolean | undefined>;
  config: Config;
}

/** A mistake in the arguments: printed as it is, with the usage. */
export class UsageError extends Error {}

/** Results go to standard output: as JSON for scripts, else as text. */
export function print(value: string | object): void {
  terminal().stdout.write(`${printable(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}\n`);
}

export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean; columns?: number };
  /** For a process that ends before its command. */
  exitCode?: NodeJS.Process['exitCode'];
}

// By asynchronous context: commands can run concurrently in one process.
const terminals = new AsyncLocalStorage<Terminal>();

export const terminal = (): Terminal => terminals.getStore() ?? process;

export const onTerminal = <Result>(own: Terminal, use: () => Result): Result => terminals.run(own, use);
