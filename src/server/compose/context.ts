/** The options of the application, and the context that its modules share. */

import type { Limits } from '#api/allowance.ts';
import type { Context } from '#api/context.ts';
import type { LivePort } from '#data/live/ports.ts';
import type { Store } from '#data/store/open.ts';
import type { SharedStandbyState } from '#data/store/standby/standby-state.ts';
import type { Blobs } from '#domain/documents/blobs/blobs.ts';
import type { ReceiptKeys } from '#domain/receipts/receipt-keys.ts';
import type { SeedingStatus } from '#domain/status/seeding-status.ts';
import type { OpenLimits } from '#platform/limits/limits.ts';
import type { MetricsMemory } from '#platform/metrics/memory.ts';
import type { FetchDocument } from '#platform/oauth/app-documents.ts';
import type { Config } from '#server/config/config.ts';
import type { Secrets } from '#server/secrets.ts';
import type { AddressOf } from '#transports/http/client-address.ts';
import type { Log } from '#transports/http/server.ts';
import type { Analyses } from './analyses.ts';
import type { HostBilling } from './billing.ts';
import type { InstallationProfile } from './installation-profile.ts';

export interface AppOptions {
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
  /** The current secrets, some of which rotate while the service runs. Default: `secrets`. */
  secretsNow?(atThisMoment?: boolean): Secrets;
  store: Store;
  /** Files of documents. Default: none. */
  blobs?: Blobs;
  live: LivePort;
  profile: InstallationProfile;
  /** Answers heavy queries: an analytics worker (jobs/analytics-worker.ts). Default: this thread. */
  analyses?: Analyses;
  /** Counts requests. Null, the default: no limits. */
  limits?: OpenLimits | null;
  /** Counts password and passkey attempts and requested emails, even where `limits` is null. Default: `limits`. */
  attempts?: Limits | null;
  metrics?: MetricsMemory;
  /** Counts of renderings by company, shared by all serving threads. Default: this thread serves alone. */
  renderings?: SharedArrayBuffer;
  /** State of the standby that the dataset is read from. Null, the default: there is none. */
  standby?: SharedStandbyState | null;
  /** Whether parts of an older format are being rebuilt. Default: false. */
  isRebuilding?(): boolean;
  /** Whether all threads of this host serve: the host is not ready before. Default: true. */
  areAllServing?(): boolean;
  /** Whether the first documents of a demo are collected: the demo is not complete before. Default: true. */
  firstDocuments?(): Promise<boolean>;
  /** Progress of a first build. Null, the default: there is none. */
  seedingStatus?(): SeedingStatus | null;
  /** The payment provider of plans. Null, the default: plans are not sold. */
  billing?: HostBilling | null;
  /** Fetches client metadata documents of apps. Default: from public addresses only. */
  fetchAppDocument?: FetchDocument;
  log: Log;
}

/** The options with defaults, and the shared context. */
export interface AppContext extends AppOptions, Context {
  blobs: Blobs;
  analyses: Analyses;
  limits: OpenLimits | null;
  attempts: Limits | null;
  standby: SharedStandbyState | null;
  billing: HostBilling | null;
  /** Signs receipts, and verifies those of earlier keys. */
  receiptKeys: ReceiptKeys;
  /** The address of a client, behind trusted proxies too. */
  addressOf: AddressOf;
  /** Removes the names of hidden persons from an answer. */
  redactHidden<Data>(data: Data): Data;
}
