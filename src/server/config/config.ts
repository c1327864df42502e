/** Reads the environment once into one frozen object. docs/settings.md is generated from the sentences of this table. */

import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { isatty } from 'node:tty';
import { type AddressName, addressed } from '#data/sources/source-addresses.ts';
import type { sources } from '#data/sources/sources.ts';
import type { StoreSettings } from '#data/store/open.ts';
import { blobLocationOf, type DocumentsSettings } from '#domain/documents/blobs/location.ts';
import { bucharestDay } from '#lib/values/date.ts';
import type { Subnet } from '#lib/values/ip.ts';
import type { SubscriptionPrice } from '#lib/values/subscription-price.ts';
import { type BillingSettings, billingOf } from '#platform/billing/settings.ts';
import type { RedisSettings } from '#platform/limits/redis-address.ts';
import { type MailSettings, mailOf } from '#platform/mail/settings.ts';
import { type Seller, sellerOf } from '#platform/payments/seller.ts';
import { agentSettings, billingSettings, mailSettings, pageSettings } from './platform-settings.ts';
import {
  address,
  contact,
  day,
  httpAddress,
  list,
  networks,
  oneOf,
  optional,
  payee,
  paymentNetworks,
  prices,
  type Setting,
  securityContact,
  setting,
  text,
  whole,
  wrong,
} from './setting-readers.ts';
import {
  databaseSettings,
  documentSettings,
  redisOf,
  redisSettings,
  type StandbySetting,
  standbyOf,
} from './store-settings.ts';

export { WrongSetting } from './setting-readers.ts';

type SourceSetting = (typeof sources)[AddressName]['setting']['name'];

/** The settings that replace the addresses of sources. */
const sourceSettings = Object.fromEntries(
  addressed.map(
    ([
      ,
      {
        setting: { name, about },
      },
    ]) => [name, setting('', address, about)],
  ),
) as Record<SourceSetting, Setting<string | null>>;

