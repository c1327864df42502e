/** Which code built what is measured: something built by other code is built anew, not measured. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '#lib/values/hash.ts';

const home = new URL('..', import.meta.url).pathname;

/** Eight letters for the files of these patterns, tests aside. */
export const codeOf = (patterns: readonly string[]): string => {
  const files = globSync(patterns, { cwd: home }).filter((file) => !file.endsWith('.test.ts'));
  const texts = files.toSorted().map((file) => readFileSync(join(home, file), 'utf8'));
  return sha256(texts.join('\n')).slice(0, 8);
};
