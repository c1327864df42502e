/** Hit rates of the search by kind of query, compared with plain FTS5 and bm25; and the difficulty of the country. */

import type { Database } from '#data/store/database.ts';
import { FIRST_PAGE, findFirms } from '#domain/search/result-page.ts';
import { bareName } from '#lib/values/company-name.ts';
import { namesCountry, namesFolder } from './search-country.ts';
import { type Finder, plainFts } from './search-plain.ts';
import { isHeldOut, kinds, type Meant, queryFor } from './search-queries.ts';
import type { Findings } from './table.ts';

const LOOKED_AT = 10;

/** Few, because plain FTS5 takes up to seconds for one query of a whole country. */
const PLAIN_QUERIES = 40;

/** Firms drawn for one query of each kind: only a few names have an `&`, an `ș` or a former name. */
const FIRMS_PER_QUERY = 12;

export interface QualityExtent {
  firms: number;
  /** Number of queries of each kind. */
  queries: number;
  /** Whether to print the tuning half with its misses, instead of the held-out half. */
  tuning: boolean;
}

interface Score {
  queries: number;
  first: number;
  reciprocal: number;
  found: number;
  empty: number;
}

export async function searchQuality({ firms, queries, tuning }: QualityExtent): Promise<Findings[]> {
  const { dataset, close } = await namesCountry(firms);
  const { db } = dataset;
  const plain = await plainFts(db, namesFolder(firms));
  try {
    const ours: Finder = async (q) => (await findFirms(db, q, FIRST_PAGE, LOOKED_AT)).firms.map(({ rank }) => rank);
    const meant = (await sample(db, queries * FIRMS_PER_QUERY)).filter((each) => isHeldOut(each) !== tuning);
    const scores = new Map<string, [ours: Score, plain: Score]>();
    for (const kind of Object.keys(kinds)) {
      const requested = questionsOf(kind, meant).slice(0, queries);
      if (requested.length > 0)
        scores.set(kind, [
          await scoreOf(db, ours, requested, tuning),
          await scoreOf(db, plain.find, requested.slice(0, PLAIN_QUERIES)),
        ]);
    }
    return [table(firms, scores, tuning), await hardness(db, firms)];
  } finally {
    plain.close();
    await close();
  }
}

/** A sample of firms from the whole country, large and small, active and struck off. */
export async function sample(db: Database, count: number): Promise<Meant[]> {
  const { last } = (await db.one<{ last: number }>('select max(rank) as last from listing')) ?? { last: 0 };
  const step = Math.max(1, Math.floor(last / count));
  return db.all<Meant>(
    `select l.cui, l.name, l.locality, l.county,
       (select max(h.name) from former_name h where h.registration_number = l.registration_number) as former
     from listing l where l.rank % ${step} = 0 and l.cui is not null order by l.rank`,
  );
}

interface Question {
  q: string;
  meant: Meant;
  /** Normalized name of the target: another firm with the same name counts as a hit, too. */
  bare: string;
}

const questionsOf = (kind: string, meant: readonly Meant[]): Question[] =>
  meant.flatMap((each) => {
    const q = queryFor(kind, each);
    if (q === null || q.length > 200) return [];
    return { q, meant: each, bare: bareName((kind === 'former name' ? each.former : null) ?? each.name) };
  });

async function scoreOf(db: Database, find: Finder, requested: readonly Question[], misses = false): Promise<Score> {
  const score: Score = { queries: requested.length, first: 0, reciprocal: 0, found: 0, empty: 0 };
  for (const question of requested) {
    const ranks = (await find(question.q)).slice(0, LOOKED_AT);
    const location = await placeOf(db, question, ranks);
    if (misses && location === null) console.error(`${question.q}  not  ${question.meant.name}`);
    if (ranks.length === 0) score.empty++;
    if (location === null) continue;
    score.found++;
    score.reciprocal += 1 / (location + 1);
    if (location === 0) score.first++;
  }
  return score;
}

/** Position of the firm, or of one with the same normalized name, among the hits; null without a hit. */
async function placeOf(db: Database, { meant, bare }: Question, ranks: readonly number[]): Promise<number | null> {
  if (ranks.length === 0) return null;
  const rows = await db.all<{ rank: number; cui: number | null; name: string; former: string | null }>(
    `select l.rank, l.cui, l.name, h.name as former from listing l
     left join former_name h on h.registration_number = l.registration_number where l.rank in (${ranks.join(', ')})`,
  );
  const right = new Set<number>();
  for (const { rank, cui, name, former } of rows)
    if (cui === meant.cui || bareName(name) === bare || (former !== null && bareName(former) === bare)) right.add(rank);
  const location = ranks.findIndex((rank) => right.has(rank));
  return location < 0 ? null : location;
}

function table(firms: number, scores: ReadonlyMap<string, [Score, Score]>, tuning: boolean): Findings {
  const share = (part: number, { queries }: Score): string => (part / queries).toFixed(3);
  const rows = [...scores].map(([kind, [ours, plain]]) => [
    kind,
    ours.queries,
    share(ours.first, ours),
    share(ours.reciprocal, ours),
    share(ours.found, ours),
    share(ours.empty, ours),
    share(plain.first, plain),
    share(plain.found, plain),
  ]);
  const mean = (column: number): string =>
    (rows.reduce((sum, row) => sum + Number(row[column]), 0) / rows.length).toFixed(3);
  const total = [...scores.values()].reduce((sum, [{ queries }]) => sum + queries, 0);
  return {
    name: `search-quality-${firms}`,
    title: `Search quality, names of ${firms.toLocaleString('en-GB')} firms, ${tuning ? 'THE HALF IT IS TUNED ON' : 'the half that nothing was tuned on'}`,
    columns: [
      'kind of query',
      'queries',
      'success@1',
      'MRR@10',
      'recall@10',
      'zero-hit',
      'bm25 success@1',
      'bm25 recall@10',
    ],
    rows: [...rows, ['mean of kinds', total, ...[2, 3, 4, 5, 6, 7].map(mean)]],
    remarks: [
      'A hit is the firm itself or one that bears, or bore, the same bare name.',
      'Aims: success@1 0.97 for exact names and legal forms, recall@10 0.90 for one edit and over all kinds, zero-hit below 0.01.',
    ],
  };
}

/** Similarity of the names, which determines how difficult the search is. */
async function hardness(db: Database, firms: number): Promise<Findings> {
  const number = async (sql: string): Promise<number> => (await db.one<{ n: number }>(sql))?.n ?? 0;
  const names = await number('select count(*) as n from name_entry');
  const words = await number('select count(*) as n from name_word');
  const shared = await number(
    'select coalesce(sum(n), 0) as n from (select count(*) as n from name_entry group by bare having count(*) > 1) s',
  );
  const frequent = await db.all<{ word: string; entries: number }>(
    'select word, entries from name_word order by entries desc limit 8',
  );
  return {
    name: `search-country-${firms}`,
    title: 'How hard the country is',
    columns: ['what', 'count', 'share of names'],
    rows: [
      ['names, former ones too', names, '1.000'],
      ['distinct words', words, (words / names).toFixed(3)],
      ['names that several firms bear', shared, (shared / names).toFixed(3)],
      ...frequent.map(({ word, entries }) => [`“${word}”`, entries, (entries / names).toFixed(3)]),
    ],
    remarks: [],
  };
}
