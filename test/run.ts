/** `npm test`: types, lint, unused code, then every test; at the end a loud table of what this machine could not run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './postgres-server.ts';

const bin = (name: string): string => new URL(`../node_modules/.bin/${name}`, import.meta.url).pathname;

const checks: [what: string, command: string, args: string[]][] = [
  ['types', bin('tsc'), []],
  ['style and import directions', bin('biome'), ['ci', '--colors=off', '--error-on-warnings']],
  ['unused code', bin('knip'), ['--no-progress']],
];

/** Files given by hand are run alone: `npm test -- src/companies/*.test.ts`. */
const chosen = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'firmoteca-test-'));
const notRun = join(folder, 'not-run');
writeFileSync(notRun, '');

async function run(what: string, command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const started = performance.now();
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = await once(child, 'exit');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${what} (${seconds} s)`);
  return code === 0;
}

/** A file that hangs is a failure, not a run without an end. */
const FILE_MS_MAX = 900_000;

const results: boolean[] = [];
if (chosen.length === 0) for (const [what, command, args] of checks) results.push(await run(what, command, args));
const postgres = await startPostgres();
try {
  const files = chosen.length > 0 ? chosen : ['src/**/*.test.ts', 'test/**/*.test.ts'];
  const env = { FIRMOTECA_TEST_POSTGRES: postgres.url, FIRMOTECA_NOT_RUN: notRun };
  results.push(
    await run(
      'tests',
      process.execPath,
      ['--test', '--test-concurrency=2', `--test-timeout=${FILE_MS_MAX}`, ...files],
      env,
    ),
  );
} finally {
  await postgres.stop();
}

const gaps = [...new Set(readFileSync(notRun, 'utf8').split('\n').filter(Boolean))].map(
  (line) => JSON.parse(line) as { what: string; install: string },
);
rmSync(folder, { recursive: true });
if (gaps.length > 0) {
  console.log(`\n${'!'.repeat(78)}\nNOT RUN HERE`);
  for (const { what, install } of gaps) console.log(`  ${what}\n    install: ${install}`);
  console.log('!'.repeat(78));
  if (process.env.FIRMOTECA_NO_GAPS) results.push(false);
}
process.exitCode = results.every(Boolean) ? 0 : 1;
