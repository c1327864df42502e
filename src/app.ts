/** The composition root: stores, slices and routes, each handed what it needs. The only file that knows everything. */
import { openAccess } from '#access';
import { DEMO_KEY } from '#accounts/keys.ts';
import { caen } from '#caen/endpoints.ts';
import { activitiesFound } from '#caen/found.ts';
import { companies } from '#companies/endpoints.ts';
import { namesOf } from '#companies/facts-table.ts';
import { ratios } from '#companies/health/ratios.ts';
import { knownCompany } from '#companies/known.ts';
import { registryNames } from '#companies/names-table.ts';
import type { CompanyNeeds } from '#companies/needs.ts';
import type { Config } from '#config';
import { decisionId } from '#gazette/decision-id.ts';
import { gazette } from '#gazette/endpoints.ts';
import { decisionsFound, mentionsOf } from '#gazette/found.ts';
import { cursors } from '#http/cursor.ts';
import { docsRoutes } from '#http/docs.ts';
import type { Call } from '#http/endpoint.ts';
import { type Operation, operation } from '#http/perform.ts';
import { addProbes } from '#http/probes.ts';
import { Router } from '#http/router.ts';
import { addOperations } from '#http/routes.ts';
import type { Handler, Log, Observe } from '#http/server.ts';
import { addTheme } from '#http/theme.ts';
import { personIdentity } from '#ingest/persons.ts';
import { importedTreasuries } from '#ingest/treasury.ts';
import type { OpenLimits } from '#limits/open.ts';
import { listings } from '#listings/endpoints.ts';
import { countyOrNone } from '#listings/places.ts';
import type { LivePort } from '#live/ports.ts';
import { pressStored } from '#live/press-table.ts';
import { lastLook, observedRates, observedRatesOf } from '#live/rates-table.ts';
import { sourceStates } from '#live/source-state-table.ts';
import { liveView } from '#live/view.ts';
import type { MetricsPlace } from '#metrics/memory.ts';
import { openObservers } from '#observers';
import { addPaymentList, paymentInfo } from '#payments/discovery.ts';
import { openPayments } from '#payments/ledger-report-table.ts';
import { sales } from '#payments/sell.ts';
import { settlers } from '#payments/seller.ts';
import { people } from '#people/endpoints.ts';
import { watchHidden } from '#people/hidden.ts';
import type { PeopleNeeds } from '#people/needs.ts';
import { PersonRow } from '#people/person.ts';
import { peopleFound } from '#people/person-endpoints.ts';
import { countReads } from '#people/reads.ts';
import { press } from '#press/endpoints.ts';
import { articlesFound } from '#press/found.ts';
import type { PressNeeds } from '#press/needs.ts';
import { procurement } from '#procurement/endpoints.ts';
import { contractsFound, firstsOf, noticesFound } from '#procurement/found.ts';
import { marketOf, topSuppliersOf } from '#procurement/market.ts';
import { topPartnersOf } from '#procurement/partners.ts';
import { rates } from '#rates/endpoints.ts';
import type { RatesNeeds } from '#rates/needs.ts';
import { yearEndRate } from '#rates/rates-table.ts';
import { search } from '#search/endpoints.ts';
import type { Secrets } from '#secrets';
import { showcaseDecision } from '#simulate/gazette.ts';
import { showcaseRelease } from '#simulate/press.ts';
import { shownProcurement } from '#simulate/procurement/shown.ts';
import { showcase, showcasePerson } from '#simulate/showcase.ts';
import { PRESS_HOST } from '#sources/press/address.ts';
import { releaseOf } from '#sources/press/listing.ts';
import { sources } from '#sources/source.ts';
import { statistics } from '#statistics/endpoints.ts';
import { status } from '#status/endpoints.ts';
import type { Dataset } from '#store/dataset.ts';
import type { Store } from '#store/open.ts';
import { importedList, shippedList } from '#treasury/accounts.ts';
import { treasury } from '#treasury/endpoints.ts';
import { usage } from '#usage/endpoints.ts';
import { VERSION } from '#version';
import { addStartPage } from '#web/start.ts';

/** Answers in a thread beside (serve/lane.ts). */
interface Lane {
  ask<Answer>(dataset: Dataset, question: string, ...args: unknown[]): Promise<Answer>;
}

export interface AppNeeds {
  /** Without a seller nothing is sold. */
  config: Pick<Config, 'country' | 'today' | 'publicUrl' | 'dataFolder' | 'trustedProxies'> &
    Partial<Pick<Config, 'seller' | 'metricsToken'>>;
  secrets: Secrets;
  store: Store;
  live: LivePort;
  /** Where heavy questions are asked; left out, beside all others. */
  lane?: Lane;
  /** Counts requests; null, or left out, counts nobody. */
  limits?: OpenLimits | null;
  metrics?: MetricsPlace;
  log: Log;
}

export interface App {
  operations: Operation[];
  router: Router<Handler>;
  /** Wants to see every finished request. */
  observe: Observe;
  /** Writes what is still to be written; before the store is closed. */
  close(): Promise<void>;
}

/** The demo's showpiece stands in every example. */
const [example = null] = showcase;

const shownCui = (id: string): string => showcase.find((record) => record.id === id)?.cui ?? '';

/** Names that every demo has, as people type them. */
const searchExamples = ['zimbrul auriu', 'vantul de miazanoapte cluj', 'luminis digital'];

/** A press release that the demo's authority always has on its page. */
const exampleRelease = {
  url: `https://${PRESS_HOST}${showcaseRelease.path}`,
  slug: releaseOf(`https://${PRESS_HOST}${showcaseRelease.path}`, null)?.slug ?? '',
};

