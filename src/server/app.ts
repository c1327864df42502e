/** The composition root: opens the slices, who may call, payments and observers, and gives them to the kernel and its first door. */

import type { Limits } from '#api/allowance.ts';
import { cursors } from '#api/cursor.ts';
import { type Operation, operationsOf } from '#api/endpoint.ts';
import { type Pipeline, pipeline } from '#api/pipeline.ts';
import type { LivePort } from '#data/live/ports.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Store } from '#data/store/open.ts';
import { isReadable, isWhole } from '#data/store/readable.ts';
import type { StandbyStateReader } from '#data/store/standby/standby-state.ts';
import { classes } from '#domain/caen/classes.ts';
import type { Blobs } from '#domain/documents/blobs/blobs.ts';
import { noBlobs } from '#domain/documents/blobs/no-blobs.ts';
import { countReads } from '#domain/people/read-counter.ts';
import { receiptKeys as keysOfReceipts } from '#domain/receipts/receipt-keys.ts';
import { explainUnreadable } from '#domain/status/outdated-part.ts';
import { explainStarting, type SeedingStatus } from '#domain/status/seeding-status.ts';
import { redact } from '#lib/redaction/redact.ts';
import { approvals as approvalsIn } from '#platform/approvals/approvals.ts';
import { planOf as planInState } from '#platform/billing/subscriptions-table.ts';
import type { OpenLimits } from '#platform/limits/open.ts';
import { INSTALLATION_HOUR_MAX } from '#platform/mail/limits.ts';
import { type Mailer, mailer } from '#platform/mail/mailer.ts';
import type { MetricsMemory } from '#platform/metrics/memory.ts';
import type { FetchDocument } from '#platform/oauth/app-documents.ts';
import { cachedGrants } from '#platform/oauth/grant-cache.ts';
import { grants as grantsIn } from '#platform/oauth/grants.ts';
import { openPayments } from '#platform/payments/ledger-report-table.ts';
import { sales } from '#platform/payments/sell.ts';
import { settlers } from '#platform/payments/seller.ts';
import { watchHiddenPersons } from '#platform/privacy/hidden-persons.ts';
import { openReaderRequests, REQUESTS_DAYS } from '#platform/privacy/reader-requests.ts';
import { addressReader } from '#transports/http/client-address.ts';
import { apiCredentials } from '#transports/http/credentials.ts';
import { Router } from '#transports/http/router.ts';
import { addOperations } from '#transports/http/routes.ts';
import type { Handler, Log, Observe } from '#transports/http/server.ts';
import type { AdmitStranger } from '#transports/http/strangers.ts';
import { priceOf } from '#transports/web/pages/pricing/plans.ts';
import { pageAddresses } from '#transports/web/routing/api-addresses.ts';
import { addSitemaps } from '#transports/web/sitemaps/routes.ts';
import { openAccess } from './compose/access.ts';
import { openAccounts } from './compose/accounts.ts';
import { agentStateKey, agentTokens, appNames, openAgents } from './compose/agents.ts';
import { type Analyses, analyses } from './compose/analyses.ts';
import { openAuthorization } from './compose/authorization.ts';
import { type BillingSettingsOfHost, DEMO_PAYMENTS, endingOf, openBilling } from './compose/billing.ts';
import { addBillingWebhook } from './compose/billing-webhook.ts';
import { checks as bulkChecks } from './compose/checks.ts';
import { type Declared, openDomain } from './compose/domain.ts';
import type { InstallationProfile } from './compose/examples.ts';
import { keyPages } from './compose/key-pages.ts';
import { openObservers } from './compose/observers.ts';
import { outboxOf } from './compose/outbox.ts';
import { addPages } from './compose/pages.ts';
import { addReceiptKeys } from './compose/receipt-keys-route.ts';
import { redactedLog } from './compose/redacted-log.ts';
import { addSecurityTxt } from './compose/security-txt.ts';
import { sourcePages } from './compose/source-pages.ts';
import { minutely, webPages } from './compose/web-pages.ts';
import type { Config } from './config/config.ts';
import type { Secrets } from './secrets.ts';

