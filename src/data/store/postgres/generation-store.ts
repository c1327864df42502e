/** Generations in a PostgreSQL database: one schema per part, manifests and the pointer in the schema `firmoteca`. */
import pg from 'pg';
import type { Database } from '#data/store/database.ts';
import { AnotherBuild, type Country, type Generations, type Manifest, type Part } from '#data/store/dataset.ts';
import type { Bench, Shelf } from '#data/store/generation-store.ts';
import { openGenerations } from '#data/store/generations.ts';
import { LeadLost } from '#data/store/leader/lead-lost.ts';
import { type Lead, whileLeading } from '#data/store/leader/leader-table.ts';
import { migrationsOf } from '#data/store/migrate.ts';
import { standbyShelf } from '#data/store/standby/generation-store.ts';
import { type StandbyWay, standbyWay } from '#data/store/standby/standby-router.ts';
import type { StandbyPlace } from '#data/store/standby/standby-state.ts';
import { unionsOf } from '#data/store/union.ts';
import { takeBuilderLock } from './builder-lock.ts';
import { CATALOGUE, readCountry, readManifest, readManifests, readPointing } from './catalogue.ts';
import { connect, newClient } from './client.ts';
import { told } from './connection-errors.ts';
import { watchSilence } from './connection-liveness.ts';
import { openMigrated, openPostgres } from './database.ts';
import { STANDSTILL } from './lease.ts';
import { inspectPostgresPart, newPostgresPart, type Server } from './parts.ts';
import { createViews, viewsSchema } from './views.ts';

/** Parts of a retired generation stay this long: other processes hear of a swap within a second and close a minute later. */
const GRACE_MS = 300_000;

/** Hosts of an older release serve on what they have open until they are updated: their generation stays this long. */
const UPDATE_MS = 86_400_000;

/** A machine that is gone in the middle of a build holds its lock until the server notices, by default after two hours. */
const NOTICED = 'set tcp_keepalives_idle = 60; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3';

/** How long a removal waits for readers; what they hold on to is removed by the next build. */
const LOCK_TIMEOUT_MS = 5_000;

/** No analysis lasts this long; exports read in portions that are far quicker. */
const READ_MS = 60_000;
/** The pointer and a manifest. */
const CATALOGUE_MS = 5_000;

/** A path must name something, and without names of ours it would be the user's own. */
const NOTHING = 'pg_catalog';

export interface PostgresShelfOptions {
  graceMs?: number;
  /** How long a read of a generation may take. */
  readMs?: number | undefined;
  /** Connections of this thread, at most. */
  connections?: number | undefined;
  /** Whether another thread of this process has opened it before. */
  isRunning?: boolean;
  /** Where generations are read, while it can be read there (standby/watch.ts); left out, on the primary. */
  standby?: StandbyPlace | null | undefined;
}

export async function openPostgresGenerations(
  url: string,
  country: Country,
  { graceMs = GRACE_MS, readMs = READ_MS, isRunning, connections, standby = null }: PostgresShelfOptions = {},
): Promise<Generations> {
  const options = { connections, statementTimeoutMs: CATALOGUE_MS, isRunning };
  const catalogue = await openMigrated(url, CATALOGUE, migrationsOf('catalogue', 'postgres'), options);
  try {
    const primary = databaseShelf({ url, connections }, catalogue, { graceMs, readMs });
    const shelf = standby
      ? readOnStandby(primary, catalogue, { url: standby.url, connections }, standbyWay(standby.memory), readMs)
      : primary;
    return await openGenerations(shelf, country, 'The database');
  } catch (error) {
    await catalogue.close();
    throw error;
  }
}

/** Opened without a word to it: it may be away. */
const readOnStandby = (primary: Shelf, own: Database, server: Server, way: StandbyWay, readMs: number): Shelf =>
  standbyShelf(primary, own, {
    catalogue: openPostgres(server.url, {
      searchPath: [CATALOGUE],
      connections: server.connections,
      statementTimeoutMs: CATALOGUE_MS,
    }),
    open: (manifest, area, parts) => openParts(server, manifest, area, parts, readMs),
    way,
  });

type Times = { graceMs: number; readMs: number };

