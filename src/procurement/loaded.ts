/** The area that operations on procurement live from, and whether it holds what they ask for. */
import { Problem } from '#operations/problem.ts';
import type { Database } from '#store/database.ts';
import type { Dataset } from '#store/dataset.ts';
import { hasRows } from './rows-table.ts';

/** The area that these operations live from. */
export function loaded(dataset: Dataset): Database {
  const db = dataset.area('procurement');
  if (db === null) throw new Problem('SOURCE_NOT_LOADED', 'This installation has not loaded public procurement data.');
  return db;
}

/** What lists are made of, in words. */
const KINDS = {
  notice: 'notices',
  contract: 'contracts',
  purchase: 'direct purchases',
  award: 'award notices of direct purchases',
  report: 'supplier-performance reports',
};
export type Kind = keyof typeof KINDS;

/** An empty list says that we looked and there is none: not where nothing of its kind was ever loaded. */
export async function assertAny(db: Database, kind: Kind): Promise<void> {
  if (await hasRows(db, kind)) return;
  throw new Problem('SOURCE_NOT_LOADED', `This installation has not loaded any ${KINDS[kind]}.`);
}
