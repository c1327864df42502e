/**
 * Runs the named test files in this process, one after the other. `describe` runs its callback at once and `require` of a module is
 * synchronous, so the root hooks of a file become hooks of its suite and run around its own tests only.
 */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { before, describe } from 'node:test';

const require = createRequire(import.meta.url);
/** The engine of each file that does not run on both. */
const engines = JSON.parse(process.env.FIRMOTECA_TEST_ENGINES ?? '{}') as Partial<Record<string, string>>;
const engineOfAll = process.env.FIRMOTECA_TEST_ENGINE;

for (const file of process.argv.slice(2))
  describe(file, () => {
    const chooseEngine = (): void => {
      const engine = engines[file] ?? engineOfAll;
      if (engine === undefined) delete process.env.FIRMOTECA_TEST_ENGINE;
      else process.env.FIRMOTECA_TEST_ENGINE = engine;
    };
    // Read while a file declares its tests, and again while they run, after all files were loaded.
    chooseEngine();
    before(chooseEngine);
    require(resolve(file));
  });
