/** What is counted over all companies, and what the state buys from them. */
import { namesOf } from '#companies/facts-table.ts';
import { ratios } from '#companies/health/ratios.ts';
import { registryNames } from '#companies/names-table.ts';
import { countyOrNone } from '#listings/places.ts';
import { procurement } from '#procurement/endpoints.ts';
import { marketOf, topSuppliersOf } from '#procurement/market.ts';
import { topPartnersOf } from '#procurement/partners-table.ts';
import { statistics } from '#statistics/endpoints.ts';
import type { KnownCompany } from './company-slices.ts';
import type { SliceNeeds } from './needs.ts';

export function marketSlices({ lane, cursors, examples }: SliceNeeds, company: KnownCompany) {
  const { cui } = examples.company;
  return {
    ...statistics({ company, county: countyOrNone, names: namesOf, ratios, cursors, example: { cui } }),
    ...procurement({
      cursors,
      names: registryNames,
      county: (text) => countyOrNone(text).name,
      market: (dataset, ...asked) => lane?.ask(dataset, 'marketOf', ...asked) ?? marketOf(dataset, ...asked),
      topSuppliers: (dataset, ...asked) =>
        lane?.ask(dataset, 'topSuppliersOf', ...asked) ?? topSuppliersOf(dataset, ...asked),
      topPartners: (dataset, ...asked) =>
        lane?.ask(dataset, 'topPartnersOf', ...asked) ?? topPartnersOf(dataset, ...asked),
      example: { cui, ...examples.procurement },
    }),
  };
}
