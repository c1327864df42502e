/** Fingerprints of the code that built a measured artifact: an artifact of other code is rebuilt. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '#lib/values/hash.ts';

const home = new URL('..', import.meta.url).pathname;

/** Eight characters from the contents of the files of these patterns, without tests. */
export const codeOf = (patterns: readonly string[]): string => {
  const files = globSync(patterns, { cwd: home }).filter((file) => !file.endsWith('.test.ts'));
  const texts = files.toSorted().map((file) => readFileSync(join(home, file), 'utf8'));
  return sha256(texts.join('\n')).slice(0, 8);
};
