/** Ingests publications into a fresh store, in a process of its own so that its memory can be told; prints what it took as JSON. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silent } from '#ingest/progress.ts';
import { findPublications } from '#ingest/publications.ts';
import { ingest } from '#ingest/run.ts';
import { openStore } from '#store/open.ts';

const [publications = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'firmoteca-bench-'));
const store = await openStore({ databaseUrl: null, folder, country: 'demo' });
const report = await ingest({
  ...store,
  publications: await findPublications(publications),
  personKey: 'bench',
  strict: true,
  progress: silent,
});
await store.close();
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ seconds: report.seconds, parts: report.parts, maxRssKb: process.resourceUsage().maxRSS }));
