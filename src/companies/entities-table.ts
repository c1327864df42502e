/** Entities outside the trade registry that a build learned from live observations. */

import { isLoaded } from '#operations/stamps.ts';
import type { FiscalRecord } from '#sources/anaf/records.ts';
import type { Dataset } from '#store/dataset.ts';
import type { FiscalFacts } from './facts.ts';

export async function readEntity(dataset: Dataset, cui: string): Promise<FiscalFacts | null> {
  if (!isLoaded(dataset, 'entities')) return null;
  const row = await dataset.db.one<{ record: string; observed_at: string }>(
    'select record, observed_at from entity where cui = $1',
    [Number(cui)],
  );
  return row ? { record: JSON.parse(row.record) as FiscalRecord, fetchedAt: row.observed_at } : null;
}
