/** The demo's town halls, hospitals, associations and practices: no file lists them, so the tax authority is asked, as a live installation would over time. */

import type { Progress } from '#ingest/progress.ts';
import { observationsTable } from '#live/observations-table.ts';
import { country } from '#simulate/country.ts';
import { serveCountry } from '#simulate/server.ts';
import { outsideCases } from '#simulate/showcase.ts';
import { fetchCompanies } from '#sources/anaf/company.ts';
import { createClient } from '#sources/client.ts';
import { sources } from '#sources/sources.ts';
import type { Database } from '#store/database.ts';
import type { DemoConfig, DemoCountry } from './settings.ts';

/** One in five stays unheard of until a caller asks for it; the showcase never does. */
const UNHEARD_OF = 5;

export async function observeOutside(
  demo: DemoCountry,
  config: DemoConfig,
  live: Database,
  progress: Progress,
): Promise<void> {
  const simulated = country(demo.settings);
  const heardOf = (index: number): boolean => index < outsideCases.length || (index + 1) % UNHEARD_OF !== 0;
  const cuis = [...simulated.outside()].map((life) => life.cui).filter((_, index) => heardOf(index));
  const step = progress.step('outside the registry', cuis.length);
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
      const some = cuis.slice(at, at + sources.anafCompany.batchMax);
      const outcomes = await fetchCompanies(createClient(), address, some, config.today());
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
      step.at(at + some.length, at + some.length);
    }
  } finally {
    await server.close();
  }
  step.end(`${cuis.length} asked for`);
}
