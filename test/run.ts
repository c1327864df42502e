/**
 * Runs the tests of a tier: the longest processes first, three at a time, in parallel with the checks. `npm test`, `npm run test:fast` and
 * `npm run test:long` select the tier, `--shard i/n` a part of it, further arguments single files or folders; `--record` stores the
 * measured seconds for all machines. At the end it prints the failed tests, the totals, and the tests that this machine could not run.
 */
import { parseArgs } from 'node:util';
import { buildIfStale } from '#tools/build.ts';
import { runChecks } from './run/checks.ts';
import { planned, type Tier } from './run/plan.ts';
import { clock } from './run/progress.ts';
import { failuresOf, runTier, WORKERS } from './run/tier-run.ts';

const TIERS: readonly string[] = ['fast', 'standard', 'long'] satisfies Tier[];

function usage(problem: string): never {
  console.error(
    `${problem}\nusage: node test/run.ts [--tier fast|standard|long] [--shard i/n] [--record] [FILE or FOLDER …]`,
  );
  process.exit(2);
}

function choice() {
  const options = {
    tier: { type: 'string', default: 'standard' },
    shard: { type: 'string' },
    record: { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (!TIERS.includes(values.tier)) usage(`There is no tier ${values.tier}.`);
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(values.shard ?? '1/1')?.map(Number) ?? [];
  if (!index || !count || index > count) usage(`No shard: ${values.shard}.`);
  return { tier: values.tier as Tier, names: positionals, shard: { index, count }, isRecord: values.record === true };
}

const { isRecord, ...chosen } = choice();
const plan = planned(chosen);
const started = performance.now();
if (plan.files.length === 0) usage('No test file is named so.');
const seconds = plan.batches.reduce((sum, batch) => sum + batch.seconds * (batch.isAlone ? WORKERS : 1), 0) / WORKERS;
console.log(
  `${plan.files.length} test files in ${plan.batches.length} processes, about ${clock(seconds)} minutes on two quiet cores`,
);
const isWhole = chosen.names.length === 0;
if (isWhole) console.log(`${plan.leftOut.length} files are left to other tiers or shards`);

if (isWhole && !isRecord && plan.unmeasured.length > 0)
  console.log(`not measured yet (npm test -- --record FILE …): ${plan.unmeasured.join(' ')}`);
// Findings of the checks are printed at once.
const checks = isWhole ? runChecks(chosen.tier) : Promise.resolve(true);
// Once, since several tests that start the service would otherwise build in parallel.
buildIfStale();
const { outcomes, gaps, flaky, repeated, cancelled } = await runTier(plan, { isRecord });
const isClean = await checks;

for (const { file, remarks } of outcomes) for (const remark of remarks) console.log(`${file}: ${remark}`);
for (const { first, second } of flaky)
  console.log(
    `\nFLAKY ${first.file}: failed, then passed alone.\n${failuresOf(first)}\nalone: ${second.tests.length} tests passed`,
  );
const bad = outcomes.filter(({ isGood }) => !isGood);
for (const outcome of bad) console.log(`\nFAILED ${outcome.file}\n${failuresOf(outcome)}`);
const tests = outcomes.flatMap((outcome) => outcome.tests);
const count = (expected: string): number => tests.filter(({ result }) => result === expected).length;
// The summary lines of Node’s test runner, which continuous integration reads.
console.log(
  `\n# tests ${tests.length}\n# suites ${outcomes.length}\n# pass ${count('passed')}\n# fail ${bad.length && Math.max(count('failed'), 1)}`,
);
console.log(`# cancelled ${cancelled}\n# skipped ${count('skipped')}\n# todo ${count('todo')}`);
console.log(`# duration_ms ${Math.round(performance.now() - started)}`);
const slowest = outcomes.toSorted((a, b) => b.seconds - a.seconds).slice(0, 20);
if (isWhole) console.log(`slowest: ${slowest.map(({ file, seconds }) => `${file} ${seconds.toFixed(1)}`).join(', ')}`);

if (gaps.length > 0) {
  console.log(`\n${'!'.repeat(78)}\nNOT RUN HERE`);
  for (const { what, install } of gaps) console.log(`  ${what}\n    install: ${install}`);
  console.log('!'.repeat(78));
}
if (repeated.length > 0) console.log(`\nFLAKY for the third time within a week: ${repeated.join(', ')}`);
const isComplete = gaps.length === 0 || !process.env.FIRMOTECA_NO_GAPS;
const isGood = isClean && isComplete && bad.length === 0 && repeated.length === 0 && tests.length > 0;
const names = tests.length > 0 ? bad.map(({ file }) => file).join(' ') : 'no test ran';
const others = [isClean || 'checks', isComplete || 'gaps'].filter((each) => each !== true);
console.log(`\n${isGood ? 'All good' : `FAILED${others.length > 0 ? ` (${others.join(', ')})` : ''} ${names}`}`);
process.exitCode = isGood ? 0 : 1;
