/** Programs of this machine that tests compare results with. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program, or null. */
export const installed = (program: string): string | null =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path)) ?? null;
