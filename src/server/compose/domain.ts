/** Opens every domain module; returns all declared operations. */

import type { Call } from '#api/endpoint.ts';
import { inChapters } from '#api/openapi/chapters.ts';
import { demoUrn } from '#api/provenance.ts';
import { importedTreasuries } from '#data/ingest/treasury.ts';
import { liveView } from '#data/live/live-reader.ts';
import { pressStored } from '#data/live/press-table.ts';
import { createProcurementBlock } from '#data/live/procurement-block.ts';
import { lastRatesFetch, observedRates, observedRatesOf } from '#data/live/rates-table.ts';
import { sourceStates } from '#data/live/source-state-table.ts';
import type { AddressName } from '#data/sources/source-addresses.ts';
import { sources } from '#data/sources/sources.ts';
import { leaderOf } from '#data/store/leader-table.ts';
import { foreignWriteCount } from '#data/store/sqlite/database.ts';
import { activitiesFound } from '#domain/caen/class-search.ts';
import { caen } from '#domain/caen/endpoints.ts';
import { companyBasics } from '#domain/companies/company-basics.ts';
import { activityChanges, companyStates } from '#domain/companies/company-states.ts';
import type { CompanyContext } from '#domain/companies/context.ts';
import { companies } from '#domain/companies/endpoints.ts';
import { namesOf, registryNames } from '#domain/companies/facts-table.ts';
import { ratios } from '#domain/companies/health/ratios.ts';
import { hotDocuments } from '#domain/companies/hot-documents.ts';
import { OnDate } from '#domain/companies/on-date/on-date.ts';
import { documents } from '#domain/documents/endpoints.ts';
import { documentHits } from '#domain/documents/search-hits.ts';
import { documentsOfReports } from '#domain/documents/tables/documents-table.ts';
import { documentationLists, storedDocumentations } from '#domain/documents/tables/procedures-table.ts';
import { trustFigures, trustSummary } from '#domain/documents/trust/trust-table.ts';
import { mentionsOf } from '#domain/gazette/company-mentions.ts';
import { gazette } from '#domain/gazette/endpoints.ts';
import { decisionHits } from '#domain/gazette/search-hits.ts';
import { listings } from '#domain/listings/endpoints.ts';
import { countyOrThrow } from '#domain/listings/localities.ts';
import { people } from '#domain/people/endpoints.ts';
import { PersonRow } from '#domain/people/person.ts';
import type { PeopleContext } from '#domain/people/person-endpoints.ts';
import { peopleHits } from '#domain/people/person-endpoints.ts';
import { countReads } from '#domain/people/read-counter.ts';
import { press } from '#domain/press/endpoints.ts';
import { publicName } from '#domain/press/file-names.ts';
import type { PressContext } from '#domain/press/freshness.ts';
import { articleHits } from '#domain/press/search-hits.ts';
import { firstsOf } from '#domain/procurement/company-firsts.ts';
import { procurement } from '#domain/procurement/endpoints.ts';
import { NoticeNumber } from '#domain/procurement/notice.ts';
import { noticeNumbered } from '#domain/procurement/notices-table.ts';
import { procurementOf } from '#domain/procurement/procurement-database.ts';
import { noticePage } from '#domain/procurement/public-pages.ts';
import { salesOf } from '#domain/procurement/sales.ts';
import { contractHits, noticeHits } from '#domain/procurement/search-hits.ts';
import { rates } from '#domain/rates/endpoints.ts';
import { yearEndRate } from '#domain/rates/rates-table.ts';
import { receipts } from '#domain/receipts/endpoints.ts';
import { issueReceipts } from '#domain/receipts/jws.ts';
import { insertReceipted, receiptedRecord } from '#domain/receipts/receipted-records-table.ts';
import { search } from '#domain/search/endpoints.ts';
import { statistics } from '#domain/statistics/endpoints.ts';
import { status } from '#domain/status/endpoints.ts';
import { treasury } from '#domain/treasury/endpoints.ts';
import { importedList, shippedList } from '#domain/treasury/iban-sources.ts';
import { VERSION } from '#lib/version.ts';
import { usage } from '#platform/usage/endpoints.ts';
import type { Config } from '#server/config/config.ts';
import type { AppContext } from './context.ts';

