/** What the operations on procurement are handed. */
import type { Cursors } from '#operations/cursor.ts';
import type { Dataset } from '#store/dataset.ts';
import type { Scope } from './deals.ts';
import type { Market, TopSuppliers } from './market.ts';
import type { PartnerRow, Role } from './partners-table.ts';
import type { RegistryNames } from './party.ts';

export interface ProcurementNeeds {
  cursors: Cursors;
  names: RegistryNames;
  /** A county as we spell it, from what people write; a 404 with near names when it is none. */
  county(text: string): string;
  /** `marketOf` and `topSuppliersOf` (market.ts), `topPartnersOf` (partners-table.ts), counted beside the serving threads. */
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
