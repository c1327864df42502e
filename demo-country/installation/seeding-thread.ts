/** A thread that builds the demo country beside the service, one generation after the other, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Progress, progressOn } from '#data/ingest/progress.ts';
import { AnotherBuild } from '#data/store/dataset.ts';
import { lowerPriority } from '#lib/workers/lower-priority.ts';
import { readConfig } from '#server/config/config.ts';
import { writeSeedingState } from '#server/jobs/seeding.ts';
import { openJobStore } from '#server/jobs/thread-store.ts';
import type { FromSeeding, SeedingStart } from '#server/messages.ts';
import { loadSecrets } from '#server/secrets.ts';
import { demoCountryInStages } from './build.ts';
import { seedingProgress } from './seeding-progress.ts';
import { demoSettings } from './settings.ts';

lowerPriority();
const start = workerData as SeedingStart;
const send = (message: FromSeeding): void => parentPort?.postMessage(message);
const config = readConfig();
const store = await openJobStore(config, start);
const { companies } = demoSettings(config).settings;
const progress = both(
  progressOn(process.stderr),
  seedingProgress(companies, (status) => writeSeedingState(start.seedingState, status)),
);
try {
  const { personKey } = loadSecrets(config.secretsFile);
  await demoCountryInStages({ config, store, personKey, progress }, (awaits) => send({ awaits: [...awaits] }));
} catch (error) {
  if (!(error instanceof AnotherBuild)) throw error;
  send('busy');
} finally {
  writeSeedingState(start.seedingState, null);
  await store.close();
  start.storePort.close();
}

/** For the person at the terminal, and for callers. */
function both(one: Progress, other: Progress): Progress {
  return {
    step(label, total) {
      const steps = [one.step(label, total), other.step(label, total)];
      return {
        at(...how) {
          for (const step of steps) step.at(...how);
        },
        end(outcome) {
          for (const step of steps) step.end(outcome);
        },
      };
    },
  };
}
