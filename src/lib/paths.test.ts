/** Every file that product code names exists, in a build as in the sources. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  buildFolder,
  PROJECT_FOLDER,
  projectFile,
  SANDBOX_MODULES,
  sandboxModule,
  THREAD_MODULES,
  threadModule,
} from './paths.ts';

const product = globSync('{src,demo-country}/**/*.ts', { cwd: PROJECT_FOLDER }).filter(
  (file) => !file.endsWith('.test.ts'),
);
const read = (file: string): string => readFileSync(join(PROJECT_FOLDER, file), 'utf8');

test('the project folder is found by its package.json and contains the named files', () => {
  for (const path of ['package.json', 'migrations/state/', 'reference/examples/', 'docs/spreadsheets.md'])
    assert.ok(existsSync(projectFile(path)), path);
});

test('every entry point exists in the sources and in the build', () => {
  for (const name of THREAD_MODULES) {
    assert.ok(existsSync(fileURLToPath(threadModule(name))), name);
    assert.ok(existsSync(join(buildFolder(), `${name}.js`)), name);
  }
  for (const name of SANDBOX_MODULES) assert.ok(existsSync(sandboxModule(name)), name);
  const threads = product
    .filter((file) => file.endsWith('-thread.ts') && /^import .*\b(workerData|parentPort)\b/m.test(read(file)))
    .map((file) => file.replace(/^src\//, '').slice(0, -'.ts'.length));
  assert.deepEqual(
    threads.filter((name) => !(THREAD_MODULES as readonly string[]).includes(name)),
    [],
  );
});

test('a sandbox module is one file that imports only Node and packages with WebAssembly', () => {
  const allowed = /^(node:[a-z/_]+|assert|buffer|events|fs|fs\/promises|path|stream|timers|util|zlib|@hyzyla\/pdfium)$/;
  for (const name of SANDBOX_MODULES) {
    const code = readFileSync(sandboxModule(name), 'utf8');
    const imported = [...code.matchAll(/^(?:import|export)\b[^;'"]*?(?:from )?"([^"]+)";$/gm)].map(
      ([, path = '']) => path,
    );
    assert.deepEqual(
      imported.filter((path) => !allowed.test(path)),
      [],
      name,
    );
    assert.doesNotMatch(code, /\bimport\("\./, name);
  }
});

test('no other product code uses import.meta paths, which differ in a bundle', () => {
  const naming = product.filter((file) => {
    const code = read(file).replaceAll('createRequire(import.meta.url)', '');
    return code.includes('import.meta') && file !== 'src/lib/paths.ts';
  });
  assert.deepEqual(naming, []);
});
