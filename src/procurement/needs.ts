/** What the operations on procurement are handed. */
import type { Cursors } from '#http/cursor.ts';
import { Problem } from '#http/problem.ts';
import type { Database } from '#store/database.ts';
import type { Dataset } from '#store/dataset.ts';
import type { Analyses } from './analyses.ts';
import type { RegistryNames } from './party.ts';

export interface ProcurementNeeds {
  cursors: Cursors;
  names: RegistryNames;
  /** A county as we spell it, from what people write; a 404 with near names when it is none. */
  county(text: string): string;
  /** Counted beside the serving threads. */
  analyses: Analyses;
  /** Records that every demo has. */
  example: {
    /** Buys and sells. */
    cui: string;
    authority: string;
    supplier: string;
    notice: string;
    contract: string;
    report: string;
  };
}

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
  const any = await db.one(`select 1 as one from ${kind} limit 1`);
  if (any === null) throw new Problem('SOURCE_NOT_LOADED', `This installation has not loaded any ${KINDS[kind]}.`);
}
