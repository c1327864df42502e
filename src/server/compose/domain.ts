/** Every declared operation, each slice handed what it needs; the search over everything comes last, because it asks the others. */
import { activitiesFound } from '#domain/caen/search-hits.ts';
import { documentsFound } from '#domain/documents/search-hits.ts';
import { decisionsFound } from '#domain/gazette/search-hits.ts';
import { PersonRow } from '#domain/people/person.ts';
import { peopleFound } from '#domain/people/person-endpoints.ts';
import { articlesFound } from '#domain/press/search-hits.ts';
import { contractsFound, noticesFound } from '#domain/procurement/search-hits.ts';
import { search } from '#domain/search/endpoints.ts';
import { usage } from '#platform/usage/endpoints.ts';
import { companyModules } from './company-modules.ts';
import { documentModules } from './document-modules.ts';
import { marketModules } from './market-modules.ts';
import type { DomainNeeds } from './needs.ts';
import { referenceModules } from './reference-modules.ts';

/** By operation id. A client of ours knows the types of all of them. */
export type Declared = Awaited<ReturnType<typeof openDomain>>;

export async function openDomain(needs: DomainNeeds) {
  const { hidden, cursors, examples } = needs;
  const { company, states, peopleNeeds, declared } = companyModules(needs);
  const reference = await referenceModules(needs);
  return {
    ...declared,
    ...marketModules(needs, company),
    ...documentModules(needs),
    ...reference.declared,
    ...search({
      people: { row: PersonRow, search: peopleFound(peopleNeeds) },
      records: [
        decisionsFound({ hidden }),
        articlesFound(reference.pressNeeds),
        noticesFound({ hidden }),
        contractsFound,
        documentsFound({ documents: needs.store.documents, state: needs.store.state, hidden }),
        activitiesFound,
      ],
      states,
      cursors,
      analyses: needs.analyses,
      examples: examples.searches,
    }),
    ...usage({ state: needs.store.state }),
  };
}
