/** What the operations on procurement are handed. */
import type { Cursors } from '#operations/cursor.ts';
import { Problem } from '#operations/problem.ts';
import type { Database } from '#store/database.ts';
import type { Dataset } from '#store/dataset.ts';
import type { Scope } from './deals.ts';
import type { Market, TopSuppliers } from './market.ts';
import type { PartnerRow, Role } from './partners.ts';
import type { RegistryNames } from './party.ts';
import { records, said } from './sentences.ts';

export interface ProcurementNeeds {
  cursors: Cursors;
  names: RegistryNames;
  /** A county as we spell it, from what people write; a 404 with near names when it is none. */
  county(text: string): string;
  /** `marketOf` and `topSuppliersOf` (market.ts), `topPartnersOf` (partners.ts), counted beside the serving threads. */
  market(dataset: Dataset, scope: Scope): Promise<Market>;
  topSuppliers(dataset: Dataset, scope: Scope, limit: number): Promise<TopSuppliers>;
  topPartners(dataset: Dataset, cui: number, role: Role, limit: number): Promise<PartnerRow[]>;
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
  if (db === null) throw new Problem('SOURCE_NOT_LOADED', said.notLoaded());
  return db;
}

/** What lists are made of. */
export type Kind = keyof typeof records;

/** An empty list says that we looked and there is none: not where nothing of its kind was ever loaded. */
export async function assertAny(db: Database, kind: Kind): Promise<void> {
  const any = await db.one(`select 1 as one from ${kind} limit 1`);
  if (any === null) throw new Problem('SOURCE_NOT_LOADED', said.noneLoaded({ records: records[kind]() }));
}
