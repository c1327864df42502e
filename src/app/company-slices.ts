/** Companies and the people behind them. */

import { knownCompany } from '#companies/company-basics.ts';
import { companies } from '#companies/endpoints.ts';
import { hotDocuments } from '#companies/hot-documents.ts';
import type { CompanyNeeds } from '#companies/needs.ts';
import { registeredActivities } from '#companies/registered-activities.ts';
import { mentionsOf } from '#gazette/company-mentions.ts';
import { gazette } from '#gazette/endpoints.ts';
import { listings } from '#listings/endpoints.ts';
import { liveView } from '#live/live-reader.ts';
import type { Call } from '#operations/endpoint.ts';
import { people } from '#people/endpoints.ts';
import type { PeopleNeeds } from '#people/needs.ts';
import { firstsOf } from '#procurement/company-firsts.ts';
import { yearEndRate } from '#rates/rates-table.ts';
import type { SliceNeeds } from './needs.ts';

/** That a company exists, and the few facts that its sub-resources need. */
export type KnownCompany = (cui: string, call: Call) => ReturnType<typeof knownCompany>;

export function companySlices(needs: SliceNeeds) {
  const { store, hidden, cursors, examples } = needs;
  const companyNeeds: CompanyNeeds = {
    live: liveView(store.live, needs.live),
    liveStore: store.live,
    // Other hosts render into the same store without telling.
    hot: needs.renderings && store.engine === 'sqlite' ? hotDocuments(needs.renderings) : null,
    hidden,
    cursors,
    today: needs.config.today,
    eurRate: (dataset, year) => yearEndRate(dataset, 'EUR', year),
    procurementFirsts: firstsOf,
    gazetteMentions: (dataset, cui) => mentionsOf(dataset, cui, hidden()),
    report: needs.report,
    example: { ...examples.company, others: examples.others },
  };
  const company: KnownCompany = (cui, call) => knownCompany(cui, call, companyNeeds);
  const activities = registeredActivities(companyNeeds.live);
  const peopleNeeds: PeopleNeeds = {
    company,
    activities,
    hidden,
    read: needs.countRead,
    cursors,
    example: { cui: examples.company.cui, people: examples.people },
  };
  return {
    company,
    activities,
    peopleNeeds,
    declared: {
      ...companies(companyNeeds),
      ...people(peopleNeeds),
      ...listings({ cursors, activities, example: examples.place }),
      ...gazette({ hidden, company, cursors, example: { ...examples.company, decision: examples.decision } }),
    },
  };
}
