/** The settings of the database, Redis and the storage of documents. */

import { type RedisSettings, readRedisAddress } from '#platform/limits/redis-address.ts';
import {
  address,
  documentsLocation,
  oneOf,
  optional,
  reportsPath,
  setting,
  text,
  whole,
  wrong,
} from './setting-readers.ts';

export const databaseSettings = {
  DATABASE_URL: setting('', optional, '`postgres://…`: store everything in PostgreSQL instead of SQLite files.'),
  DATABASE_CONNECTIONS: setting(
    '',
    (value, name) => (value === '' ? null : whole(1, 10_000)(value, name)),
    'Connections to PostgreSQL that this process may hold at once. Default: 24, and 8 for each serving thread.',
  ),
  DATABASE_READ_URL: setting(
    '',
    optional,
    '`postgres://…` of a streaming standby of `DATABASE_URL`: the dataset is read there while it can be, everything else on the primary.',
  ),
  DATABASE_READ_LAG_SECONDS: setting(
    '30',
    // The parts of a generation go five minutes after it was replaced: a reader must not be as late.
    whole(1, 240),
    'Further behind than this the standby is not read until it has caught up.',
  ),
};

/** A standby for reading. */
export interface StandbySetting {
  url: string;
  lagMsMax: number;
}

export function standbyOf(databaseUrl: string | null, url: string | null, lagSeconds: number): StandbySetting | null {
  if (url === null) return null;
  if (databaseUrl === null) throw wrong('DATABASE_READ_URL', 'left out where DATABASE_URL is: SQLite has no standby');
  return { url, lagMsMax: lagSeconds * 1_000 };
}

export const redisSettings = {
  REDIS_URL: setting(
    '',
    (value, name) => {
      const address = value === '' ? null : readRedisAddress(value);
      if (value !== '' && address === null)
        throw wrong(
          name,
          'an address such as redis://127.0.0.1:6379/0 or redis+sentinel://10.0.0.1,10.0.0.2/mymaster/0',
        );
      return address;
    },
    '`redis://…`, or `redis+sentinel://host:26379,host:26379/mymaster/0`; with TLS `rediss`: limits are counted there for all hosts together, in a database of its own. Default: each host counts for itself.',
  ),
  REDIS_SENTINEL_PASSWORD: setting(
    '',
    optional,
    'Password of the Sentinels, where they have one; that of Redis stands in its address.',
  ),
  REDIS_CA_FILE: setting(
    '',
    optional,
    'File (PEM) with who signs the certificates of Redis and its Sentinels. Default: the authorities that everybody trusts.',
  ),
  REDIS_CERT_FILE: setting(
    '',
    optional,
    'File (PEM) with our own certificate, for a Redis that asks for one; with `REDIS_KEY_FILE`.',
  ),
  REDIS_KEY_FILE: setting('', optional, 'File (PEM) with the key of our own certificate.'),
} as const;

type Values = { [Name in keyof typeof redisSettings]: ReturnType<(typeof redisSettings)[Name]['read']> };

export function redisOf(values: Values): RedisSettings | null {
  const address = values.REDIS_URL;
  if (address === null) return null;
  const certificates = { ca: values.REDIS_CA_FILE, own: values.REDIS_CERT_FILE, key: values.REDIS_KEY_FILE };
  if ((certificates.own === null) !== (certificates.key === null))
    throw wrong('REDIS_CERT_FILE', 'given together with REDIS_KEY_FILE');
  return { address, sentinelPassword: values.REDIS_SENTINEL_PASSWORD, certificates };
}

export const documentSettings = {
  FIRMOTECA_DOCUMENTS: setting(
    '',
    documentsLocation,
    'Where tender documents are kept: a folder, or `s3://bucket/prefix` in S3-compatible storage, which several hosts can share. Default: `documents` in the data folder.',
  ),
  FIRMOTECA_DOCUMENTS_GB: setting(
    '20',
    whole(1, 1_000_000),
    'Gigabytes that tender documents may take. At that, files of superseded versions go first; then nothing is collected but what callers ask for, which takes the place of what was asked for least lately. 20 fit beside the rest on a small server, and hold some ten days of all procedures of the country.',
  ),
  FIRMOTECA_DOCUMENTS_DAYS: setting(
    '',
    (value, name) => (value === '' ? null : whole(1, 100_000)(value, name)),
    'Days after which files of tender documents are deleted; their lists, signatures and texts stay. Default: they are kept.',
  ),
  FIRMOTECA_DOCUMENTS_AHEAD: setting(
    'yes',
    oneOf('yes', 'no'),
    '`no`: tender documents are collected when somebody asks for them, and never ahead.',
  ),
  FIRMOTECA_SUPPLIER_REPORTS_PATH: setting(
    '{service}/get/{id}',
    reportsPath,
    'Where the procurement system tells of the supplier-performance reports of an award notice, below its interface: `{service}` is that of the kind of notice, `{id}` its number.',
  ),
  FIRMOTECA_S3_ENDPOINT: setting(
    '',
    address,
    'Address of the S3-compatible storage; the bucket is the first step of its paths. Default: that of Amazon in the region.',
  ),
  FIRMOTECA_S3_REGION: setting('us-east-1', text, 'Region of the storage, as its signatures name it.'),
  FIRMOTECA_S3_KEY_ID: setting('', optional, 'Key of the storage.'),
  FIRMOTECA_S3_SECRET: setting('', optional, 'Its secret.'),
} as const;
