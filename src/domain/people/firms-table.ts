/** Firms as list rows, by rank or by address; in the order of rank, so that a list can stop early. */

import type { Database } from '#data/store/database.ts';
import { type CompanyColumns, companyColumns } from '#lib/schema/company-row.ts';
import { CROWD_MAX } from './tables.ts';

export interface FirmListRow extends CompanyColumns {
  rank: number;
  firm_id: number | null;
}

export const firmColumns = ['rank', 'firm_id', ...companyColumns].map((column) => `l.${column}`).join(', ');

/** `$1, $2, $3`, from `first` on. */
export const placeholders = (count: number, first = 1): string =>
  Array.from({ length: count }, (_, i) => `$${first + i}`).join(', ');

/** Ids per query: far under the engines' limits, and few different statement texts. */
const CHUNK = 200;

export const firmsByRank = (db: Database, ranks: readonly number[]): Promise<FirmListRow[]> =>
  inChunks(
    ranks.toSorted((a, b) => a - b),
    (some) =>
      db.all<FirmListRow>(
        `select ${firmColumns} from listing l where l.rank in (${placeholders(some.length)}) order by l.rank`,
        some,
      ),
  );

export interface ListedCui {
  cui: number;
  rank: number;
  active: number | null;
}

/** All registrations of these fiscal codes in the listing, the best rank last. */
export const listedByCui = (db: Database, cuis: readonly number[]): Promise<ListedCui[]> =>
  inChunks(cuis, (some) =>
    db.all<ListedCui>(
      `select cui, rank, active from listing where cui in (${placeholders(some.length)}) order by rank desc`,
      some,
    ),
  );

interface Neighbour {
  /** Rank of the firm. */
  firm: number;
}

/** The first firms at an address; the build selects those of a crowded address. */
export async function firmsAtAddress(db: Database, addressKey: number): Promise<Neighbour[]> {
  const crowd = await db.all<Neighbour>(
    `select firm from crowded_address where address_key = $1 order by firm limit ${CROWD_MAX + 1}`,
    [addressKey],
  );
  if (crowd.length > 0) return crowd;
  return db.all<Neighbour>(
    `select l.rank as firm from firm f join listing l on l.firm_id = f.id
     where f.address_key = $1 order by l.rank limit ${CROWD_MAX + 1}`,
    [addressKey],
  );
}

/** Which of these firms are at the address. */
export const addressAmong = (db: Database, addressKey: number, ranks: readonly number[]): Promise<Neighbour[]> =>
  inChunks(ranks, (some) =>
    db.all<Neighbour>(
      `select l.rank as firm from listing l cross join firm f
       where l.rank in (${placeholders(some.length)}) and f.id = l.firm_id and f.address_key = $${some.length + 1}`,
      [...some, addressKey],
    ),
  );

export async function inChunks<Row>(
  ranks: readonly number[],
  read: (some: readonly number[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < ranks.length; at += CHUNK) rows.push(...(await read(ranks.slice(at, at + CHUNK))));
  return rows;
}
