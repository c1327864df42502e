/** Records of a generation that serve as examples: one query for each, null where there is none. */
import type { Database } from '#data/store/database.ts';

/** Fiscal codes with the largest turnover of the newest ranked year. */
export async function largestCompanies(db: Database): Promise<string[]> {
  const row = await db.one<{ leaders: string }>(
    "select leaders from rank_size where slice = 'national' and metric = 'turnover' order by year desc limit 1",
  );
  return row ? (JSON.parse(row.leaders) as number[]).map(String) : [];
}

/** Spare examples, for persons who become hidden while the service runs. */
const SPARE = 20;

/** Examples of persons are ids, never names. */
export async function someIds(db: Database, hidden: ReadonlySet<string>): Promise<string[]> {
  const rows = await db.all<{ id: string }>('select id from person order by rank limit $1', [hidden.size + SPARE]);
  return rows.flatMap(({ id }) => (hidden.has(id) ? [] : id)).slice(0, SPARE);
}

export const newestDecision = async (gazette: Database): Promise<string | null> =>
  (await gazette.one<{ id: string }>('select id from decision order by rank limit 1'))?.id ?? null;

export const newestNotice = async (procurement: Database): Promise<string | null> =>
  (await procurement.one<{ notice: string }>('select notice from notice order by moment desc limit 1'))?.notice ?? null;

/** With a number and parties whose codes are fiscal ones. */
export const newestContract = (
  procurement: Database,
): Promise<{ number: string; authority: number; supplier: number } | null> =>
  procurement.one(
    `select c.number, c.authority_id as authority, s.supplier_id as supplier from contract c
     join contract_supplier s on s.contract = c.key
     where c.number is not null and c.authority_id > 0 and s.supplier_id > 0
     order by c.day desc limit 1`,
  );

export const newestReport = async (procurement: Database): Promise<string | null> =>
  (await procurement.one<{ id: string }>('select ack_doc_id as id from report order by day desc limit 1'))?.id ?? null;

export const newestRelease = (live: Database): Promise<{ url: string; slug: string } | null> =>
  live.one('select url, slug from press_release order by published_at desc limit 1');
