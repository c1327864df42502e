/** The part group of procurement, and whether it has rows. */

import { ApiError } from '#api/api-error.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { messages } from '#locales/messages.ts';
import { hasRows } from './rows-table.ts';

/** Throws when procurement is not loaded. */
export function procurementOf(dataset: Dataset): Database {
  const db = dataset.partGroup('procurement');
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