function databaseShelf(server: Server, catalogue: Database, { graceMs, readMs }: Times): Shelf {
  const { url, connections } = server;
  return {
    async claim(country) {
      const held = await readCountry(catalogue);
      if (held !== null) return held;
      const [, [row]] = (await catalogue.write([
        { sql: 'insert into installation (id, country) values (1, $1) on conflict do nothing', params: [country] },
        { sql: 'select country from installation' },
      ])) as [unknown, [{ country: Country }]];
      return row.country;
    },
    pointer: async () => (await readPointing(catalogue)).current,
    manifest: async (id) => (await readManifest(catalogue, id))?.manifest ?? null,
    manifests: () => readManifests(catalogue),
    point: async (id) => {
      await catalogue.write(pointing(id));
    },
    open: async (manifest, area, parts) => openParts(server, manifest, area, parts, readMs),
    async inspect(part) {
      // Counts the rows of whole tables: on a connection without a deadline.
      const counting = openPostgres(url, { searchPath: [NOTHING], connections });
      try {
        return await inspectPostgresPart(counting, part);
      } finally {
        await counting.close();
      }
    },
    bench: (lead) => openBench(server, graceMs, lead),
    close: () => catalogue.close(),
  };
}

function openParts(server: Server, manifest: Manifest, area: string, parts: readonly Part[], readMs: number): Database {
  const views = unionsOf(parts).length > 0 ? [viewsSchema(manifest, area)] : [];
  const schemas = [...views, ...parts.map(({ id }) => id)];
  const searchPath = schemas.length > 0 ? schemas : [NOTHING];
  return openPostgres(server.url, { searchPath, connections: server.connections, statementTimeoutMs: readMs });
}

/** The pointer, and since when the others are not served any more. */
const pointing = (id: string) => [
  { sql: 'update installation set current = $1, pointings = pointings + 1', params: [id] },
  {
    sql: 'update generation set retired_at = case when id = $1 then null else coalesce(retired_at, now()) end',
    params: [id],
  },
  // Whoever listens looks at once.
  { sql: `select pg_notify('firmoteca', 'generation')` },
];

/** One connection holds the lock and does everything that needs it, so that a build whose lock was lost cannot publish. */
export async function openBench(server: Server, graceMs = GRACE_MS, lead: Lead | null = null): Promise<Bench> {
  const client = await opened(server.url, lead);
  let open = true;

  return {
    async newPart(id, about, reading) {
      await inTransaction(client, async () => {
        await client.query('insert into part (id) values ($1)', [id]);
        await client.query(`create schema ${id}`);
      });
      return newPostgresPart(server, id, about, reading);
    },
    publish: (manifest) =>
      inTransaction(client, async () => {
        await client.query('insert into generation (id, manifest) values ($1, $2)', [
          manifest.id,
          JSON.stringify(manifest),
        ]);
        await createViews(client, manifest);
        for (const { sql, params } of pointing(manifest.id)) await client.query(sql, params);
        if (lead) await assertLeading(client, lead);
      }),
    async sweep(keep, older = []) {
      try {
        if (keep) await forget(client, keep, older, graceMs);
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

/** A host that leads no more publishes nothing: what it made may be older than what is served. */
async function assertLeading(client: pg.Client, lead: Lead): Promise<void> {
  const { sql, params } = whileLeading(lead);
  const { rows } = await client.query(sql, [...(params ?? [])]);
  if (rows.length === 0) throw new LeadLost();
}

async function forget(
  client: pg.Client,
  keep: readonly string[],
  older: readonly string[],
  graceMs: number,
): Promise<void> {
  await client.query(
    `delete from generation where not (id = any ($1))
       and retired_at < now() - make_interval(secs => case when id = any ($2) then $3::float8 else $4::float8 end)`,
    [keep, older, UPDATE_MS / 1_000, graceMs / 1_000],
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
  await client.query(`begin${STANDSTILL}`);
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    // A connection that is gone has rolled back by itself.
    await client.query('rollback').catch(() => {});
    throw told(error);
  }
}

/** With the lock, or not at all. */
async function opened(url: string, lead: Lead | null): Promise<pg.Client> {
  let client: pg.Client | undefined;
  try {
    client = newClient(url);
    watchSilence(url).add(client);
    await connect(client);
    if (!(await takeBuilderLock(client, lead)))
      throw new AnotherBuild(
        'Another build is running on this database, which can hold only one at a time: wait until it has ended, or stop it.',
      );
    await client.query(`set search_path = ${CATALOGUE}; set lock_timeout = ${LOCK_TIMEOUT_MS}; ${NOTICED}`);
    return client;
  } catch (error) {
    await client?.end().catch(() => {});
    throw told(error);
  }
}