export const settings = {
  PORT: setting('8080', whole(0, 65_535), 'Port to listen on; 0 takes a free one.'),
  HOST: setting('127.0.0.1', text, 'Address to listen on. `0.0.0.0` lets other machines in.'),
  PUBLIC_URL: setting(
    '',
    address,
    'Address under which callers reach the service, when it differs from host and port.',
  ),
  FIRMOTECA_CONTACT: setting(
    '',
    contact,
    'Mail address or page of the operator for callers; published in the OpenAPI document. Default: `PUBLIC_URL`.',
  ),
  FIRMOTECA_SECURITY_CONTACT: setting(
    '',
    securityContact,
    'Where vulnerabilities of this installation are reported, `mailto:…` or `https://…`; served in `/.well-known/security.txt`. Default: there is no such file.',
  ),
  TRUSTED_PROXIES: setting(
    '',
    networks,
    'Addresses or networks (CIDR), by commas, of the proxies in front: only their `X-Forwarded-For` is trusted.',
  ),
  FIRMOTECA_DATA: setting('./var', (value) => resolve(value), 'Folder for everything the service stores.'),
  FIRMOTECA_KEEP_PUBLICATIONS: setting(
    'no',
    oneOf('no', 'yes'),
    '`yes`: downloaded and imported files with birth dates are kept after they have been read, readable by their owner only. On real data they are deleted otherwise.',
  ),
  FIRMOTECA_SECRETS: setting(
    '',
    optional,
    'File with the secrets of this installation; all its hosts share it. Default: `secrets.json` in the data folder, created at the first start of the first host.',
  ),
  ...databaseSettings,
  FIRMOTECA_COUNTRY: setting(
    'demo',
    oneOf('demo', 'romania'),
    '`demo`: an invented country to look at. `romania`: real data; run `npx firmoteca setup` first. Fixed in the data folder at first use.',
  ),
  FIRMOTECA_COMPANIES: setting(
    '3000',
    whole(100, 10_000_000),
    'Firms of the demo country; counts at its first start only. A larger country takes longer to build.',
  ),
  FIRMOTECA_SEED: setting(
    'firmoteca',
    text,
    'Any text: another seed is another demo country; counts at its first start only.',
  ),
  FIRMOTECA_TODAY: setting('', day, 'The day it is for the demo country, `YYYY-MM-DD`. Default: the real day.'),
  FIRMOTECA_ROLE: setting(
    'all',
    oneOf('all', 'serve', 'work'),
    'What this host does, where several share a PostgreSQL: `serve` answers callers; `work` runs the jobs (collecting, building, e-mails, plans …) on one host at a time, while the others stand by; `all` both. On SQLite there is `all` only.',
  ),
  FIRMOTECA_WORKERS: setting(
    String(availableParallelism()),
    whole(1, 256),
    'Threads that answer requests. Default: one per core. A host with the role `work` has one.',
  ),
  FIRMOTECA_LIMITS: setting(
    'on',
    oneOf('on', 'off'),
    '`off`: requests are not counted; password attempts still are. For an installation that serves only its owner, and for measurements.',
  ),
  FIRMOTECA_BROWSER_DAY_MAX: setting(
    '',
    (value, name) => (value === '' ? null : whole(1, 100_000)(value, name)),
    'Requests that the visitors of one address may make in a day with the cookie of our pages. Default: no such limit.',
  ),
  ...redisSettings,
  FIRMOTECA_CHECKS_DAYS: setting(
    '7',
    whole(1, 365),
    'Days after which bulk checks of visitors are deleted, with their results. Their pages state it.',
  ),
  FIRMOTECA_METRICS_TOKEN: setting(
    '',
    optional,
    'Opens `/metrics` to requests with `Authorization: Bearer`. Without it `/metrics` is closed, except to programs of the same machine in a demo that is not public.',
  ),
  FIRMOTECA_X402_PAYEE: setting(
    '',
    payee,
    'Address that is paid for single requests (x402, in USDC). Without it nothing is sold by request, except in the demo: for play money, to an address without an owner.',
  ),
  FIRMOTECA_X402_NETWORKS: setting(
    '',
    paymentNetworks,
    '`base`, or `base-sepolia` (play money). Default: `base`; in the demo `base-sepolia`.',
  ),
  FIRMOTECA_X402_FACILITATOR_URL: setting(
    '',
    address,
    'The facilitator that verifies and settles payments. Required for `base`; for play money there is a public one.',
  ),
  FIRMOTECA_X402_FACILITATOR_TOKEN: setting('', optional, 'Sent to the facilitator as `Authorization: Bearer`.'),
  FIRMOTECA_X402_RPC_URLS: setting(
    '',
    (value, name) => list(value).map((each) => httpAddress(each, name)),
    'RPC addresses of the networks, in their order, to read the outcome of a settlement. Default: the public servers of Base.',
  ),
  FIRMOTECA_X402_PRICES: setting(
    '',
    prices,
    'Dollars by class of operation: `reference=0.002,list=0.005,record=0.01,document=0.02` are the usual ones; those named here replace them.',
  ),
  ...documentSettings,
  ...pageSettings,
  ...mailSettings,
  ...billingSettings,
  ...agentSettings,
  FIRMOTECA_LOG: setting(
    '',
    oneOf('', 'all', 'errors'),
    '`all`: one JSON line per request; `errors`: only what went wrong. Default: `errors` on a terminal, else `all`.',
  ),
  ...sourceSettings,
} as const;

export type Role = 'all' | 'serve' | 'work';

export type SettingName = keyof typeof settings;

