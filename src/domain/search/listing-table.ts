/** Rows of the listing for the hits of a search. */

import type { Database, Value } from '#data/store/database.ts';
import type { CompanyStateColumns } from '#lib/schema/company-state.ts';

export interface FirmRow extends CompanyStateColumns {
  name: string;
  registration_number: string | null;
  locality: string | null;
  county: string | null;
  status_label: string | null;
}

const COLUMNS = `l.rank, l.firm_id, l.cui, l.name, l.registration_number, l.locality, l.county, l.active, l.caen, l.caen_revision, l.caen_told,
  (select s.label from status_name s where s.code = l.status_code) as status_label`;

/** Registrations that share a fiscal code: two or three after a re-registration. */
const SHARING_MAX = 10;

/** In the order of `ranks`. */
export async function firmsOfRanks(db: Database, ranks: readonly number[]): Promise<FirmRow[]> {
  if (ranks.length === 0) return [];
  const rows = await db.all<FirmRow>(
    `select ${COLUMNS} from listing l where l.rank in (${ranks.map((_, i) => `$${i + 1}`).join(', ')})`,
    ranks,
  );
  const byRank = new Map(rows.map((row) => [row.rank, row]));
  return ranks.map((rank) => byRank.get(rank)).filter((row) => row !== undefined);
}

/** Best first. */
export const ranksOfCui = (db: Database, cui: string): Promise<{ rank: number }[]> =>
  db.all(`select rank from listing where cui = $1 order by rank limit ${SHARING_MAX}`, [Number(cui)]);

export const ranksOfRegistrationNumber = (db: Database, number: string): Promise<{ rank: number }[]> =>
  db.all(`select rank from listing where registration_number = $1 order by rank limit ${SHARING_MAX}`, [number]);

/** Those of the ranks whose firms meet the conditions, in the order of rank. */
export async function ranksAmong(
  db: Database,
  ranks: readonly number[],
  conditions: readonly (readonly [column: string, comparison: string, value: Value])[],
): Promise<number[]> {
  const given =
    db.engine === 'sqlite'
      ? 'select value from json_each($1)'
      : 'select json_array_elements_text($1::text::json)::integer';
  const where = conditions.map(([column, comparison], i) => ` and ${column} ${comparison} $${i + 2}`).join('');
  const rows = await db.all<{ rank: number }>(
    `select l.rank from listing l left join firm f on f.id = l.firm_id where l.rank in (${given})${where} order by l.rank`,
    [JSON.stringify(ranks), ...conditions.map(([, , value]) => value)],
  );
  return rows.map(({ rank }) => rank);
}
