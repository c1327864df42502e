/** Builds the published package: JavaScript and types in `dist`. `npm pack` runs it. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DIST = join(import.meta.dirname, 'dist');

// Output of deleted source files would be published otherwise.
rmSync(DIST, { recursive: true, force: true });
execFileSync('tsc', ['-p', join(import.meta.dirname, 'tsconfig.json')], { stdio: 'inherit' });

// The compiler rewrites imports to `./x.js` in JavaScript only; in types it leaves `./x.ts`, which the package does not contain.
for (const name of readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.d.ts'))) {
  const file = join(DIST, name);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.{1,2}\/[^']+)\.ts'/g, "$1.js'"));
}
