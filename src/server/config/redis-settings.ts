/** The settings of Redis or Valkey, where several hosts count their callers together. */
import type { RedisSettings } from '#platform/limits/redis-address.ts';
import { readRedisAddress } from '#platform/limits/redis-address.ts';
import { optional, setting, wrong } from './setting-readers.ts';

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
