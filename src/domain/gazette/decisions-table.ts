/** Decisions by id, by company and by words; each query bounded by an index. */
import type { Database } from '#data/store/database.ts';
import { matches, matching, type Term } from '#data/store/word-index.ts';
import { type Confidence, DECISION_WORDS } from './tables.ts';

export interface DecisionRow {
  rank: number;
  id: string;
  part: string;
  number: number;
  bis: number;
  day: string;
  page: number | null;
  kind: string;
  title: string;
  text: string;
  company_name: string;
  cui: number | null;
  registration_number: string | null;
  stated_cui: string | null;
  stated_registration_number: string | null;
  confidence: Confidence | null;
  url: string | null;
}

export const decisionById = (db: Database, id: string): Promise<DecisionRow | null> =>
  db.one<DecisionRow>('select * from decision where id = $1', [id]);

/** Newest first, after a rank. */
export const decisionsOf = (db: Database, cui: string, after: number, limit: number): Promise<DecisionRow[]> =>
  db.all<DecisionRow>(`select * from decision where cui = $1 and rank > $2 order by rank limit ${limit}`, [
    Number(cui),
    after,
  ]);

export type MentionRow = Pick<DecisionRow, 'id' | 'part' | 'number' | 'bis' | 'day' | 'title'>;

/** Newest first, without matches of low confidence and without the texts, which are long. */
export const mentionsIn = (db: Database, cui: string, limit: number): Promise<MentionRow[]> =>
  db.all<MentionRow>(
    `select id, part, number, bis, day, title from decision
     where cui = $1 and (confidence is null or confidence <> 'low') order by rank limit ${limit}`,
    [Number(cui)],
  );

export const countDecisionsOf = async (db: Database, cui: string): Promise<number> =>
  (await db.one<{ count: number }>('select count(*) as count from decision where cui = $1', [Number(cui)]))?.count ?? 0;

interface DecisionHit {
  rank: number;
  id: string;
  day: string;
  title: string;
  text: string;
  company_name: string;
}

/** Without the `withheld`, by rank. */
export const decisionsByWords = (
  db: Database,
  terms: readonly Term[],
  limit: number,
  withheld: readonly number[],
): Promise<DecisionHit[]> =>
  db.all<DecisionHit>(
    `select d.rank, d.id, d.day, d.title, d.text, d.company_name from ${DECISION_WORDS} join decision d on d.rank = ${DECISION_WORDS}.rowid
     where ${matches(db.engine, DECISION_WORDS, '$1')} ${without(withheld)} order by ${DECISION_WORDS}.rowid limit ${limit}`,
    [matching(db.engine, terms)],
  );

/** Counts up to `most`. */
export const countByWords = async (
  db: Database,
  terms: readonly Term[],
  most: number,
  withheld: readonly number[],
): Promise<number> =>
  (
    await db.one<{ count: number }>(
      `select count(*) as count from (
         select 1 from ${DECISION_WORDS} where ${matches(db.engine, DECISION_WORDS, '$1')} ${without(withheld)} limit ${most}) found`,
      [matching(db.engine, terms)],
    )
  )?.count ?? 0;

const without = (ranks: readonly number[]): string =>
  ranks.length === 0 ? '' : `and ${DECISION_WORDS}.rowid not in (${ranks.join(', ')})`;
