/** What a command reads and writes: streams and settings of the process, or those that a caller within the process gives it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable, Writable } from 'node:stream';

export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean; columns?: number };
  /** For a process that ends before its command does. */
  exitCode?: NodeJS.Process['exitCode'];
}

// By asynchronous context, so that commands can run side by side in one process.
const given = new AsyncLocalStorage<Terminal>();

export const terminal = (): Terminal => given.getStore() ?? process;

export const onTerminal = <Made>(own: Terminal, use: () => Made): Made => given.run(own, use);
