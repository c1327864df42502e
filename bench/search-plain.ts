/** What everybody would try first: the names as they are in FTS5, by bm25; and in PostgreSQL by trigrams. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { words } from '#base/text.ts';
import type { Database } from '#store/database.ts';

/** Ranks of the best firms for a query. */
export type Finder = (q: string) => Promise<number[]>;

const LIMIT = 20;

export async function plainFts(db: Database, folder: string): Promise<{ find: Finder; close(): void }> {
  const plain = new DatabaseSync(join(folder, 'plain.db'));
  plain.exec('pragma journal_mode = off; pragma synchronous = off');
  const built = plain.prepare("select count(*) as n from sqlite_schema where name = 'plain'").get() as { n: number };
  if (built.n === 0) {
    plain.exec("create virtual table plain using fts5(name, content='')");
    const insert = plain.prepare('insert into plain (rowid, name) values (?, ?)');
    plain.exec('begin');
    for await (const { rank, name } of db.stream<{ rank: number; name: string }>('select rank, name from listing'))
      insert.run(rank, name);
    plain.exec("commit; insert into plain (plain) values ('optimize')");
  }
  const query = plain.prepare(
    `select rowid as rank from plain where plain match ? order by bm25(plain) limit ${LIMIT}`,
  );
  return {
    async find(q) {
      const typed = words(q);
      if (typed.length === 0) return [];
      const text = `${typed.map((word) => `"${word}"`).join(' ')}*`;
      return (query.all(text) as { rank: number }[]).map(({ rank }) => rank);
    },
    close: () => plain.close(),
  };
}

/** Needs the names in PostgreSQL; copies them, since a part takes no more indexes. */
export async function trigrams(url: string, db: Database): Promise<{ find: Finder; close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { id } = (await db.one<{ id: string }>("select 'listing'::regclass::oid::text as id")) ?? { id: '0' };
  const { rows } = await client.query<{ name: string }>('select $1::oid::regclass::text as name', [id]);
  await client.query('create extension pg_trgm');
  await client.query(`create table plain_name as select rank, name from ${rows[0]?.name}`);
  await client.query('create index on plain_name using gin (name gin_trgm_ops)');
  await client.query('analyze plain_name');
  const text = `select rank from plain_name where name % $1 order by similarity(name, $1) desc, rank limit ${LIMIT}`;
  return {
    find: async (q) =>
      (await client.query<{ rank: number }>({ name: 'trigrams', text, values: [q] })).rows.map(({ rank }) => rank),
    close: () => client.end(),
  };
}