export interface AppNeeds {
  /** Without a seller nothing is sold. */
  config: Pick<Config, 'country' | 'today' | 'publicUrl' | 'dataFolder' | 'trustedProxies'> &
    Partial<
      Pick<
        Config,
        | 'seller'
        | 'metricsToken'
        | 'contact'
        | 'securityContact'
        | 'addresses'
        | 'browserDayMax'
        | 'proPrice'
        | 'requestsDays'
        | 'checksDays'
        | 'mail'
        | 'agentProofs'
        | 'agentOrigins'
      >
    >;
  secrets: Secrets;
  /** The secrets as they are by now, for what is rotated while the service runs; left out, as they were. */
  secretsNow?(atThisMoment?: boolean): Secrets;
  store: Store;
  /** Files of documents; left out, there are none. */
  blobs?: Blobs;
  live: LivePort;
  profile: InstallationProfile;
  /** Where heavy questions are asked: an analyst (jobs/analyst.ts); left out, beside all others. */
  analyses?: Analyses;
  /** Counts requests; null, or left out, counts nobody. */
  limits?: OpenLimits | null;
  /** Counts passwords and passkeys that are tried, and letters that are asked for: also where requests are not; left out, as they are. */
  attempts?: Limits | null;
  metrics?: MetricsMemory;
  /** Tells serving threads what the others rendered anew. */
  renderings?: SharedArrayBuffer;
  /** Of the standby that the dataset is read from; null, or left out, where there is none. */
  standby?: StandbyStateReader | null;
  /** Whether parts of an older format are being made again; left out, nobody does. */
  isMadeAgain?(): boolean;
  /** Whether all threads of this host have begun to serve: before, it is not ready. Left out, there is one. */
  areAllServing?(): boolean;
  /** Whether the first documents of a demo are collected: it is not whole before; left out, nobody waits for any. */
  firstDocuments?(): Promise<boolean>;
  /** How far an installation is that is made for the first time; null, or left out, where nobody makes one. */
  beingMade?(): SeedingStatus | null;
  /** With whom Pro is sold; null, or left out, where nothing is. */
  billing?: BillingSettingsOfHost | null;
  /** How documents of apps are fetched; left out, from public addresses only. */
  fetchAppDocument?: FetchDocument;
  log: Log;
}

export interface App {
  pipeline: Pipeline;
  /** By operation id, for clients that know their types. */
  declared: Declared;
  operations: Operation[];
  /** How letters are written. */
  mailer: Mailer;
  router: Router<Handler>;
  /** The log for the door that serves the router: hidden persons are not named in it. */
  log: Log;
  /** Counts requests that no route takes. */
  strangers: AdmitStranger;
  /** Wants to see every finished request. */
  observe: Observe;
  /** Writes what is still to be written; before the store is closed. */
  close(): Promise<void>;
}

