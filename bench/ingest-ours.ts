/** Ingests publications into a fresh store, in a process of its own so that its memory can be told; prints what it took as JSON. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silent } from '#ingest/progress.ts';
import { findPublications } from '#ingest/publications.ts';
import { ingest } from '#ingest/run.ts';
import { openStore } from '#store/open.ts';

/** `companies`: without what nothing of companies and their statistics is made of. */
const [publications = '', extent = 'everything'] = process.argv.slice(2);
const found = await findPublications(publications);
const folder = mkdtempSync(join(tmpdir(), 'firmoteca-bench-'));
const store = await openStore({ databaseUrl: null, folder, country: 'demo' });
const report = await ingest({
  ...store,
  publications:
    extent === 'everything'
      ? found
      : { ...found, gazette: [], procurement: { exports: [], reports: [], increments: [] } },
  personKey: 'bench',
  strict: true,
  progress: silent,
});
await store.close();
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ seconds: report.seconds, parts: report.parts, maxRssKb: process.resourceUsage().maxRSS }));
