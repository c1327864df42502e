/** What is counted over all companies, and what the state buys from them. */
import { namesOf } from '#domain/companies/facts-table.ts';
import { ratios } from '#domain/companies/health/ratios.ts';
import { registryNames } from '#domain/companies/names-table.ts';
import { documentsOfReports } from '#domain/documents/tables/documents-table.ts';
import { listedDocumentations, storedDocumentations } from '#domain/documents/tables/procedures-table.ts';
import { countyOrNone } from '#domain/listings/places.ts';
import { procurement } from '#domain/procurement/endpoints.ts';
import { statistics } from '#domain/statistics/endpoints.ts';
import type { KnownCompany } from './company-modules.ts';
import type { DomainNeeds } from './needs.ts';

export function marketModules({ analyses, cursors, examples, hidden, store }: DomainNeeds, company: KnownCompany) {
  const { cui } = examples.company;
  return {
    ...statistics({ company, county: countyOrNone, names: namesOf, ratios, cursors, example: { cui } }),
    ...procurement({
      hidden,
      cursors,
      names: registryNames,
      county: (text) => countyOrNone(text).name,
      documentations: (notices) => storedDocumentations(store.documents, notices),
      listed: listedDocumentations(store.documents),
      reportDocuments: (ids) => documentsOfReports(store.documents, ids),
      analyses,
      example: { cui, ...examples.procurement },
    }),
  };
}