/** By operation id. The API client takes the types of all operations from here. */
export type Declared = Awaited<ReturnType<typeof openDomain>>;

/** The search over everything comes last: it calls the other modules. */
export async function openDomain(context: AppContext, resources: AsyncDisposableStack) {
  const { store, hidden, cursors } = context;
  const { examples } = context.profile;
  const readCounter = countReads(store.state, context.report);
  resources.defer(() => readCounter.stop());
  const pages = sourcePages(context.config);
  const { company, states, peopleContext, declared } = companyModules(context, pages, readCounter.count);
  const reference = await referenceModules(context, pages);
  return {
    ...declared,
    ...marketModules(context, company),
    ...inChapters({ documents: documentModules(context) }),
    ...reference.declared,
    ...inChapters({
      search: search({
        people: { row: PersonRow, search: peopleHits(peopleContext) },
        records: [
          decisionHits({ hidden }),
          articleHits(reference.pressContext),
          noticeHits({ hidden }),
          contractHits,
          documentHits({ documents: store.documents, state: store.state, hidden }),
          activitiesFound,
        ],
        states,
        county: countyOrThrow,
        cursors,
        analyses: context.analyses,
        examples: examples.searches,
      }),
      usage: usage({ state: store.state }),
    }),
  };
}

/** Throws for an unknown company; returns the few facts that sub-resources use. */
type FindCompany = (cui: string, call: Call) => ReturnType<typeof companyBasics>;

/** Companies and the people behind them. */
function companyModules(context: AppContext, pages: SourcePages, countRead: PeopleContext['countRead']) {
  const { store, hidden, cursors, receiptKeys } = context;
  const { examples } = context.profile;
  const companyContext: CompanyContext = {
    live: liveView(store.live, context.live),
    liveStore: store.live,
    // Other hosts render into the same store and send no notice.
    hot:
      context.renderings && store.engine === 'sqlite'
        ? hotDocuments(context.renderings, () => foreignWriteCount(store.live))
        : null,
    hidden,
    cursors,
    pages,
    today: context.config.today,
    eurRate: (dataset, year) => yearEndRate(dataset, 'EUR', year),
    procurementFirsts: firstsOf,
    gazetteMentions: (dataset, cui) => mentionsOf(dataset, cui, hidden()),
    report: context.report,
    storeReceipted: async (records) => void (await store.state.write(records.map(insertReceipted))),
    issueReceipt: issueReceipts(receiptKeys, context.config.publicUrl),
    example: { ...examples.company, others: examples.others },
  };
  const company: FindCompany = (cui, call) => companyBasics(cui, call, companyContext);
  const changedActivities = activityChanges(companyContext.live, pages);
  const states = companyStates(companyContext.live, pages);
  const peopleContext: PeopleContext = {
    company,
    activityChanges: changedActivities,
    states,
    sold: salesOf,
    hidden,
    countRead,
    cursors,
    example: { cui: examples.company.cui, people: examples.people },
  };
  return {
    company,
    states,
    peopleContext,
    declared: inChapters({
      companies: companies(companyContext),
      receipts: receipts({
        keys: receiptKeys,
        onDate: OnDate,
        newest: async (cui, day) => (await companyContext.live.fiscalOn([cui], day)).get(cui)?.raw ?? null,
        isStored: async (cui, day, hash) => (await receiptedRecord(store.state, cui, day, hash)) !== null,
      }),
      people: people(peopleContext),
      statistics: listings({ cursors, activityChanges: changedActivities, example: examples.locality }),
      gazette: gazette({ hidden, company, cursors, example: { ...examples.company, decision: examples.decision } }),
    }),
  };
}

/** Statistics over all companies, and public procurement. */
function marketModules({ analyses, cursors, profile, hidden, store }: AppContext, company: FindCompany) {
  const { examples } = profile;
  const { cui } = examples.company;
  return inChapters({
    statistics: statistics({ company, county: countyOrThrow, names: namesOf, ratios, cursors, example: { cui } }),
    procurement: procurement({
      hidden,
      cursors,
      names: registryNames,
      county: (text) => countyOrThrow(text).name,
      documentations: (notices) => storedDocumentations(store.documents, notices),
      documentationLists: documentationLists(store.documents),
      reportDocuments: (ids) => documentsOfReports(store.documents, ids),
      analyses,
      example: { cui, ...examples.procurement },
    }),
  });
}

