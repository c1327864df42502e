/** Ingests publications into a new store, in a separate process to measure its memory; prints the cost as JSON. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Progress } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { ingest } from '#data/ingest/run.ts';
import { openStore } from '#data/store/open.ts';

/** `companies` leaves out publications that are irrelevant for companies and their statistics. */
const [publications = '', extent = 'everything'] = process.argv.slice(2);
const found = await findPublications(publications);
/** CPU seconds of each part, which other load affects less than wall time. */
const cpuSeconds: Record<string, number> = {};
const cpuSince = (before?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};
const progress: Progress = {
  step(label) {
    const before = process.cpuUsage();
    const [part = label] = label.split(' ');
    return {
      at: () => {},
      end: () => {
        cpuSeconds[part] = (cpuSeconds[part] ?? 0) + cpuSince(before);
      },
    };
  },
};

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-bench-'));
const store = await openStore({ databaseUrl: null, folder, country: 'demo' });
const report = await ingest({
  ...store,
  publications: extent === 'everything' ? found : { ...found, gazette: [], procurement: [], recent: [] },
  personKey: 'bench',
  strict: true,
  progress,
});
await store.close();
rmSync(folder, { recursive: true });
const { seconds, parts } = report;
const maxRssKb = process.resourceUsage().maxRSS;
console.log(JSON.stringify({ seconds, parts, cpuSeconds: { ...cpuSeconds, everything: cpuSince() }, maxRssKb }));
