/** Programs of this machine that tests ask for a second opinion. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program lies, or null where there is none. */
export const installed = (program: string): string | null =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path)) ?? null;
