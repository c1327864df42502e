/** Companies and the people behind them. */

import { activitiesToldLater } from '#companies/activities-told-later.ts';
import { knownCompany } from '#companies/company-basics.ts';
import { companies } from '#companies/endpoints.ts';
import { hotDocuments } from '#companies/hot-documents.ts';
import { listedStates } from '#companies/listed-states.ts';
import type { CompanyNeeds } from '#companies/needs.ts';
import { OnDate } from '#companies/on-date/on-date.ts';
import { mentionsOf } from '#gazette/company-mentions.ts';
import { gazette } from '#gazette/endpoints.ts';
import { listings } from '#listings/endpoints.ts';
import { liveView } from '#live/live-reader.ts';
import type { Call } from '#operations/endpoint.ts';
import { people } from '#people/endpoints.ts';
import type { PeopleNeeds } from '#people/needs.ts';
import { firstsOf } from '#procurement/company-firsts.ts';
import { soldOf } from '#procurement/sold.ts';
import { yearEndRate } from '#rates/rates-table.ts';
import { receipts } from '#receipts/endpoints.ts';
import { issueReceipts } from '#receipts/issue.ts';
import { keepReceipted, receiptedRecord } from '#receipts/receipted-records-table.ts';
import { writtenByOthers } from '#store/sqlite/written.ts';
import type { SliceNeeds } from './needs.ts';

/** That a company exists, and the few facts that its sub-resources need. */
export type KnownCompany = (cui: string, call: Call) => ReturnType<typeof knownCompany>;

export function companySlices(needs: SliceNeeds) {
  const { store, hidden, cursors, examples } = needs;
  const companyNeeds: CompanyNeeds = {
    live: liveView(store.live, needs.live),
    liveStore: store.live,
    // Other hosts render into the same store without telling.
    hot:
      needs.renderings && store.engine === 'sqlite'
        ? hotDocuments(needs.renderings, () => writtenByOthers(store.live))
        : null,
    hidden,
    cursors,
    pages: needs.pages,
    today: needs.config.today,
    eurRate: (dataset, year) => yearEndRate(dataset, 'EUR', year),
    procurementFirsts: firstsOf,
    gazetteMentions: (dataset, cui) => mentionsOf(dataset, cui, hidden()),
    report: needs.report,
    keepReceipted: async (records) => void (await store.state.write(records.map(keepReceipted))),
    receipt: issueReceipts(needs.receiptKeys, needs.config.publicUrl),
    example: { ...examples.company, others: examples.others },
  };
  const company: KnownCompany = (cui, call) => knownCompany(cui, call, companyNeeds);
  const toldLater = activitiesToldLater(companyNeeds.live, needs.pages);
  const states = listedStates(companyNeeds.live, needs.pages);
  const peopleNeeds: PeopleNeeds = {
    company,
    activitiesToldLater: toldLater,
    states,
    sold: soldOf,
    hidden,
    read: needs.countRead,
    cursors,
    example: { cui: examples.company.cui, people: examples.people },
  };
  return {
    company,
    states,
    peopleNeeds,
    declared: {
      ...companies(companyNeeds),
      ...receipts({
        keys: needs.receiptKeys,
        told: OnDate,
        newest: async (cui, day) => (await companyNeeds.live.fiscalOn([cui], day)).get(cui)?.raw ?? null,
        isKept: async (cui, day, hash) => (await receiptedRecord(store.state, cui, day, hash)) !== null,
      }),
      ...people(peopleNeeds),
      ...listings({ cursors, activitiesToldLater: toldLater, example: examples.place }),
      ...gazette({ hidden, company, cursors, example: { ...examples.company, decision: examples.decision } }),
    },
  };
}
