/** A thread that rebuilds parts of an older format from stored or downloaded publications, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { progressOn } from '#data/ingest/progress.ts';
import { reportLines } from '#data/ingest/report.ts';
import { AnotherBuild } from '#data/store/dataset.ts';
import { readConfig } from '#server/config/config.ts';
import type { FromRebuild, RebuildStart } from '#server/messages.ts';
import { loadSecrets } from '#server/secrets.ts';
import { loadPublications, publicationsFolder } from './load-publications.ts';
import { openJobStore } from './thread-store.ts';

const start = workerData as RebuildStart;
const config = readConfig();
const store = await openJobStore(config, start);
// Standard output belongs to the log of requests.
const log = (text: string): void => void process.stderr.write(`${text}\n`);
try {
  const report = await loadPublications({
    config,
    store,
    folder: publicationsFolder(config.dataFolder),
    onlyRebuild: start.lease === null,
    personKey: loadSecrets(config.secretsFile).personKey,
    // Only the leader may drop a part.
    strict: start.lease === null,
    // While a source is down, the old data stays until the source is back.
    whole: true,
    progress: progressOn(process.stderr),
    log,
  });
  log(reportLines(report).join('\n'));
} catch (error) {
  if (!(error instanceof AnotherBuild)) throw error;
  parentPort?.postMessage('busy' satisfies FromRebuild);
} finally {
  await store.close();
  start.storePort.close();
}
