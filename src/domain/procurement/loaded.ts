/** The area that operations on procurement live from, and whether it holds what they ask for. */

import { ApiError } from '#api/api-error.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { messages } from '#locales/messages.ts';
import { hasRows } from './rows-table.ts';

/** The area that these operations live from. */
export function loaded(dataset: Dataset): Database {
  const db = dataset.partGroup('procurement');
  if (db === null) throw new ApiError('SOURCE_NOT_LOADED', messages.procurement.notLoaded());
  return db;
}

/** What lists are made of. */
export type Kind = keyof typeof messages.procurementRecords;

/** An empty list says that we looked and there is none: not where nothing of its kind was ever loaded. */
export async function assertAny(db: Database, kind: Kind): Promise<void> {
  if (await hasRows(db, kind)) return;
  throw new ApiError(
    'SOURCE_NOT_LOADED',
    messages.procurement.noneLoaded({ records: messages.procurementRecords[kind]() }),
  );
}
