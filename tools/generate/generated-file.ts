/** A file that is made from the code, as it should be. */
import { readFileSync } from 'node:fs';
import { projectFile } from '#lib/paths.ts';

export interface GeneratedFile {
  /** From the project's folder. */
  path: string;
  text: string;
}

/** What the project has; null where it has no such file. */
export function textOf(path: string): string | null {
  try {
    return readFileSync(projectFile(path), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
