/**
 * `npm test`: types, style, unused code, then every test: what needs the machine to itself, then longest files first, two at a time. At
 * the end the failing tests, the totals, and a loud table of what this machine could not run. `npm test -- FILE …` runs those alone;
 * `--fast` what is quick.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './postgres-server.ts';
import { runChecks } from './run/checks.ts';
import { killRunning, type Outcome, runFile } from './run/one-file.ts';
import { keepSeconds, planned } from './run/plan.ts';
import { clock, startProgress } from './run/progress.ts';

/** Files at a time: many of them start services with threads of their own, so more is slower on small machines. */
const LANES = 2;

const isFast = process.argv.includes('--fast');
const chosen = process.argv.slice(2).filter((arg) => arg !== '--fast');
const plan = planned(chosen, isFast);
const started = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'firmoteca-test-'));
const notRun = join(folder, 'not-run');
writeFileSync(notRun, '');

const seconds = (files: readonly string[]): number => files.reduce((sum, file) => sum + plan.expected(file), 0);
const total = Math.max(seconds(plan.files.slice(0, 1)), (seconds(plan.files) + seconds(plan.alone)) / LANES);
console.log(`${plan.files.length} files of tests, about ${clock(total)} minutes on a machine with nothing else to do`);
if (isFast)
  console.log(`left out: unused code, PostgreSQL, and ${plan.leftOut.length} longer files, which npm test runs`);

const isClean = chosen.length > 0 || (await runChecks(isFast));
const postgres = isFast ? null : await startPostgres();
let isStopping = false;
/** Ctrl-C reaches nobody else: every file is a group of its own. */
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.once(signal, () => {
    isStopping = true;
    killRunning();
    void Promise.resolve(postgres?.stop()).finally(() => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(code);
    });
  });

const outcomes: Outcome[] = [];
const env = {
  ...process.env,
  FIRMOTECA_NOT_RUN: notRun,
  FIRMOTECA_TEST_KEPT: join(folder, 'kept'),
  // What one process has compiled the next two hundred need not.
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
  ...(postgres ? { FIRMOTECA_TEST_POSTGRES: postgres.url } : { FIRMOTECA_TEST_ENGINE: 'sqlite' }),
};
const progress = startProgress(plan, LANES);
try {
  const lane = async (queue: Iterable<string>): Promise<void> => {
    for (const file of queue) {
      // What began while PostgreSQL stops would be left behind; whoever stops it ends this process, too.
      if (isStopping) await new Promise<never>(() => {});
      progress.begun(file);
      const outcome = await runFile(file, folder, env);
      progress.ended(outcome);
      outcomes.push(outcome);
    }
  };
  await lane(plan.alone);
  const others = plan.files.values().filter((file) => !plan.alone.includes(file));
  await Promise.all(Array.from({ length: LANES }, () => lane(others)));
} finally {
  progress.stop();
  await postgres?.stop();
}
keepSeconds(Object.fromEntries(outcomes.map(({ file, seconds }) => [file, Math.round(seconds * 10) / 10])));

for (const { file, remarks } of outcomes) for (const remark of remarks) console.log(`${file}: ${remark}`);
for (const { file, failures } of outcomes) if (failures) console.log(`\nFAILED ${file}\n${failures}`);
const sum = (name: keyof Outcome['counts']): number => outcomes.reduce((all, { counts }) => all + counts[name], 0);
console.log(`\n# tests ${sum('tests')}\n# suites ${sum('suites')}\n# pass ${sum('passed')}\n# fail ${sum('failed')}`);
console.log(`# cancelled ${sum('cancelled')}\n# skipped ${sum('skipped')}\n# todo ${sum('todo')}`);
console.log(`# duration_ms ${Math.round(performance.now() - started)}`);

const gaps = [...new Set(readFileSync(notRun, 'utf8').split('\n').filter(Boolean))].map(
  (line) => JSON.parse(line) as { what: string; install: string },
);
rmSync(folder, { recursive: true });
if (gaps.length > 0) {
  console.log(`\n${'!'.repeat(78)}\nNOT RUN HERE`);
  for (const { what, install } of gaps) console.log(`  ${what}\n    install: ${install}`);
  console.log('!'.repeat(78));
}
const bad = outcomes.filter(({ isGood }) => !isGood).map(({ file }) => file);
const isComplete = gaps.length === 0 || !process.env.FIRMOTECA_NO_GAPS;
const isGood = isClean && bad.length === 0 && outcomes.length > 0 && isComplete;
console.log(`\n${isGood ? 'All good' : `FAILED${isClean ? '' : ' (checks)'} ${bad.join(' ')}`}`);
process.exitCode = isGood ? 0 : 1;
