/** Generations in a PostgreSQL database: one schema per part, manifests and the pointer in the schema `firmoteca`. */
import pg from 'pg';
import type { Database } from '#data/store/database.ts';
import {
  AnotherBuild,
  type Country,
  type Generations,
  type Manifest,
  type Part,
  type Union,
  unionsOf,
} from '#data/store/dataset.ts';
import type { Builder, GenerationStore } from '#data/store/generation-store.ts';
import { openGenerations } from '#data/store/generations.ts';
import { type LeaderLease, LeaderLeaseLost, whileLeader } from '#data/store/leader-table.ts';
import { migrationsOf } from '#data/store/migrate.ts';
import { standbyGenerationStore } from '#data/store/standby/generation-store.ts';
import { openStandbyRouter, type StandbyRouter } from '#data/store/standby/standby-router.ts';
import type { StandbyLocation } from '#data/store/standby/standby-state.ts';
import { CATALOGUE, readCountry, readManifest, readManifests, readPointing } from './catalogue.ts';
import { connect, newClient } from './client.ts';
import { toStoreError } from './connection-errors.ts';
import { watchLiveness } from './connection-liveness.ts';
import { openMigrated, openPostgres } from './database.ts';
import { inspectPostgresPart, newPostgresPart, type Server } from './parts.ts';
import { END_IF_IDLE } from './pool-handle.ts';

/** Parts of a retired generation stay this long: other processes notice a swap within a second and close a minute later. */
const GRACE_MS = 300_000;

/** Hosts of an older release serve their open generation until they are updated: it stays this long. */
const UPDATE_MS = 86_400_000;

/** If the builder's machine disappears, its lock stays until the server notices, by default after two hours. */
const KEEPALIVE = 'set tcp_keepalives_idle = 60; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3';

/** How long a removal waits for readers; the next build removes the rest. */
const LOCK_TIMEOUT_MS = 5_000;

/** No heavy query lasts this long; exports read in far quicker chunks. */
const READ_MS = 60_000;
/** For the pointer and a manifest. */
const CATALOGUE_MS = 5_000;

/** An empty search path would fall back to the user's own schema. */
const EMPTY_PATH = 'pg_catalog';

interface PostgresGenerationOptions {
  graceMs?: number;
  /** Timeout of a read of a generation. */
  readMs?: number | undefined;
  /** Maximum connections of this thread. */
  connections?: number | undefined;
  /** Whether another thread of this process has opened it before. */
  isRunning?: boolean;
  /** The standby to read generations from while it is usable; omitted: the primary. */
  standby?: StandbyLocation | null | undefined;
}

export async function openPostgresGenerations(
  url: string,
  country: Country,
  { graceMs = GRACE_MS, readMs = READ_MS, isRunning, connections, standby = null }: PostgresGenerationOptions = {},
): Promise<Generations> {
  const options = { connections, statementTimeoutMs: CATALOGUE_MS, isRunning };
  const catalogue = await openMigrated(url, CATALOGUE, migrationsOf('catalogue', 'postgres'), options);
  try {
    const primary = postgresGenerationStore({ url, connections }, catalogue, { graceMs, readMs });
    const generationStore = standby
      ? readOnStandby(primary, catalogue, { url: standby.url, connections }, openStandbyRouter(standby.memory), readMs)
      : primary;
    return await openGenerations(generationStore, country, 'The database');
  } catch (error) {
    await catalogue.close();
    throw error;
  }
}

/** Opened without a query: the standby may be unreachable. */
const readOnStandby = (
  primary: GenerationStore,
  own: Database,
  server: Server,
  router: StandbyRouter,
  readMs: number,
): GenerationStore =>
  standbyGenerationStore(primary, own, {
    catalogue: openPostgres(server.url, {
      searchPath: [CATALOGUE],
      connections: server.connections,
      statementTimeoutMs: CATALOGUE_MS,
    }),
    open: (manifest, area, parts) => openParts(server, manifest, area, parts, readMs),
    router,
  });

type Times = { graceMs: number; readMs: number };

function postgresGenerationStore(server: Server, catalogue: Database, { graceMs, readMs }: Times): GenerationStore {
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
      await catalogue.write(setPointer(id));
    },
    open: async (manifest, area, parts) => openParts(server, manifest, area, parts, readMs),
    async inspect(part) {
      // Counts whole tables: on a connection without a timeout.
      const counting = openPostgres(url, { searchPath: [EMPTY_PATH], connections });
      try {
        return await inspectPostgresPart(counting, part);
      } finally {
        await counting.close();
      }
    },
    openBuilder: (lead) => openPostgresBuilder(server, graceMs, lead),
    close: () => catalogue.close(),
  };
}

function openParts(server: Server, manifest: Manifest, area: string, parts: readonly Part[], readMs: number): Database {
  const views = unionsOf(parts).length > 0 ? [viewsSchema(manifest, area)] : [];
  const schemas = [...views, ...parts.map(({ id }) => id)];
  const searchPath = schemas.length > 0 ? schemas : [EMPTY_PATH];
  return openPostgres(server.url, { searchPath, connections: server.connections, statementTimeoutMs: readMs });
}

/** Sets the pointer, and the time since when other generations are retired. */
const setPointer = (id: string) => [
  { sql: 'update installation set current = $1, pointings = pointings + 1', params: [id] },
  {
    sql: 'update generation set retired_at = case when id = $1 then null else coalesce(retired_at, now()) end',
    params: [id],
  },
  // Watchers poll at once.
  { sql: `select pg_notify('firmoteca', 'generation')` },
];