/** Documents of procedures, with the functions of procurement that they use. */
const documentModules = ({ store, blobs, hidden, cursors, analyses, profile }: AppContext) =>
  documents({
    documents: store.documents,
    state: store.state,
    blobs,
    hidden,
    cursors,
    analyses,
    noticeNumber: NoticeNumber,
    async notice(dataset, number) {
      const row = await noticeNumbered(procurementOf(dataset), number);
      return row && { notice: row.notice, type: row.type, systemId: row.system_id };
    },
    page: (dataset, { type, systemId }) => noticePage(dataset, type, systemId),
    async suspendedSeconds() {
      const suspension = await createProcurementBlock(store.live).stored();
      return Math.max(0, Math.ceil((suspension?.left ?? 0) / 1_000));
    },
    example: profile.examples.documents,
  });

/** Rates, classifications, treasury accounts, press and the status of the service. */
async function referenceModules(context: AppContext, pages: SourcePages) {
  const { config, store, live, cursors, report } = context;
  const imported = importedTreasuries(config.dataFolder);
  const pressContext: PressContext = {
    stored: pressStored(store.live),
    refreshReleases: live.refreshPress,
    refreshFile: live.refreshPressFile,
    readPictures: live.readPressPictures,
    hidden: context.hidden,
    cursors,
    licence: sources.press.licence,
    pages: { releases: pages.press, files: pages.pressFiles },
    isDemo: config.country === 'demo',
    example: context.profile.examples.release,
  };
  return {
    pressContext: pressContext,
    declared: inChapters({
      rates: rates({
        observed: {
          look: () => lastRatesFetch(store.live),
          between: (from, to) => observedRates(store.live, from, to),
          of: (currency, until, limit) => observedRatesOf(store.live, currency, until, limit),
        },
        refresh: live.refreshRates,
        licence: sources.bnr.licence,
        page: pages.rates,
        today: config.today,
      }),
      caen: caen(),
      treasury: treasury(imported ? await importedList(imported) : shippedList(), pages.treasury),
      press: press(pressContext),
      status: status({
        upstreams: () => sourceStates(store.live),
        limits: () => context.limits?.state() ?? 'off',
        version: VERSION,
        report,
        standby: () => context.standby?.read() ?? null,
        leader: async () => (await leaderOf(store.state)) ?? { isHeld: false, since: null, term: null },
        signatures: async (now) => {
          const figures = await trustFigures(store.documents, now);
          return figures && trustSummary(figures, now);
        },
      }),
    }),
  };
}

/** The addresses of live sources in answers. Publications store theirs at the download. */
interface SourcePages {
  fiscal: string | null;
  balances: string | null;
  rates: string | null;
  press: string | null;
  /** The address of one file, from its published address. */
  pressFiles(url: string): string | null;
  /** `imported`: the installation has imported its own list. The shipped list is the real one, in the demo too. */
  treasury(imported: boolean): string | null;
}

/** Null for a source that the operator has replaced by a setting, such as a proxy. */
export function sourcePages({
  country,
  addresses = {},
}: Pick<Config, 'country'> & Partial<Pick<Config, 'addresses'>>): SourcePages {
  const real = (name: AddressName, address: string): string | null => (addresses[name] === undefined ? address : null);
  const [bank] = sources.bnr.address;
  const published = sources.treasury.address;
  if (country === 'demo')
    return {
      fiscal: demoUrn('fiscal'),
      balances: demoUrn('balances'),
      rates: demoUrn('rates'),
      press: demoUrn('press'),
      pressFiles: (url) => publicName(url, { isDemo: true }),
      treasury: (imported) => (imported ? demoUrn('treasury') : published),
    };
  return {
    fiscal: real('anafCompany', sources.anafCompany.address),
    balances: real('anafBalance', sources.anafBalance.address),
    rates: real('bnr', `${bank}/nbrfxrates.xml`),
    press: real('press', sources.press.address),
    pressFiles: (url) => (addresses.pressFiles === undefined ? url : null),
    treasury: (imported) => (imported ? real('treasury', published) : published),
  };
}
