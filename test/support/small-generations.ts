/** Generations of a few firms, for tests of generations. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Build, FORMAT, type Generations, type Manifest, type Part } from '#data/store/dataset.ts';
import { bigint, table, text } from '#data/store/table.ts';
import type { Place } from './both-engines.ts';

export const about = { source: 'onrc', asOf: '2026-11-15', licence: 'CC-BY 4.0', fingerprint: 'f' };

export async function firms(build: Build, names: readonly string[]): Promise<Part> {
  const part = await build.part('registry', about);
  const firm = table('firm', { cui: bigint().primaryKey(), name: text() });
  await part.execute(`${firm.ddl} create table note (text text);`);
  await part.load(
    firm,
    names.map((name, i) => ({ cui: i + 1, name })),
  );
  await part.execute('create index firm_name on firm (name)');
  return part.finish();
}

export async function publish(generations: Generations, names: readonly string[]): Promise<Manifest> {
  const build = await generations.build();
  const part = await firms(build, names);
  const manifest = await build.publish([part], [part.id]);
  await build.close();
  return manifest;
}

export const servedNames = async (generations: Generations): Promise<unknown[]> =>
  ((await generations.current()?.db.all<{ name: string }>('select name from firm order by cui')) ?? []).map(
    ({ name }) => name,
  );

/** The stored parts, whether a generation references them or not. */
export async function partsOnShelf({ databaseUrl, folder }: Pick<Place, 'databaseUrl' | 'folder'>): Promise<string[]> {
  if (databaseUrl === null) return readdirSync(join(folder, 'parts')).map((name) => name.replace(/\.db$/, ''));
  return (
    await sql<{ id: string }>(
      databaseUrl,
      "select nspname as id from pg_namespace where nspname ~ '_20[0-9]{6}_[0-9a-f]{6}$'",
    )
  ).map(({ id }) => id);
}

/** As if another version of the code had built it. */
export async function makeUnreadable({ databaseUrl, folder }: Place, id: string): Promise<void> {
  if (databaseUrl !== null) {
    const other = `replace(manifest, '"format":${FORMAT},', '"format":99,')`;
    await sql(databaseUrl, `update firmoteca.generation set manifest = ${other} where id = '${id}'`);
    return;
  }
  const path = join(folder, 'generations', `${id}.json`);
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), format: 99 }));
}

export async function sql<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}
