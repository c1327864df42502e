/** Whether a search finds what was meant, by kind of query, beside plain FTS5 with bm25; and how hard the country is. */
import { bareName, nameWords } from '#base/company-name.ts';
import { findNames } from '#search/find.ts';
import type { Database } from '#store/database.ts';
import { namesCountry } from './search-country.ts';
import { isHeldOut, kinds, type Meant, queryFor } from './search-queries.ts';
import type { Findings } from './table.ts';

const LOOKED_AT = 10;

export interface QualityExtent {
  firms: number;
  /** Queries of each kind. */
  queries: number;
  /** The half that the search was tuned on, instead of the other. */
  tuning?: boolean;
}

interface Score {
  queries: number;
  first: number;
  reciprocal: number;
  found: number;
  empty: number;
}

export async function searchQuality({ firms, queries, tuning = false }: QualityExtent): Promise<Findings[]> {
  const { dataset, close } = await namesCountry(firms);
  try {
    const meant = (await sample(dataset.db, queries * 12)).filter((each) => isHeldOut(each) !== tuning);
    const scores = new Map<string, Score>();
    for (const kind of Object.keys(kinds)) scores.set(kind, await scoreOf(dataset.db, kind, meant, queries));
    return [table(firms, scores), await hardness(dataset.db, firms)];
  } finally {
    await close();
  }
}

/** Firms all over the country, large and small, standing and struck off. */
async function sample(db: Database, count: number): Promise<Meant[]> {
  const { last } = (await db.one<{ last: number }>('select max(rank) as last from listing')) ?? { last: 0 };
  const step = Math.max(1, Math.floor(last / count));
  return db.all<Meant>(
    `select l.cui, l.name, l.locality, l.county,
       (select max(h.name) from former_name h where h.registration_number = l.registration_number) as former
     from listing l where l.rank % ${step} = 0 and l.cui is not null order by l.rank`,
  );
}

async function scoreOf(db: Database, kind: string, meant: readonly Meant[], queries: number): Promise<Score> {
  const score: Score = { queries: 0, first: 0, reciprocal: 0, found: 0, empty: 0 };
  for (const each of meant) {
    if (score.queries >= queries) break;
    const query = queryFor(kind, each);
    if (query === null || query.length > 200) continue;
    const { hits } = await findNames(db, nameWords(query));
    const place = await placeOf(
      db,
      each,
      hits.slice(0, LOOKED_AT).map(({ rank }) => rank),
    );
    if (process.env.BENCH_MISSES === kind && place !== 0) console.error(`${query}  <-  ${each.name} (${place})`);
    score.queries++;
    if (hits.length === 0) score.empty++;
    if (place === null) continue;
    score.found++;
    score.reciprocal += 1 / (place + 1);
    if (place === 0) score.first++;
  }
  return score;
}

/** Where the firm, or one of the same bare name, stands among the hits; null when it does not. */
async function placeOf(db: Database, meant: Meant, ranks: readonly number[]): Promise<number | null> {
  if (ranks.length === 0) return null;
  const rows = await db.all<{ rank: number; cui: number | null; name: string }>(
    `select rank, cui, name from listing where rank in (${ranks.join(', ')})`,
  );
  const bare = bareName(meant.name);
  const place = ranks.findIndex((rank) => {
    const row = rows.find((each) => each.rank === rank);
    return row !== undefined && (row.cui === meant.cui || bareName(row.name) === bare);
  });
  return place < 0 ? null : place;
}

function table(firms: number, scores: ReadonlyMap<string, Score>): Findings {
  const row = (kind: string, { queries, first, reciprocal, found, empty }: Score) => [
    kind,
    queries,
    (first / queries).toFixed(3),
    (reciprocal / queries).toFixed(3),
    (found / queries).toFixed(3),
    (empty / queries).toFixed(3),
  ];
  const rows = [...scores].filter(([, { queries }]) => queries > 0);
  const mean = (of: (score: Score) => number): string =>
    (rows.reduce((sum, [, score]) => sum + of(score) / score.queries, 0) / rows.length).toFixed(3);
  return {
    name: `search-quality-${firms}`,
    title: `Search quality, names of ${firms.toLocaleString('en-GB')} firms, the half that nothing was tuned on`,
    columns: ['kind of query', 'queries', 'success@1', 'MRR@10', 'recall@10', 'zero-hit'],
    rows: [
      ...rows.map(([kind, score]) => row(kind, score)),
      [
        'mean of kinds',
        rows.reduce((sum, [, { queries }]) => sum + queries, 0),
        mean((s) => s.first),
        mean((s) => s.reciprocal),
        mean((s) => s.found),
        mean((s) => s.empty),
      ],
    ],
    remarks: [
      'A hit is the firm itself or one of the same bare name. Aims: success@1 0.97 for exact names and legal forms, recall@10 0.90 for one edit and over all kinds, zero-hit below 0.01.',
    ],
  };
}

/** How much alike the names are: a search is only as good as the country is hard. */
async function hardness(db: Database, firms: number): Promise<Findings> {
  const number = async (sql: string): Promise<number> => (await db.one<{ n: number }>(sql))?.n ?? 0;
  const names = await number('select count(*) as n from name_entry');
  const words = await number('select count(*) as n from name_word');
  const shared = await number(
    'select coalesce(sum(n), 0) as n from (select count(*) as n from name_entry where former = 0 group by bare having count(*) > 1) s',
  );
  const frequent = await db.all<{ word: string; entries: number }>(
    'select word, entries from name_word order by entries desc limit 8',
  );
  return {
    name: `search-country-${firms}`,
    title: 'How hard the country is',
    columns: ['what', 'count', 'share of names'],
    rows: [
      ['names, former ones too', names, 1],
      ['distinct words', words, words / names],
      ['names that several firms bear', shared, shared / names],
      ...frequent.map(({ word, entries }) => [word, entries, (entries / names).toFixed(3)]),
    ],
    remarks: [],
  };
}
