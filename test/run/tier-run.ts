/** Runs the processes of a plan beside one PostgreSQL server and returns the outcome of every file. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startKeptPostgres } from '#test/support/postgres-server.ts';
import { keptFolder } from '#test/support/snapshot-folder.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { killRunning, type Listener, type Outcome, runBatch } from './batch.ts';
import { recordFlaky } from './flaky.ts';
import { type Batch, keepSeconds, type Plan } from './plan.ts';
import { startProgress } from './progress.ts';

/** Concurrent processes for two cores: a process waits about a third of its time. */
export const WORKERS = 3;

interface Gap {
  what: string;
  install: string;
}

export interface TierResult {
  outcomes: Outcome[];
  /** Tests that this machine cannot run, for lack of a program. */
  gaps: Gap[];
  /** Files of the long tier that failed and then passed alone. */
  flaky: { first: Outcome; second: Outcome }[];
  /** Tests that were flaky too often within a week. */
  repeated: string[];
  /** Files without a result. */
  cancelled: number;
}

export async function runTier(plan: Plan, { isRecord }: { isRecord: boolean }): Promise<TierResult> {
  const folder = temporaryFolder('test');
  const notRun = join(folder, 'not-run');
  writeFileSync(notRun, '');
  const postgres = plan.files.some((file) => plan.engines[file] !== 'sqlite') ? await startKeptPostgres() : null;
  const stopping = stopOnSignal(async () => {
    killRunning();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const env = {
    ...process.env,
    FIRMOTECA_NOT_RUN: notRun,
    FIRMOTECA_TEST_KEPT: keptFolder(),
    FIRMOTECA_TEST_TIER: plan.tier,
    FIRMOTECA_TEST_ENGINES: JSON.stringify(plan.engines),
    // Processes share compiled code.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...(postgres && { FIRMOTECA_TEST_POSTGRES: postgres.url }),
  };

  const outcomes = new Map<string, Outcome>();
  const progress = startProgress(plan, WORKERS);
  const listener: Listener = {
    begun: progress.begun,
    ended(outcome) {
      progress.ended(outcome);
      outcomes.set(outcome.file, outcome);
    },
  };
  const flaky: TierResult['flaky'] = [];
  const repeated: string[] = [];
  try {
    const worker = async (queue: Iterable<Batch>): Promise<void> => {
      for (const batch of queue) {
        await stopping.ifAsked();
        await runBatch(batch.files, folder, env, listener);
      }
    };
    const others = plan.batches.filter(({ isAlone }) => !isAlone).values();
    await worker(plan.batches.filter(({ isAlone }) => isAlone));
    await Promise.all(Array.from({ length: WORKERS }, () => worker(others)));
    if (plan.tier === 'long')
      for (const first of [...outcomes.values()].filter(({ isGood }) => !isGood)) {
        await stopping.ifAsked();
        await runBatch([first.file], folder, env, listener);
        const second = outcomes.get(first.file);
        if (!second?.isGood) continue;
        flaky.push({ first, second });
        repeated.push(...recordFlaky(first, new Date()));
      }
  } finally {
    progress.stop();
    await postgres?.stop();
  }
  const took = [...outcomes.values()]
    .filter(({ isGood }) => isGood)
    .map(({ file, seconds }) => [file, seconds] as const);
  keepSeconds(plan.tier, new Map(took), isRecord);
  const gaps = new Set(readFileSync(notRun, 'utf8').split('\n').filter(Boolean));
  rmSync(folder, { recursive: true, force: true });
  return {
    outcomes: [...outcomes.values()],
    gaps: [...gaps].map((line) => JSON.parse(line) as Gap),
    flaky,
    repeated,
    cancelled: plan.files.filter((file) => !outcomes.has(file)).length,
  };
}

/** Signals reach this process alone: it ends its children, then itself. */
function stopOnSignal(cleanUp: () => Promise<void>) {
  let isStopping = false;
  // Signals are repeated by users and by npm; the cleanup runs once and to its end.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      void cleanUp().finally(() => process.exit(code));
    });
  return {
    /** Never resolves after a stop: a process started while PostgreSQL stops would be left behind. */
    ifAsked: async (): Promise<void> => {
      if (isStopping) await new Promise<never>(() => {});
    },
  };
}

/** The failed tests of a file with their full errors. */
export function failuresOf({ tests, trouble }: Outcome): string {
  const failed = tests.filter(({ result }) => result === 'failed');
  return [...failed.map(({ name, error }) => `✖ ${name}\n${error ?? ''}`), ...(trouble === null ? [] : [trouble])].join(
    '\n',
  );
}