export interface Config {
  port: number;
  host: string;
  publicUrl: string | null;
  /** Mail address or page of the operator. */
  contact: string | null;
  /** Where vulnerabilities are reported; null: nowhere. */
  securityContact: string | null;
  trustedProxies: readonly Subnet[];
  /** Origins of further web pages that may call the connector for agents. */
  agentOrigins: readonly string[];
  dataFolder: string;
  /** Files with birth dates stay after an import. */
  keepPublications: boolean;
  secretsFile: string;
  databaseUrl: string | null;
  /** Connections to the database, at most; null: as many as the threads use. */
  databaseConnections: number | null;
  /** The standby for dataset reads; null: the primary. */
  standby: StandbySetting | null;
  country: 'demo' | 'romania';
  companies: number;
  seed: string;
  /** The current day, which the demo can set. */
  today(): string;
  role: Role;
  workers: number;
  /** Whether requests are counted. */
  limits: 'on' | 'off';
  /** Requests of browsers a day, by address; null: unlimited. */
  browserDayMax: number | null;
  /** Counts limits for all hosts; null: each host counts for itself. */
  redis: RedisSettings | null;
  /** Days after which bulk checks are deleted. */
  checksDays: number;
  metricsToken: string | null;
  /** Seller and prices of single requests; null: not sold. */
  seller: Seller | null;
  documents: DocumentsSettings;
  /** Price of Pro; null: on request from the operator. */
  proPrice: SubscriptionPrice | null;
  /** Days after which answered requests of readers are deleted. */
  requestsDays: number;
  /** How emails are sent. */
  mail: MailSettings;
  /** Payment provider of plans; `standIn`: the demo runs its own; null: plans are not sold. */
  billing: BillingSettings | 'standIn' | null;
  /** Proofs of ownership for public directories of connectors. */
  agentProofs: { openai: string | null; registry: string | null };
  log: 'all' | 'errors';
  /** Addresses that replace those of the real sources. */
  addresses: Partial<Record<AddressName, string>>;
}

/** Read here and nowhere else. */
const processEnvironment: Readonly<Record<string, string | undefined>> = process.env;

/** A host with the role `work` answers health probes only. */
export const servingThreads = ({ role, workers }: Pick<Config, 'role' | 'workers'>): number =>
  role === 'work' ? 1 : workers;