/** The id of the demo's best-known person depends on the installation's key, as all ids do. */
const examplePerson = (personKey: string) => ({
  id: personIdentity(personKey, showcasePerson, '').personId,
  name: showcasePerson.name,
});

export async function app({ config, secrets, store, live, lane, limits = null, metrics, log }: AppNeeds): Promise<App> {
  const report = (error: unknown): void => log.error(error, 'none');
  const watch = await watchHidden(store.state, report);
  const reads = countReads(store.state, report);
  const hidden = watch.current;
  const companyNeeds: CompanyNeeds = {
    live: liveView(store.live, live),
    liveStore: store.live,
    hidden,
    today: config.today,
    eurRate: (dataset, year) => yearEndRate(dataset, 'EUR', year),
    procurementFirsts: firstsOf,
    gazetteMentions: (dataset, cui) => mentionsOf(dataset, cui, hidden()),
    report,
    example,
  };
  const listCursors = cursors(secrets.cursorKey);
  const company = (cui: string, call: Call) => knownCompany(cui, call, companyNeeds);
  const peopleNeeds: PeopleNeeds = {
    company,
    hidden,
    read: reads.count,
    cursors: listCursors,
    example: { cui: example?.cui ?? '', person: examplePerson(secrets.personKey) },
  };
  const ratesNeeds: RatesNeeds = {
    observed: {
      look: () => lastLook(store.live),
      between: (from, to) => observedRates(store.live, from, to),
      of: (currency, until, limit) => observedRatesOf(store.live, currency, until, limit),
    },
    refresh: live.refreshRates,
    licence: sources.bnr.licence,
    today: config.today,
  };
  const pressNeeds: PressNeeds = {
    stored: pressStored(store.live),
    refreshReleases: live.refreshPress,
    refreshFile: live.refreshPressFile,
    readPictures: live.readPressPictures,
    cursors: listCursors,
    licence: sources.press.licence,
    example: exampleRelease,
  };
  const imported = importedTreasuries(config.dataFolder);
  const slices = {
    companies: companies(companyNeeds),
    people: people(peopleNeeds),
    listings: listings({ cursors: listCursors, example: { county: 'cluj', locality: 'cluj-napoca' } }),
    statistics: statistics({ company, county: countyOrNone, names: namesOf, ratios, cursors: listCursors, example }),
    gazette: gazette({
      hidden,
      company,
      cursors: listCursors,
      example: { cui: example?.cui ?? '', decision: decisionId(showcaseDecision) },
    }),
    procurement: procurement({
      cursors: listCursors,
      names: registryNames,
      county: (text) => countyOrNone(text).name,
      market: (dataset, ...asked) => lane?.ask(dataset, 'marketOf', ...asked) ?? marketOf(dataset, ...asked),
      topSuppliers: (dataset, ...asked) =>
        lane?.ask(dataset, 'topSuppliersOf', ...asked) ?? topSuppliersOf(dataset, ...asked),
      topPartners: (dataset, ...asked) =>
        lane?.ask(dataset, 'topPartnersOf', ...asked) ?? topPartnersOf(dataset, ...asked),
      example: {
        ...shownProcurement,
        cui: example?.cui ?? '',
        authority: shownCui('cityHall'),
        supplier: shownCui('stateSupplier'),
      },
    }),
    rates: rates(ratesNeeds),
    caen: caen(),
    treasury: treasury(imported ? await importedList(imported) : shippedList()),
    press: press(pressNeeds),
    status: status({
      upstreams: () => sourceStates(store.live),
      limits: () => limits?.state() ?? 'off',
      version: VERSION,
      report,
    }),
    search: search({
      people: { row: PersonRow, search: peopleFound(peopleNeeds) },
      records: [decisionsFound({ hidden }), articlesFound(pressNeeds), noticesFound, contractsFound, activitiesFound],
      cursors: listCursors,
      examples: searchExamples,
    }),
    usage: usage({ state: store.state }),
  };
  const operations = Object.values(slices).flatMap((slice) =>
    Object.entries(slice).map(([id, declaration]) => operation(id, declaration)),
  );

  const router = new Router<Handler>();
  const dataset = store.generations.current;
  const { seller = null, publicUrl } = config;
  const observers = openObservers({
    store,
    operations,
    limits,
    metrics,
    metricsToken: config.metricsToken ?? null,
    metricsOpenHere: config.country === 'demo' && publicUrl === null && config.trustedProxies.length === 0,
    openPayments: seller && (() => openPayments(store.state)),
    report,
  });
  const { tally } = observers;
  const payments =
    seller && sales({ seller, ...settlers(seller), publicUrl, state: store.state, limits, tally, report });
  const access = await openAccess({
    config,
    secrets,
    state: store.state,
    limits,
    takesPayments: payments !== null,
    report,
  });
  addOperations(router, operations, { gate: access.gate, payments, dataset });
  docsRoutes(router, operations, {
    version: VERSION,
    publicUrl: config.publicUrl ?? '/',
    demo: config.country === 'demo' ? { key: DEMO_KEY, showcase } : null,
    ...(seller && { paymentInfo: paymentInfo(seller.prices) }),
  });
  if (seller) addPaymentList(router, operations, publicUrl);
  addTheme(router);
  addStartPage(router, {
    sessions: access.sessions,
    publicUrl: config.publicUrl,
    isDemo: config.country === 'demo',
    company: config.country === 'demo' && example ? `/api/company/${example.cui}` : null,
    search: `/api/search?q=${config.country === 'demo' ? 'zimbrul+auriu' : 'mobila'}`,
  });
  addProbes(router, () => dataset() !== null);
  observers.addRoutes(router);
  return {
    operations,
    router,
    observe: observers.observe,
    async close() {
      watch.stop();
      await payments?.close();
      await reads.stop();
      await observers.close();
      await access.close();
    },
  };
}
