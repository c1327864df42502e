/** Companies and the people behind them. */

import type { Call } from '#api/endpoint.ts';
import { liveView } from '#data/live/live-reader.ts';
import { writtenByOthers } from '#data/store/sqlite/written.ts';
import { knownCompany } from '#domain/companies/company-basics.ts';
import { companies } from '#domain/companies/endpoints.ts';
import { hotDocuments } from '#domain/companies/hot-documents.ts';
import { activitiesToldLater } from '#domain/companies/late-activities.ts';
import { listedStates } from '#domain/companies/listed-states.ts';
import type { CompanyNeeds } from '#domain/companies/needs.ts';
import { OnDate } from '#domain/companies/on-date/on-date.ts';
import { mentionsOf } from '#domain/gazette/company-mentions.ts';
import { gazette } from '#domain/gazette/endpoints.ts';
import { listings } from '#domain/listings/endpoints.ts';
import { people } from '#domain/people/endpoints.ts';
import type { PeopleNeeds } from '#domain/people/needs.ts';
import { firstsOf } from '#domain/procurement/company-firsts.ts';
import { soldOf } from '#domain/procurement/sold.ts';
import { yearEndRate } from '#domain/rates/rates-table.ts';
import { receipts } from '#domain/receipts/endpoints.ts';
import { issueReceipts } from '#domain/receipts/issue.ts';
import { keepReceipted, receiptedRecord } from '#domain/receipts/receipted-records-table.ts';
import type { DomainNeeds } from './needs.ts';

/** That a company exists, and the few facts that its sub-resources need. */
export type KnownCompany = (cui: string, call: Call) => ReturnType<typeof knownCompany>;

export function companyModules(needs: DomainNeeds) {
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
