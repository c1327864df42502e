/**
 * Checks before any test: types, style and import directions, generated files, unused code; all in parallel. `npm run check` runs this file.
 * Inputs that have not changed since a check passed are not checked again.
 */
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, type Contents, cacheFolder, contentsOf, INSTALLED, keyOf, ROOT, record, recorded } from './passed.ts';
import type { Tier } from './plan.ts';

/** The output of a failed check, or an empty text. */
type Check = () => Promise<string>;

/**
 * The product is compiled into declarations, against which tests, benchmarks, tools and the client are compiled: a change that does
 * not affect the declarations does not recompile them. `tsc --build` would miss a changed file with an older modification time.
 */
const programs: Record<string, string[]> = {
  'tsconfig.product.json': ['{src,demo-country,locales}/**/*.ts', 'client/src/generated/shapes.ts', 'package.json'],
  'tsconfig.tests.json': [
    ...['test', 'bench', 'tools', 'client'].map((folder) => `${folder}/**/*.{ts,json}`),
    '{src,demo-country}/**/*.test.ts',
    'node_modules/.cache/firmoteca/types/**/*.d.ts',
  ],
  'src/transports/web/client/tsconfig.json': ['src/**/*.ts'],
};
const notOf: Record<string, RegExp> = { 'tsconfig.product.json': /\.test\.ts$|^src\/transports\/web\/client\// };

const DECLARATIONS = join(CACHE, 'types');

/** The compiler keeps the declarations of a removed source, so tests that still import it would count as unchanged. */
function removeOrphans(): void {
  for (const file of globSync('{src,demo-country,locales}/**/*.d.ts', { cwd: DECLARATIONS }))
    if (!existsSync(join(ROOT, file.replace(/\.d\.ts$/, '.ts')))) rmSync(join(DECLARATIONS, file));
}

const types: Check = async () => {
  removeOrphans();
  for (const [program, patterns] of Object.entries(programs)) {
    const contents = contentsOf(...patterns, 'tsconfig*.json', program, INSTALLED);
    for (const file of contents.keys()) if (notOf[program]?.test(file)) contents.delete(file);
    const name = `types-${program.replaceAll('/', '-').replace('.json', '')}`;
    if (recorded(name) === keyOf(contents)) continue;
    // A failed run overwrites declarations, so its record is void.
    record(name, null);
    // One checker: several would each copy the same types, which takes half as long again and more memory.
    const found = await run('tsc', '-p', program, '--checkers', '1');
    if (found) return found;
    record(name, keyOf(contents));
  }
  return '';
};

/** Rules across files, for which Biome reads all of them. All other rules check a single file. */
const BEYOND = { nursery: 'noFloatingPromises', suspicious: 'noImportCycles' } as const;
/** Above this number one run over everything is cheaper than two. */
const FEW = 300;

const style: Check = async () => {
  const contents = contentsOf(
    '{src,demo-country,locales,test,bench,tools,client}/**',
    '*.json',
    '.gitignore',
    INSTALLED,
  );
  const passed = new Map(recorded('style') as Contents | undefined);
  const changed = [...contents].filter(([file, content]) => passed.get(file) !== content).map(([file]) => file);
  if (changed.length === 0 && passed.size === contents.size) return '';
  const isWhole =
    changed.some((file) => ['biome.json', '.gitignore', INSTALLED].includes(file)) || changed.length > FEW;
  const found = isWhole ? await biome('ci') : (await biome('lint', ...only(BEYOND))) + (await byThemselves(changed));
  if (!found) record('style', [...contents]);
  return found;
};

const biome = (command: string, ...args: string[]): Promise<string> =>
  run('biome', command, '--colors=off', '--error-on-warnings', ...args);

const only = (rules: Record<string, string>): string[] =>
  Object.entries(rules).map(([group, rule]) => `--only=${group}/${rule}`);

function byThemselves(files: string[]): Promise<string> | string {
  if (files.length === 0) return '';
  const config = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'));
  for (const [group, rule] of Object.entries(BEYOND)) delete config.linter.rules[group][rule];
  const path = join(CACHE, 'checks/biome.json');
  writeFileSync(path, JSON.stringify(config));
  return biome('ci', `--config-path=${path}`, '--no-errors-on-unmatched', '--files-ignore-unknown=true', ...files);
}

/** All but the demo’s answers, which `test/project/generated.test.ts` checks. */
const generated: Check = async () => {
  const contents = contentsOf(
    '{src,demo-country,reference,migrations}/**',
    'tools/generate{.ts,/**}',
    'client/src/generated/*',
    'docs/*.md',
    'package*.json',
    INSTALLED,
  );
  const key = keyOf(contents);
  if (recorded('generated') === key) return '';
  const found = await run('node', 'tools/generate.ts', '--check', '--without-demo');
  if (!found) record('generated', key);
  return found;
};

const timing: Check = () => run('node', join(import.meta.dirname, 'timing-check.ts'));

/** With its cache knip misses files whose import was removed or moved, so any change of file names empties the cache. */
const unused: Check = () => {
  const names = globSync('{src,demo-country,locales,test,bench,tools,client}/**/*.{ts,js,mjs,json}', {
    cwd: ROOT,
  }).sort();
  const key = [keyOf(contentsOf('*.json', 'client/*.json', INSTALLED)), ...names].join(' ');
  return run('knip', '--no-progress', '--cache', '--cache-location', cacheFolder('knip', hash('sha256', key)));
};

/** Returns whether all checks passed. */
export async function runChecks(tier: Tier): Promise<boolean> {
  const checks = {
    types,
    'style and import directions': style,
    'generated files': generated,
    'timing patterns': timing,
  };
  const chosen: Record<string, Check> = tier === 'fast' ? checks : { ...checks, 'unused code': unused };
  const results = await Promise.all(Object.entries(chosen).map(([what, check]) => reported(what, check)));
  return results.every(Boolean);
}

async function reported(what: string, check: Check): Promise<boolean> {
  const started = performance.now();
  const found = await check();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${found ? 'FAILED' : 'ok    '} ${what} (${seconds} s)`);
  if (found) console.log(found);
  return !found;
}

/** The compiler is written in Go and ends before a garbage collection would pay off. */
const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '900MiB' };

const run = (command: string, ...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    const path = join(ROOT, 'node_modules/.bin', command);
    execFile(path, args, { cwd: ROOT, env, maxBuffer: 16_777_216 }, (error, stdout, stderr) =>
      resolve(error ? `${stdout}${stderr}` || String(error) : ''),
    );
  });

if (import.meta.main) process.exitCode = (await runChecks('standard')) ? 0 : 1;
