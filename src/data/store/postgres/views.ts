/**
 * Views that read over several parts of an area, in a schema of the generation and made with it: a replica that serves can make none.
 * They go with the generation, like a part that nobody names.
 */
import type pg from 'pg';
import type { Manifest } from '#data/store/dataset.ts';
import { type Union, unionsOf } from '#data/store/union.ts';

export const viewsSchema = ({ id }: Manifest, area: string): string => `${id}_${area}`;

export async function createViews(client: pg.Client, manifest: Manifest): Promise<void> {
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

/** The condition stands outside: a side of a union with a condition of its own is planned apart, without the order of the list. */
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
