/** Version, clock and migrated schemas of a PostgreSQL server. */
import type { Database } from '#data/store/database.ts';

interface ServerRow {
  version: string;
  /** Milliseconds, by the clock of the server. */
  now: number;
  /** Migrated schemas among the given ones. */
  installed: number;
}

export const aboutServer = (database: Database, schemas: readonly string[]): Promise<ServerRow | null> =>
  database.one<ServerRow>(
    `select current_setting('server_version') as version, (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
       (select count(*) from information_schema.tables
        where table_schema in ('${schemas.join("', '")}') and table_name = 'schema_migration') as installed`,
  );
