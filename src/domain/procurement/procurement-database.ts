/** The part group of procurement, and whether it has rows. */

import { ApiError } from '#api/api-error.ts';
import type { Database } from '#data/store/database.ts';
import { type Dataset, hasProcurement } from '#data/store/dataset.ts';
import { messages } from '#locales/messages.ts';
import { hasRows } from './rows-table.ts';

/** Null when no notices, contracts or purchases are loaded. */
export const loadedProcurement = (dataset: Dataset): Database | null =>
  hasProcurement(dataset.manifest) ? dataset.partGroup('procurement') : null;

/** Throws when no notices, contracts or purchases are loaded. */
export const procurementOf = (dataset: Dataset): Database => required(loadedProcurement(dataset));

/** For lists that check themselves that records of their kind are loaded: there may be reports on suppliers only. */
export const procurementGroup = (dataset: Dataset): Database => required(dataset.partGroup('procurement'));

function required(db: Database | null): Database {
  if (db === null) throw new ApiError('SOURCE_NOT_LOADED', messages.procurement.notLoaded());
  return db;
}

/** The kinds of records in lists. */
export type Kind = keyof typeof messages.procurementRecords;

/** An empty list means that there are no matches, which cannot be known when no record of the kind was loaded. */
export async function assertLoaded(db: Database, kind: Kind): Promise<void> {
  if (await hasRows(db, kind)) return;
  throw new ApiError(
    'SOURCE_NOT_LOADED',
    messages.procurement.noneLoaded({ records: messages.procurementRecords[kind]() }),
  );
}
