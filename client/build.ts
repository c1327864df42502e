/** The package as it is published: JavaScript and types in `dist`, made by `npm pack` before it packs. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DIST = join(import.meta.dirname, 'dist');

// What was made of a file that is gone would be published with the rest.
rmSync(DIST, { recursive: true, force: true });
execFileSync('tsc', ['-p', join(import.meta.dirname, 'tsconfig.json')], { stdio: 'inherit' });

// The compiler writes `./x.js` into JavaScript, and leaves `./x.ts` in types, which are no files of the package.
for (const name of readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.d.ts'))) {
  const file = join(DIST, name);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.{1,2}\/[^']+)\.ts'/g, "$1.js'"));
}