/** One connection holds the lock and executes everything that needs it, so that a build whose lock was lost cannot publish. */
export async function openPostgresBuilder(
  server: Server,
  graceMs = GRACE_MS,
  lead: LeaderLease | null = null,
): Promise<Builder> {
  const client = await openLocked(server.url, lead);
  let open = true;

  return {
    async reserve(id) {
      // One query, which is a transaction: a build reserves several parts at the same time on this connection.
      await client.query(`insert into part (id) values ('${id}'); create schema ${id}`).catch((error) => {
        throw toStoreError(error);
      });
    },
    open: (...part) => newPostgresPart(server, ...part),
    publish: (manifest) =>
      inTransaction(client, async () => {
        await client.query('insert into generation (id, manifest) values ($1, $2)', [
          manifest.id,
          JSON.stringify(manifest),
        ]);
        await createViews(client, manifest);
        for (const { sql, params } of setPointer(manifest.id)) await client.query(sql, params);
        if (lead) await assertLeading(client, lead);
      }),
    async sweep(keep, older = []) {
      try {
        if (keep) await retireGenerations(client, keep, older, graceMs);
        await dropUnnamedParts(client);
      } catch (error) {
        throw toStoreError(error);
      }
    },
    async release() {
      if (!open) return;
      open = false;
      await client.end();
    },
  };
}

/** A former leader publishes nothing: its build may be older than the current generation. */
async function assertLeading(client: pg.Client, lead: LeaderLease): Promise<void> {
  const { sql, params } = whileLeader(lead);
  const { rows } = await client.query(sql, [...(params ?? [])]);
  if (rows.length === 0) throw new LeaderLeaseLost();
}

async function retireGenerations(
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

/** Schemas of parts that no generation names, and of views of removed generations. Views first. */
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
  await client.query(`begin${END_IF_IDLE}`);
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    // A broken connection has rolled back already.
    await client.query('rollback').catch(() => {});
    throw toStoreError(error);
  }
}

/** A connection with the lock. */
async function openLocked(url: string, lead: LeaderLease | null): Promise<pg.Client> {
  let client: pg.Client | undefined;
  try {
    client = newClient(url);
    watchLiveness(url).add(client);
    await connect(client);
    if (!(await takeBuilderLock(client, lead)))
      throw new AnotherBuild(
        'Another build is running on this database, which can hold only one at a time: wait until it has ended, or stop it.',
      );
    await client.query(`set search_path = ${CATALOGUE}; set lock_timeout = ${LOCK_TIMEOUT_MS}; ${KEEPALIVE}`);
    return client;
  } catch (error) {
    await client?.end().catch(() => {});
    throw toStoreError(error);
  }
}

const BUILDER_LOCK = 7266002;
/** Connection name of a leader's build; a build by hand has no term and is never terminated. */
const OF_TERM = 'firmoteca build of term ';
/** Termination takes milliseconds; a busy server may take longer. */
const END_MS = 5_000;

/**
 * False when another build holds it. Held until the connection ends, and a host that stopped or was cut off in the
 * middle of a build would hold it for as long as the server believes in its connection: a later leader terminates that
 * one. `lead`: null by hand.
 */
async function takeBuilderLock(client: pg.Client, lead: LeaderLease | null): Promise<boolean> {
  // The name before the lock, so that the holder can be identified.
  if (lead) await client.query(`select set_config('application_name', $1, false)`, [OF_TERM + lead.term]);
  if (await lock(client)) return true;
  return lead !== null && (await endOlder(client, lead)) && lock(client);
}

async function lock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ held: unknown }>('select pg_try_advisory_lock($1) as held', [BUILDER_LOCK]);
  return Boolean(rows[0]?.held);
}

/** Terms only grow: a holder with a smaller one is no longer the leader. Generations it has published stay. */
async function endOlder(client: pg.Client, { term }: LeaderLease): Promise<boolean> {
  const { rows } = await client.query<{ ended: unknown }>(
    `select pg_terminate_backend(pid, ${END_MS}) as ended from pg_stat_activity
     where substring(application_name from $2)::bigint < $3
       and pid in (select pid from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = $1
         and database = (select oid from pg_database where datname = current_database()))`,
    [BUILDER_LOCK, `^${OF_TERM}([0-9]+)$`, term],
  );
  return Boolean(rows[0]?.ended);
}

const viewsSchema = ({ id }: Manifest, area: string): string => `${id}_${area}`;

async function createViews(client: pg.Client, manifest: Manifest): Promise<void> {
  for (const [area, parts] of Map.groupBy(manifest.parts, (part) => part.area)) {
    const unions = unionsOf(parts);
    if (unions.length === 0) continue;
    const schema = viewsSchema(manifest, area);
    await client.query('insert into part (id) values ($1)', [schema]);
    await client.query(`create schema ${schema}`);
    for (const union of unions) {
      const select = selectOf(union, await columnsOf(client, union));
      await client.query(`create view ${schema}.${union.table} as ${select}`);
    }
  }
}

/**
 * Views over several parts of a group, in a schema of the generation and created with it, because a standby cannot
 * create any. The condition stands outside the union: inside it, PostgreSQL would plan a side without the order of the
 * list.
 */
function selectOf({ table, older, newer, replaced }: Union, columns: string): string {
  if (replaced === null) return `select * from ${older}.${table} union all select * from ${newer}.${table}`;
  return `select ${columns} from (
    select ${columns}, false as is_newer from ${older}.${table} union all select ${columns}, true from ${newer}.${table}) both_parts
    where is_newer or coalesce((select false from ${newer}.${replaced.of} as corrected where corrected.key = both_parts.${replaced.by}), true)`;
}

async function columnsOf(client: pg.Client, { table, newer }: Union): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = '${newer}.${table}'::regclass and attnum > 0 order by attnum`,
  );
  return rows.map(({ name }) => `"${name}"`).join(', ');
}
