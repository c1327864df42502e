/** Ingests publications into a new store, in a separate process to measure its memory; prints the cost as JSON. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { ingest } from '#data/ingest/run.ts';
import { openStore } from '#data/store/open.ts';

/** `companies` leaves out publications that are irrelevant for companies and their statistics. */
const [publications = '', extent = 'everything'] = process.argv.slice(2);
const found = await findPublications(publications);

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-bench-'));
const store = await openStore({ databaseUrl: null, folder, country: 'demo' });
const report = await ingest({
  ...store,
  publications: extent === 'everything' ? found : { ...found, gazette: [], procurement: [], recent: [] },
  personKey: 'bench',
  strict: true,
  progress: silent,
});
await store.close();
rmSync(folder, { recursive: true });
const { seconds, parts } = report;
const maxRssKb = process.resourceUsage().maxRSS;
const { user, system } = process.cpuUsage();
/** CPU seconds of each part, which other load affects less than wall time. */
const cpuSeconds: Record<string, number> = { everything: (user + system) / 1e6 };
for (const { part, cpuSeconds: own } of parts) cpuSeconds[part] = (cpuSeconds[part] ?? 0) + own;
console.log(JSON.stringify({ seconds, parts, cpuSeconds, maxRssKb }));
