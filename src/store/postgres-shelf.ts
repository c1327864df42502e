/** Generations in a PostgreSQL database: one schema per part, manifests and the pointer in the schema `firmoteca`. */
import pg from 'pg';
import type { Database } from './database.ts';
import { AnotherBuild, type Country, type Generations, type Manifest } from './dataset.ts';
import { openGenerations } from './generations.ts';
import { migrationsOf } from './migrate.ts';
import { CONNECT_MS, openMigrated, openPostgres } from './postgres.ts';
import { told } from './postgres-away.ts';
import { inspectPostgresPart, newPostgresPart } from './postgres-parts.ts';
import { watchSilence } from './postgres-silence.ts';
import { createViews, viewsSchema } from './postgres-views.ts';
import type { Bench, Shelf } from './shelf.ts';
import { unionsOf } from './union.ts';

/** Parts of a retired generation stay this long: other processes hear of a swap within a second and close a minute later. */
const GRACE_MS = 300_000;

/** How long a removal waits for readers; what they hold on to is removed by the next build. */
const LOCK_TIMEOUT_MS = 5_000;

/** No analysis lasts this long; exports read in portions that are far quicker. */
const READ_MS = 60_000;
/** The pointer and a manifest. */
const CATALOGUE_MS = 5_000;

/** A path must name something, and without names of ours it would be the user's own. */
const NOTHING = 'pg_catalog';

const BUILDER_LOCK = 7266002;

export interface PostgresShelfOptions {
  graceMs?: number;
  /** How long a read of a generation may take. */
  readMs?: number | undefined;
}

export async function openPostgresGenerations(
  url: string,
  country: Country,
  { graceMs = GRACE_MS, readMs = READ_MS }: PostgresShelfOptions = {},
): Promise<Generations> {
  const options = { poolSize: 2, statementTimeoutMs: CATALOGUE_MS };
  const catalogue = await openMigrated(url, 'firmoteca', migrationsOf('catalogue', 'postgres'), options);
  try {
    return await openGenerations(databaseShelf(url, catalogue, { graceMs, readMs }), country, 'The database');
  } catch (error) {
    await catalogue.close();
    throw error;
  }
}

type Times = { graceMs: number; readMs: number };

function databaseShelf(url: string, catalogue: Database, { graceMs, readMs }: Times): Shelf {
  const parse = ({ manifest }: { manifest: string }): Manifest => JSON.parse(manifest) as Manifest;
  return {
    async claim(country) {
      const [, [row]] = (await catalogue.write([
        { sql: 'insert into installation (id, country) values (1, $1) on conflict do nothing', params: [country] },
        { sql: 'select country from installation' },
      ])) as [unknown, [{ country: Country }]];
      return row.country;
    },
    pointer: async () =>
      (await catalogue.one<{ current: string | null }>('select current from installation'))?.current ?? null,
    async manifest(id) {
      const row = await catalogue.one<{ manifest: string }>('select manifest from generation where id = $1', [id]);
      return row && parse(row);
    },
    manifests: async () => (await catalogue.all<{ manifest: string }>('select manifest from generation')).map(parse),
    point: async (id) => {
      await catalogue.write(pointing(id));
    },
    async open(manifest, area, parts) {
      const views = unionsOf(parts).length > 0 ? [viewsSchema(manifest, area)] : [];
      const schemas = [...views, ...parts.map(({ id }) => id)];
      const searchPath = schemas.length > 0 ? schemas : [NOTHING];
      return openPostgres(url, { searchPath, statementTimeoutMs: readMs });
    },
    async inspect(part) {
      // Counts the rows of whole tables: on a connection without a deadline.
      const counting = openPostgres(url, { searchPath: [NOTHING], poolSize: 1 });
      try {
        return await inspectPostgresPart(counting, part);
      } finally {
        await counting.close();
      }
    },
    bench: () => openBench(url, graceMs),
    close: () => catalogue.close(),
  };
}

/** The pointer, and since when the others are not served any more. */
const pointing = (id: string) => [
  { sql: 'update installation set current = $1', params: [id] },
  {
    sql: 'update generation set retired_at = case when id = $1 then null else coalesce(retired_at, now()) end',
    params: [id],
  },
];

/** One connection holds the lock and does everything that needs it, so that a build whose lock was lost cannot publish. */
async function openBench(url: string, graceMs: number): Promise<Bench> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: CONNECT_MS });
  // A lost connection is told by the next query on it.
  client.on('error', () => {});
  watchSilence(url).add(client);
  await client.connect().catch((error) => {
    throw told(error);
  });
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [BUILDER_LOCK]);
  if (!rows[0]?.held) {
    await client.end();
    throw new AnotherBuild(
      'Another build is running on this database, which can hold only one at a time: wait until it has ended, or stop it.',
    );
  }
  await client.query(`set search_path = firmoteca; set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  let open = true;

  return {
    async newPart(id, about, reading) {
      await inTransaction(client, async () => {
        await client.query('insert into part (id) values ($1)', [id]);
        await client.query(`create schema ${id}`);
      });
      return newPostgresPart(url, id, about, reading);
    },
    publish: (manifest) =>
      inTransaction(client, async () => {
        await client.query('insert into generation (id, manifest) values ($1, $2)', [
          manifest.id,
          JSON.stringify(manifest),
        ]);
        await createViews(client, manifest);
        for (const { sql, params } of pointing(manifest.id)) await client.query(sql, params);
      }),
    async sweep(keep) {
      try {
        if (keep) await forget(client, keep, graceMs);
        await dropUnnamedParts(client);
      } catch (error) {
        throw told(error);
      }
    },
    async release() {
      if (!open) return;
      open = false;
      await client.end();
    },
  };
}

async function forget(client: pg.Client, keep: readonly string[], graceMs: number): Promise<void> {
  await client.query(
    `delete from generation where not (id = any ($1)) and retired_at < now() - make_interval(secs => $2)`,
    [keep, graceMs / 1_000],
  );
}

/** Parts that no generation names, and views of none: those of forgotten ones, and what a killed build left. Views go first. */
async function dropUnnamedParts(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select id from part where id not in (
       select named ->> 'id' from generation, json_array_elements(manifest::json -> 'parts') as named)
     and not exists (select 1 from generation where starts_with(part.id, generation.id))
     order by id !~ '^g[0-9]{8}_[0-9]{6}_'`,
  );
  for (const { id } of rows) {
    try {
      await inTransaction(client, async () => {
        await client.query(`drop schema if exists ${id} cascade`);
        await client.query('delete from part where id = $1', [id]);
      });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error;
    }
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    // A connection that is gone has rolled back by itself.
    await client.query('rollback').catch(() => {});
    throw told(error);
  }
}
