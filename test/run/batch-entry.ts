/**
 * Runs the named test files in this process, one after the other. `describe` calls back at once and `require` of a module is synchronous, so
 * the root hooks of a file become hooks of its suite: they run around its own tests only.
 */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { describe } from 'node:test';

const require = createRequire(import.meta.url);
for (const file of process.argv.slice(2)) describe(file, () => void require(resolve(file)));
