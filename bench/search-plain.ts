/** Plain alternatives: the names in FTS5 ranked by bm25, and in PostgreSQL by words and by trigrams. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from '#data/store/database.ts';
import { words } from '#lib/values/text.ts';

/** Returns the ranks of the best firms for a query. */
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

/** The limit of names in PostgreSQL: loading and indexing the whole country would take longer than measuring it. */
const POSTGRES_NAMES_MAX = 500_000;

export interface PlainPostgres {
  names: number;
  words: Finder;
  trigrams: Finder;
  close(): Promise<void>;
}

/** Loads the names of a spread of firms into PostgreSQL, with an index of words and one of trigrams. */
export async function plainPostgres(url: string, db: Database): Promise<PlainPostgres> {
  const { last } = (await db.one<{ last: number }>('select max(rank) as last from listing')) ?? { last: 0 };
  const step = Math.ceil(last / POSTGRES_NAMES_MAX);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create extension pg_trgm; create table plain_name (rank integer not null, name text not null)');
  const names = db.stream<{ rank: number; name: string }>(`select rank, name from listing where rank % ${step} = 0`);
  await pipeline(Readable.from(lines(names)), client.query(copyFrom('copy plain_name from stdin')));
  await client.query(`
    create index on plain_name using gin (to_tsvector('simple', name));
    create index on plain_name using gin (name gin_trgm_ops);
    analyze plain_name`);
  const finder =
    (name: string, text: string, value: (q: string) => string | null): Finder =>
    async (q) => {
      const requested = value(q);
      if (requested === null) return [];
      const { rows } = await client.query<{ rank: number }>({
        name,
        text: `${text} limit ${LIMIT}`,
        values: [requested],
      });
      return rows.map(({ rank }) => rank);
    };
  return {
    names: Math.floor(last / step),
    words: finder(
      'words',
      `select rank from plain_name, to_tsquery('simple', $1) q where to_tsvector('simple', name) @@ q
       order by ts_rank(to_tsvector('simple', name), q) desc, rank`,
      (q) =>
        words(q).length === 0
          ? null
          : `${words(q)
              .map((word) => `'${word}'`)
              .join(' & ')}:*`,
    ),
    trigrams: finder(
      'trigrams',
      'select rank from plain_name where name % $1 order by similarity(name, $1) desc, rank',
      (q) => q,
    ),
    close: () => client.end(),
  };
}

/** Lines for COPY; no name contains a tab or a line break. */
async function* lines(names: AsyncIterable<{ rank: number; name: string }>): AsyncGenerator<string> {
  for await (const { rank, name } of names) yield `${rank}\t${name.replaceAll('\\', '\\\\')}\n`;
}
