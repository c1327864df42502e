/**
 * Observes data that only the tax authority has: town halls, hospitals, associations and practices outside all files, and
 * the main activities of firms that never filed. Runs before the first build; a live installation observes them over time.
 */

import { COLLECT_DAYS, type Covered, collect } from '#data/ingest/procurement/collect.ts';
import type { Progress } from '#data/ingest/progress.ts';
import { observationsTable } from '#data/live/observations-table.ts';
import { fetchCompanies } from '#data/sources/anaf/company.ts';
import { createClient } from '#data/sources/client.ts';
import { createSite } from '#data/sources/procurement/site/site.ts';
import { realClock } from '#data/sources/retry.ts';
import { sources } from '#data/sources/sources.ts';
import type { Database } from '#data/store/database.ts';
import { country } from '#demo-country/country.ts';
import { neverFiled } from '#demo-country/finances.ts';
import { serveCountry } from '#demo-country/server.ts';
import { outsideCases } from '#demo-country/showcase.ts';
import type { DemoConfig, DemoPublications } from '#server/demo-port.ts';

/** Every fifth entity stays unobserved until a caller requests it; showcase entities are always observed. */
const SKIPPED_EVERY = 5;

export async function observeFiscalRecords(
  demo: DemoPublications,
  config: DemoConfig,
  live: Database,
  progress: Progress,
): Promise<void> {
  const simulated = country(demo.settings);
  const isObserved = (index: number): boolean => (index + 1) % SKIPPED_EVERY !== 0;
  const outside = [...simulated.outside()].filter((_, index) => index < outsideCases.length || isObserved(index));
  const unfiled = [...simulated.firms(config.today())].filter((entity) => entity.cuiPublished && neverFiled(entity));
  const cuis = [...outside, ...unfiled.filter((_, index) => isObserved(index))].map(({ cui }) => cui);
  const step = progress.step('answers of the tax authority', cuis.length);
  const server = await serveCountry(simulated, {
    folder: demo.folder,
    host: '127.0.0.1',
    port: 0,
    today: config.today,
  });
  const { storeFiscal } = observationsTable(live);
  try {
    const address = `${server.address}/api/PlatitorTvaRest/v9/tva`;
    for (let at = 0; at < cuis.length; at += sources.anafCompany.batchMax) {
      const batch = cuis.slice(at, at + sources.anafCompany.batchMax);
      const outcomes = await fetchCompanies(createClient(), address, batch, config.today());
      await live.write(
        [...outcomes].flatMap(([cui, outcome]) =>
          outcome.outcome === 'found'
            ? [
                storeFiscal(
                  cui,
                  { outcome: 'found', record: outcome.value, fetchedAt: new Date().toISOString() },
                  false,
                ),
              ]
            : [],
        ),
      );
      step.at(at + batch.length, at + batch.length);
    }
  } finally {
    await server.close();
  }
  step.end(`${cuis.length} companies`);
}

export async function collectDemo(
  { settings, folder }: DemoPublications,
  { today }: DemoConfig,
  live: Database,
  covered: Covered,
  progress: Progress,
): Promise<void> {
  const server = await serveCountry(country(settings), { folder, host: '127.0.0.1', port: 0, today });
  try {
    const { problems } = await collect({
      // The simulated country has no rate limit.
      site: createSite({ client: createClient(), address: server.address, turn: async () => {}, clock: realClock }),
      live,
      today: today(),
      covered,
      days: COLLECT_DAYS,
      progress,
    });
    if (problems.length > 0) throw new Error(`The demo's procurement system failed: ${problems.join(' ')}`);
  } finally {
    await server.close();
  }
}
