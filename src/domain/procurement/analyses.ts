/** The heavy queries of procurement: inputs and results, for callers and for the analytics worker that runs them. */
import type { Requester } from '#api/caller.ts';
import type { Row, Value } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { type Market, marketOf, type TopSuppliers, topSuppliersOf } from './cpv-market.ts';
import type { Scope } from './deals.ts';
import { type PartnerRow, topPartnersOf } from './partners-table.ts';
import { procurementOf } from './procurement-database.ts';
import type { Role } from './rollup-tables.ts';

export interface Analyses {
  marketOf(dataset: Dataset, scope: Scope, requester?: Requester): Promise<Market>;
  topSuppliersOf(dataset: Dataset, scope: Scope, limit: number, requester?: Requester): Promise<TopSuppliers>;
  topPartnersOf(dataset: Dataset, cui: number, role: Role, limit: number, requester?: Requester): Promise<PartnerRow[]>;
  /** The rows of a query that may scan much of a table (worker-reads.ts). */
  queryRows(dataset: Dataset, sql: string, params: readonly Value[], requester?: Requester): Promise<Row[]>;
}

const queryRows: Analyses['queryRows'] = (dataset, sql, params) => procurementOf(dataset).all(sql, params);

export const analyses: Analyses = { marketOf, queryRows, topPartnersOf, topSuppliersOf };
