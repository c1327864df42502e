/** Counts matching notices by county, division, procedure and value, in one read of a bounded number of them. */
import type { Reads } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Walk } from './list-walk-table.ts';
import { noticeParts, type WordSearch, wordQuery } from './notices-table.ts';

export interface FacetRow {
  /** `part`: the number of counted notices. */
  facet: 'county' | 'division' | 'procedure' | 'band' | 'part';
  /** Null where unknown; of a band its index. */
  value: string | null;
  count: number;
}

const COLUMNS = (bands: readonly number[]): string =>
  `n.authority_county as county, substr(n.cpv, 1, 2) as division, n.procedure_type as procedure, ${bandOf(bands)} as band`;

/** Amounts in other currencies have no band. Stored as bani. */
const bandOf = (bands: readonly number[]): string =>
  `case when n.currency <> 'RON' or coalesce(n.estimated_value, 0) <= 0 then null
     ${bands
       .map((from, i) => [from, i] as const)
       .toReversed()
       .map(([from, i]) => `when n.estimated_value >= ${from * 100} then '${i}'`)
       .join(' ')} end`;

const FACETS = ['county', 'division', 'procedure', 'band'] as const;

const counts = (found: string): string =>
  `with found as (${found})
   ${FACETS.map((facet) => `select '${facet}' as facet, ${facet} as value, count(*) as count from found group by ${facet}`).join(' union all ')}
   union all select 'part' as facet, null as value, count(*) as count from found`;

/** Of the newest along a walk. */
export const facetsAlong = (
  db: Reads,
  { conditions }: Walk,
  bands: readonly number[],
  max: number,
): Promise<FacetRow[]> =>
  db.all<FacetRow>(
    counts(
      `select ${COLUMNS(bands)} from notice n ${conditions.where} order by n.moment desc, n.key desc limit ${max}`,
    ),
    conditions.params,
  );

/** Of the newest of each part that match the words. */
export async function facetsByWords(
  db: Reads,
  dataset: Dataset,
  search: WordSearch,
  bands: readonly number[],
  max: number,
): Promise<FacetRow[]> {
  const rows: FacetRow[] = [];
  for (const part of noticeParts(dataset)) {
    const { text, params } = wordQuery(db, dataset, part, search, null, 0);
    rows.push(
      ...(await db.all<FacetRow>(counts(`select ${COLUMNS(bands)} ${text} order by w.rowid limit ${max}`), params)),
    );
  }
  return rows;
}