export function readConfig(environment: Readonly<Record<string, string | undefined>> = processEnvironment): Config {
  const value = <Name extends SettingName>(name: Name): ReturnType<(typeof settings)[Name]['read']> => {
    const { fallback, read } = settings[name];
    const text = environment[name];
    return read(text === undefined || text === '' ? fallback : text, name) as ReturnType<
      (typeof settings)[Name]['read']
    >;
  };
  const dataFolder = value('FIRMOTECA_DATA');
  const country = value('FIRMOTECA_COUNTRY');
  const today = value('FIRMOTECA_TODAY');
  return Object.freeze({
    port: value('PORT'),
    host: value('HOST'),
    publicUrl: value('PUBLIC_URL'),
    contact: value('FIRMOTECA_CONTACT'),
    securityContact: value('FIRMOTECA_SECURITY_CONTACT'),
    trustedProxies: value('TRUSTED_PROXIES'),
    agentOrigins: value('FIRMOTECA_AGENT_ORIGINS'),
    dataFolder,
    keepPublications: value('FIRMOTECA_KEEP_PUBLICATIONS') === 'yes',
    secretsFile: value('FIRMOTECA_SECRETS') ?? join(dataFolder, 'secrets.json'),
    databaseUrl: value('DATABASE_URL'),
    databaseConnections: value('DATABASE_CONNECTIONS'),
    standby: standbyOf(value('DATABASE_URL'), value('DATABASE_READ_URL'), value('DATABASE_READ_LAG_SECONDS')),
    country,
    companies: value('FIRMOTECA_COMPANIES'),
    seed: value('FIRMOTECA_SEED'),
    today: () => (country === 'demo' && today !== null ? today : bucharestDay(Date.now())),
    role: value('FIRMOTECA_ROLE'),
    workers: value('FIRMOTECA_WORKERS'),
    limits: value('FIRMOTECA_LIMITS'),
    browserDayMax: value('FIRMOTECA_BROWSER_DAY_MAX'),
    redis: redisOf({
      REDIS_URL: value('REDIS_URL'),
      REDIS_SENTINEL_PASSWORD: value('REDIS_SENTINEL_PASSWORD'),
      REDIS_CA_FILE: value('REDIS_CA_FILE'),
      REDIS_CERT_FILE: value('REDIS_CERT_FILE'),
      REDIS_KEY_FILE: value('REDIS_KEY_FILE'),
    }),
    checksDays: value('FIRMOTECA_CHECKS_DAYS'),
    metricsToken: value('FIRMOTECA_METRICS_TOKEN'),
    seller: sellerOf(
      {
        isDemo: country === 'demo',
        payee: value('FIRMOTECA_X402_PAYEE'),
        networks: value('FIRMOTECA_X402_NETWORKS'),
        facilitatorUrl: value('FIRMOTECA_X402_FACILITATOR_URL'),
        token: value('FIRMOTECA_X402_FACILITATOR_TOKEN'),
        rpcUrls: value('FIRMOTECA_X402_RPC_URLS'),
        prices: value('FIRMOTECA_X402_PRICES'),
      },
      wrong,
    ),
    documents: {
      location: blobLocationOf(
        {
          given: value('FIRMOTECA_DOCUMENTS'),
          folder: join(dataFolder, 'documents'),
          endpoint: value('FIRMOTECA_S3_ENDPOINT'),
          region: value('FIRMOTECA_S3_REGION'),
          keyId: value('FIRMOTECA_S3_KEY_ID'),
          secret: value('FIRMOTECA_S3_SECRET'),
        },
        wrong,
      ),
      bytesMax: value('FIRMOTECA_DOCUMENTS_GB') * 1e9,
      days: value('FIRMOTECA_DOCUMENTS_DAYS'),
      prefetches: value('FIRMOTECA_DOCUMENTS_AHEAD') === 'yes',
      reportsAt: value('FIRMOTECA_SUPPLIER_REPORTS_PATH'),
    },
    proPrice: value('FIRMOTECA_PRO_PRICE'),
    requestsDays: value('FIRMOTECA_REQUESTS_DAYS'),
    mail: mailOf(
      {
        isDemo: country === 'demo',
        isPutUp: value('PUBLIC_URL') !== null || value('TRUSTED_PROXIES').length > 0,
        publicUrl: value('PUBLIC_URL'),
        url: value('SMTP_URL'),
        passwordFile: value('SMTP_PASSWORD_FILE'),
        tls: value('SMTP_TLS'),
        from: value('MAIL_FROM'),
        hourMax: value('MAIL_HOUR_MAX'),
      },
      wrong,
    ),
    billing: billingOf(
      {
        isDemo: country === 'demo',
        publicUrl: value('PUBLIC_URL'),
        secretKey: value('STRIPE_SECRET_KEY') ?? value('STRIPE_SECRET_KEY_FILE'),
        webhookSecret: value('STRIPE_WEBHOOK_SECRET') ?? value('STRIPE_WEBHOOK_SECRET_FILE'),
        priceId: value('STRIPE_PRICE_ID'),
        price: value('FIRMOTECA_PRO_PRICE'),
        hasTax: value('STRIPE_TAX') === 'yes',
        apiUrl: value('STRIPE_API_URL'),
      },
      wrong,
    ),
    agentProofs: { openai: value('FIRMOTECA_OPENAI_CHALLENGE'), registry: value('FIRMOTECA_MCP_REGISTRY_AUTH') },
    log: value('FIRMOTECA_LOG') || (isatty(1) ? 'errors' : 'all'),
    addresses: Object.fromEntries(
      addressed.flatMap(([name, { setting }]) => {
        const address = value(setting.name as SourceSetting);
        return address === null ? [] : [[name, address]];
      }),
    ),
  });
}

/**
 * The folder of trusted certificates. The authority of the invented country lies in a folder that only the demo reads, so that no
 * installation with real data trusts it.
 */
export const trustFolder = (dataFolder: string, country: Config['country']): string =>
  join(dataFolder, country === 'demo' ? 'demo-trust' : 'trust');

export const storeSettings = ({ databaseUrl, dataFolder, country }: StoreLocation): StoreSettings => ({
  databaseUrl,
  folder: dataFolder,
  country,
});

/** The settings that decide where an installation is stored. */
export type StoreLocation = Pick<Config, 'databaseUrl' | 'dataFolder' | 'country'>;
