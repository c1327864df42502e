/**
 * `npm run test:stress -- N [FILE or FOLDER …]`: runs the tests of `npm test` N times beside two busy processes, while test processes and
 * their children are paused at seeded moments. The results of each round are stored, so that rounds can run separately: every test
 * with different results in the rounds of one state of the source is printed.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { random } from '#demo-country/random.ts';
import { type Outcome, runningGroups } from './batch.ts';
import { planned } from './plan.ts';
import { isFrozen, send, treeOf } from './processes.ts';
import { failuresOf, runTier } from './tier-run.ts';

const ROOT = join(import.meta.dirname, '../..');
const BUSY_PROCESSES = 2;
const PAUSE_MS_MAX = 3_000;
const BETWEEN_MS_MAX = 4_000;

/** The results of one round, by test. */
type Round = Record<string, string>;

/** Repeatedly pauses one process or a whole tree of them until it is stopped; every paused process is resumed. */
function startPausing(seed: number): () => Promise<number> {
  const roll = random(seed, 0, 'pauses');
  const end = new AbortController();
  const wait = (ms: number): Promise<void> => sleep(ms, undefined, { signal: end.signal }).catch(() => {});
  const pausing = (async () => {
    let pauses = 0;
    while (!end.signal.aborted) {
      await wait(roll() * BETWEEN_MS_MAX);
      const groups = [...runningGroups()];
      const group = groups[Math.floor(roll() * groups.length)];
      const [isWhole, at, pauseMs] = [roll() < 0.5, roll(), roll() * PAUSE_MS_MAX];
      if (group === undefined) continue;
      const tree = treeOf(group);
      const paused = isWhole ? tree : tree.slice(Math.floor(at * tree.length)).slice(0, 1);
      for (const pid of paused) send(pid, 'SIGSTOP');
      await wait(pauseMs);
      for (const pid of paused) if (!isFrozen(pid)) send(pid, 'SIGCONT');
      pauses++;
    }
    return pauses;
  })();
  return () => {
    end.abort();
    return pausing;
  };
}

/** Tests of the same name are distinguished by their order. */
function resultsOf(outcomes: readonly Outcome[]): Round {
  const round: Round = {};
  for (const { file, tests, trouble } of outcomes) {
    if (trouble !== null) round[`${file}: (process)`] = 'failed';
    for (const { name, result } of tests) {
      let key = `${file}: ${name}`;
      while (key in round) key += "'";
      round[key] = result;
    }
  }
  return round;
}

/** A hash of HEAD and of all uncommitted changes. */
function sourceState(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e9 });
  return createHash('sha256').update(git('rev-parse', 'HEAD')).update(git('diff', 'HEAD')).digest('hex').slice(0, 16);
}

const [count = '1', ...names] = process.argv.slice(2);
if (!/^[1-9]\d?$/.test(count)) {
  console.error('usage: npm run test:stress -- N [FILE or FOLDER …]');
  process.exit(2);
}
const folder = join(ROOT, 'node_modules/.cache/firmoteca/stress', sourceState());
mkdirSync(folder, { recursive: true });
const busy = Array.from({ length: BUSY_PROCESSES }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
process.once('exit', () => {
  for (const child of busy) child.kill('SIGKILL');
});

const plan = planned({ tier: 'standard', names });
for (let round = 1; round <= Number(count); round++) {
  const seed = globSync('*.json', { cwd: folder }).length + 1;
  console.log(`round ${seed}, seed ${seed}`);
  const stopPausing = startPausing(seed);
  const { outcomes } = await runTier(plan, { isRecord: false });
  const pauses = await stopPausing();
  writeFileSync(join(folder, `${seed}.json`), JSON.stringify(resultsOf(outcomes)));
  const bad = outcomes.filter(({ isGood }) => !isGood);
  for (const outcome of bad) console.log(`\nFAILED ${outcome.file}\n${failuresOf(outcome)}`);
  console.log(`round ${seed}: ${outcomes.length} files, ${bad.length} failed, ${pauses} pauses`);
}
for (const child of busy) child.kill('SIGKILL');

const rounds = globSync('*.json', { cwd: folder }).map(
  (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Round,
);
const differing = [...new Set(rounds.flatMap((round) => Object.keys(round)))].filter(
  (test) => new Set(rounds.map((round) => round[test] ?? 'missing')).size > 1,
);
for (const test of differing) console.log(`${test}: ${rounds.map((round) => round[test] ?? 'missing').join(', ')}`);
const isFailed = rounds.some((round) => Object.values(round).includes('failed'));
console.log(`${rounds.length} rounds of this source, ${differing.length} tests differ`);
process.exitCode = differing.length > 0 || isFailed ? 1 : 0;
