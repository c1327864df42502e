/** A snapshot of a PostgreSQL database: one connection, one transaction, in which every read sees the same moment. */
import type pg from 'pg';
import { NoInstallation, type StoreName, type StoreReader } from '#data/store/store-tables.ts';
import { clientOf, connect } from './client.ts';
import { toStoreError } from './connection-errors.ts';

/** Rows per fetch: stored receipts are the largest, some MB each. */
const FETCH_ROWS = 200;
/** Timeout of a fetch. */
const FETCH_MS = 60_000;

export async function snapshotPostgres(url: string) {
  const client = createClient(url);
  const query = async <R>(sql: string): Promise<R[]> => {
    try {
      return (await client.query(sql)).rows as R[];
    } catch (error) {
      throw toStoreError(error);
    }
  };
  try {
    await connect(client);
    await client.query('begin isolation level repeatable read read only');
    // The snapshot is taken by the first query, not by `begin`.
    const { rows } = await client.query("select to_regclass('firmoteca_state.schema_migration') as found");
    if (rows[0]?.found === null) throw new NoInstallation('There is no installation in this database.');
  } catch (error) {
    await client.end().catch(() => {});
    throw error instanceof NoInstallation ? error : toStoreError(error);
  }
  return {
    country: async () =>
      (await query<{ country: string }>('select country from firmoteca.installation'))[0]?.country ?? null,
    async reader(store: StoreName): Promise<StoreReader> {
      await query(`set local search_path = firmoteca_${store}`);
      return { engine: 'postgres', all: query, stream: (sql) => chunks(query, sql) };
    },
    close: () => client.end(),
  };
}

type Query = <R>(sql: string) => Promise<R[]>;

async function* chunks<R>(query: Query, sql: string): AsyncGenerator<R> {
  await query(`declare copied no scroll cursor for ${sql}`);
  for (let hasMore = true; hasMore; ) {
    const rows = await query<R>(`fetch ${FETCH_ROWS} from copied`);
    yield* rows;
    hasMore = rows.length === FETCH_ROWS;
  }
  await query('close copied');
}

function createClient(url: string): pg.Client {
  try {
    return clientOf({ connectionString: url, query_timeout: FETCH_MS });
  } catch (error) {
    throw toStoreError(error);
  }
}
