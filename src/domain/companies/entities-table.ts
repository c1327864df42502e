/** Entities outside the trade registry that a build learned from live observations. */

import { isLoaded } from '#api/provenance.ts';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { FiscalFacts } from './facts.ts';

export async function readEntity(dataset: Dataset, cui: string): Promise<FiscalFacts | null> {
  if (!isLoaded(dataset, 'entities')) return null;
  const row = await dataset.db.one<{ record: string; observed_at: string }>(
    'select record, observed_at from entity where cui = $1',
    [Number(cui)],
  );
  return row ? { record: JSON.parse(row.record) as FiscalRecord, fetchedAt: row.observed_at } : null;
}

/** Of a page of fiscal codes at once; those that the generation learned nothing of are missing. */
export async function readEntities(dataset: Dataset, cuis: readonly string[]): Promise<Map<string, FiscalFacts>> {
  if (cuis.length === 0 || !isLoaded(dataset, 'entities')) return new Map();
  const rows = await dataset.db.all<{ cui: number; record: string; observed_at: string }>(
    `select cui, record, observed_at from entity where cui in (${cuis.map((_, i) => `$${i + 1}`).join(', ')})`,
    cuis.map(Number),
  );
  return new Map(
    rows.map(({ cui, record, observed_at }) => [
      String(cui),
      { record: JSON.parse(record) as FiscalRecord, fetchedAt: observed_at },
    ]),
  );
}
