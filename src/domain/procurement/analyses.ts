/** The heavy questions about procurement: what they are asked and what they answer, for callers and for the analyst who counts. */
import type { Requester } from '#api/caller.ts';
import type { Row, Value } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { type Market, marketOf, type TopSuppliers, topSuppliersOf } from './cpv-market.ts';
import type { Scope } from './deals.ts';
import { loaded } from './loaded.ts';
import { type PartnerRow, type Role, topPartnersOf } from './partners-table.ts';

export interface Analyses {
  marketOf(dataset: Dataset, scope: Scope, asked?: Requester): Promise<Market>;
  topSuppliersOf(dataset: Dataset, scope: Scope, limit: number, asked?: Requester): Promise<TopSuppliers>;
  topPartnersOf(dataset: Dataset, cui: number, role: Role, limit: number, asked?: Requester): Promise<PartnerRow[]>;
  /** The rows of a query that may have to look at much of a table (aside.ts). */
  rowsAsked(dataset: Dataset, sql: string, params: readonly Value[], asked?: Requester): Promise<Row[]>;
}

const rowsAsked: Analyses['rowsAsked'] = (dataset, sql, params) => loaded(dataset).all(sql, params);

export const analyses: Analyses = { marketOf, rowsAsked, topPartnersOf, topSuppliersOf };
