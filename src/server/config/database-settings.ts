/** Where stores lie, and where the dataset is read. */
import { optional, setting, whole, wrong } from './setting-readers.ts';

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
    // The parts of a generation go five minutes after it was replaced: whoever reads them must not be as late.
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
