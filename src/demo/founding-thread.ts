/** A thread that makes the demo country beside the service, one generation after the other, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { readConfig } from '#config';
import { type Progress, progressOn } from '#ingest/progress.ts';
import { connect } from '#jobs/calls.ts';
import { stepBack } from '#jobs/step-back.ts';
import { loadSecrets } from '#secrets';
import { writeBoard } from '#serve/making-board.ts';
import type { FoundingStart, FromFounding, WritingThread } from '#serve/messages.ts';
import { AnotherBuild } from '#store/dataset.ts';
import { fencedStore } from '#store/lead/fenced.ts';
import { openReaders } from '#store/open.ts';
import { SIDE_CONNECTIONS } from '#store/postgres/connections.ts';
import { demoCountryInStages } from './build.ts';
import { foundingProgress } from './founding-progress.ts';
import { demoSettings } from './settings.ts';

stepBack();
const { storePort, lead, board } = workerData as FoundingStart;
const tell = (message: FromFounding): void => parentPort?.postMessage(message);
const config = readConfig();
const settings = {
  ...{ databaseUrl: config.databaseUrl, folder: config.dataFolder, country: config.country },
  connections: SIDE_CONNECTIONS,
};
const store = fencedStore(await openReaders(settings, connect<WritingThread>(storePort).write), lead);
const { companies } = demoSettings(config).settings;
const progress = both(
  progressOn(process.stderr),
  foundingProgress(companies, (made) => writeBoard(board, made)),
);
try {
  const { personKey } = loadSecrets(config.secretsFile);
  await demoCountryInStages({ config, store, personKey, progress }, (awaits) => tell({ awaits: [...awaits] }));
} catch (error) {
  if (!(error instanceof AnotherBuild)) throw error;
  tell('busy');
} finally {
  writeBoard(board, null);
  await store.close();
  storePort.close();
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
