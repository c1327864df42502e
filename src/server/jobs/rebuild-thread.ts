/** A thread that rebuilds parts of an older format from stored or downloaded publications, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { progressOn } from '#data/ingest/progress.ts';
import { reportLines } from '#data/ingest/report.ts';
import { AnotherBuild } from '#data/store/dataset.ts';
import { fencedStore } from '#data/store/fenced-store.ts';
import { openReaders } from '#data/store/open.ts';
import { SIDE_CONNECTIONS } from '#data/store/postgres/connections.ts';
import { connect } from '#lib/workers/calls.ts';
import { readConfig } from '#server/config/config.ts';
import type { FromRebuild, RebuildStart, WritingThread } from '#server/messages.ts';
import { loadSecrets } from '#server/secrets.ts';
import { loadPublications, publicationsFolder } from './load-publications.ts';

const { storePort, lead } = workerData as RebuildStart;
const config = readConfig();
const writing = connect<WritingThread>(storePort);
const settings = {
  databaseUrl: config.databaseUrl,
  folder: config.dataFolder,
  country: config.country,
  connections: SIDE_CONNECTIONS,
};
const store = fencedStore(await openReaders(settings, writing.write), lead);
// Standard output belongs to the log of requests.
const say = (text: string): void => void process.stderr.write(`${text}\n`);
try {
  const report = await loadPublications({
    config,
    store,
    folder: publicationsFolder(config.dataFolder),
    onlyRebuild: lead === null,
    personKey: loadSecrets(config.secretsFile).personKey,
    // A host that does not lead gives nothing up for all of them.
    strict: lead === null,
    // While a source is down, the old data stays until the source is back.
    whole: true,
    progress: progressOn(process.stderr),
    say,
  });
  say(reportLines(report).join('\n'));
} catch (error) {
  if (!(error instanceof AnotherBuild)) throw error;
  parentPort?.postMessage('busy' satisfies FromRebuild);
} finally {
  await store.close();
  storePort.close();
}
