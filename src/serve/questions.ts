/** Questions that are answered in the lane. */
import { marketOf, topSuppliersOf } from '#procurement/market.ts';

export const questions = { marketOf, topSuppliersOf };
