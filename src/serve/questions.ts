/** Questions that are answered in the lane. */
import { marketOf, topSuppliersOf } from '#procurement/market.ts';
import { topPartnersOf } from '#procurement/partners-table.ts';

export const questions = { marketOf, topPartnersOf, topSuppliersOf };
