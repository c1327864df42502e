/** A process that reads a folder of publications into an installation, says when it begins, and may be killed at any moment. */
import { silent } from '#ingest/progress.ts';
import { findPublications } from '#ingest/publications.ts';
import { ingest } from '#ingest/run.ts';
import { openStore } from '#store/open.ts';

const [folder = '', published = '', databaseUrl] = process.argv.slice(2);
const store = await openStore({ databaseUrl: databaseUrl ?? null, folder, country: 'demo' });
process.stdout.write('begins\n');
const report = await ingest({
  generations: store.generations,
  state: store.state,
  live: store.live,
  publications: await findPublications(published),
  personKey: 'the key of this test',
  strict: true,
  progress: silent,
});
await store.close();
process.stdout.write(`${report.generation}\n`);