export async function app(needs: AppNeeds): Promise<App> {
  const { config, secrets, store, live, profile, limits = null, standby = null } = needs;
  const { attempts = limits, isMadeAgain = () => false, beingMade = () => null } = needs;
  const { seller = null, publicUrl } = config;
  const { mail = { by: null, hourMax: INSTALLATION_HOUR_MAX } } = config;
  const dataset = store.generations.current;
  const watch = await watchHiddenPersons(store.state, (error) => needs.log.error(error, 'none'), store.changes);
  const log = redactedLog(needs.log, watch.current);
  const report = (error: unknown): void => log.error(error, 'none');
  const reads = countReads(store.state, report);
  const receiptKeys = keysOfReceipts(needs.secretsNow ?? (() => secrets));
  const pageCursors = cursors(secrets.cursorKey);
  const declared = await openDomain({
    config,
    store,
    blobs: needs.blobs ?? noBlobs,
    live,
    analyses: needs.analyses ?? analyses,
    renderings: needs.renderings,
    limits: () => limits?.state() ?? 'off',
    standby,
    hidden: watch.current,
    countRead: reads.count,
    cursors: pageCursors,
    pages: sourcePages(config),
    receiptKeys,
    examples: profile.examples,
    report,
  });
  const operations = operationsOf(declared);
  const observers = openObservers({
    store,
    operations,
    limits,
    metrics: needs.metrics,
    metricsToken: config.metricsToken ?? null,
    metricsOpenHere: config.country === 'demo' && publicUrl === null && config.trustedProxies.length === 0,
    standby,
    sellsPlans: (needs.billing ?? null) !== null,
    openPayments: seller && (() => openPayments(store.state)),
    report,
  });
  const { tally, record } = observers;
  const access = await openAccess({ config, secrets, store, report });
  const payments =
    seller && sales({ seller, ...settlers(seller), state: store.state, limits, hidden: watch.current, tally, report });
  const explainAgain = explainUnreadable(isMadeAgain);
  const explainFirst = explainStarting(beingMade);
  const explain = (error: unknown, of: Dataset | null): unknown => explainFirst(explainAgain(error), of);
  const shown = <Data>(data: Data): Data =>
    watch.current().version === '' ? data : redact(data, watch.current().names);
  const kept = async (read: Dataset): Promise<Dataset> => (await store.generations.opened(read.manifest.id)) ?? read;
  const grants = cachedGrants(grantsIn({ state: store.state, secret: secrets.sessionKey, report }), access.watch);
  const tokens = agentTokens(grants, access.sessions);
  const doors = pipeline({ ...access, tokens, limits, payments, dataset, record, explain, shown, kept });
  const checks = bulkChecks({
    ...{ state: store.state, changes: store.changes, pipeline: doors, declared, limits, shown, report },
    ...{ days: config.checksDays, today: config.today },
  });
  const router = new Router<Handler>();
  const addressOf = addressReader(config.trustedProxies);
  const credentialsOf = apiCredentials(addressOf, publicUrl);
  const desk = openReaderRequests({ state: store.state, limits, days: config.requestsDays ?? REQUESTS_DAYS, report });
  const letters = mailer({ isReady: mail.by !== null, hourMax: mail.hourMax });
  const ofKeys = keyPages({
    ...{ state: store.state, secrets, sessions: access.sessions },
    ...{ limits: attempts, mail: letters, profile },
  });
  const outbox = mail.by === 'outbox' ? outboxOf(store.state) : null;
  const { billing: place = null } = needs;
  const billing =
    place && openBilling(place.settings, { state: store.state, mailer: letters, site: () => place.site, report });
  const accounts = await openAccounts({
    ...{ state: store.state, sessions: access.sessions, secret: secrets.sessionKey, mail: letters, report },
    ...{ limits: attempts, country: config.country, endBilling: endingOf(store.state, billing?.endBilling ?? null) },
  });
  const authorization = openAuthorization({
    ...{ config, state: store.state, secret: secrets.sessionKey, isDemo: profile.demo !== null },
    ...{ limits, blocks: access.blocks, addressOf, fetchDocument: needs.fetchAppDocument, report },
  });
  const { apps, requests } = authorization;
  const sold = place?.settings ?? null;
  const planOf = (account: string) => planInState(store.state, account);
  const subscription = { planOf, billing, settings: sold, priceOf, contact: config.contact ?? null };
  const approvals = approvalsIn({ state: store.state, secret: secrets.sessionKey, appName: appNames(store.state) });
  const pages = webPages({
    config,
    profile,
    desk,
    checks,
    sold,
    outbox,
    accounts: { ...accounts, ...ofKeys, subscription, approvals, apps, requests },
  });
  const pageOf = pageAddresses(pages, operations);
  addOperations(router, operations, { pipeline: doors, credentialsOf, publicUrl, pageOf });
  const { firstDocuments = async () => true, areAllServing = () => true } = needs;
  const ready = async (whole: boolean): Promise<boolean> =>
    areAllServing() && (whole ? (await isWhole(dataset())) && firstDocuments() : isReadable(dataset()));
  addPages(router, {
    config,
    pages,
    outbox,
    operations,
    profile,
    sessions: access.sessions,
    hidden: watch.current,
    pipeline: doors,
    declared,
    addressOf,
    report: log.error,
    ready,
  });
  const caen = classes.map(({ code }) => code);
  addSitemaps(router, {
    pipeline: doors,
    limits,
    addressOf,
    publicUrl,
    isDemo: profile.demo !== null,
    dataset,
    explain,
    caen,
  });
  authorization.addTo(router);
  const account = {
    ...{ approvals, planOf, keys: ofKeys.keys, contact: config.contact ?? null },
    sold: billing && sold && { billing, settings: sold },
    stateKey: agentStateKey(secrets.sessionKey),
    limits: { agent: minutely('agent'), agentPro: minutely('agent-pro'), api: minutely('pro') },
  };
  const agentCalls = openAgents(router, {
    config,
    pipeline: doors,
    declared,
    grants,
    limits,
    cursors: pageCursors,
    addressOf,
    blocks: access.blocks,
    account,
    report,
  });
  addReceiptKeys(router, receiptKeys);
  addSecurityTxt(router, { contact: config.securityContact ?? null, publicUrl: config.publicUrl });
  if (billing) addBillingWebhook(router, billing, addressOf);
  if (place?.pages) router.mount(DEMO_PAYMENTS, place.pages);
  observers.tellApart(agentCalls);
  observers.addRoutes(router);
  return {
    pipeline: doors,
    declared,
    operations,
    mailer: letters,
    router,
    log,
    strangers: (address, occasion) =>
      doors.admit(
        {
          door: 'api',
          address,
          key: null,
          session: null,
          token: null,
          payment: null,
          unreadable: null,
          isUnrouted: true,
        },
        occasion,
      ),
    observe: observers.observe,
    async close() {
      await checks.close();
      await accounts.close();
      await grants.close();
      await billing?.close();
      await watch.stop();
      await desk.stop();
      await payments?.close();
      await reads.stop();
      await observers.close();
      await access.close();
    },
  };
}
