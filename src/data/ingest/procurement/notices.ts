/** Notices in the order of lists, with their words and the suppliers who won them. */

import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Database } from '#data/store/database.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import { wordIndexFill, wordIndexFinish, wordIndexTable } from '#data/store/word-index.ts';
import { NOTICE_WORDS } from '#domain/procurement/tables.ts';
import { countyName, type NoticeRow, notices } from './rows.ts';

export async function rankNotices(part: PartBuild): Promise<void> {
  const { engine } = part.db;
  const gathered = notices.table;
  const columns = Object.keys(gathered.columns)
    .filter((name) => name !== 'words')
    .join(', ');
  const table = `(select n.rank, g.words from notice n join ${gathered.name} g on g.key = n.key) as ranked`;
  for (const sql of [
    wordIndexTable(engine, NOTICE_WORDS, { phrases: true }),
    `insert into notice (rank, ${columns}) select row_number() over (order by moment desc, key desc), ${columns} from ${gathered.name}`,
    wordIndexFill(engine, NOTICE_WORDS, { table, id: 'rank', words: 'words' }, { phrases: true }),
    wordIndexFinish(engine, NOTICE_WORDS),
    `drop table ${gathered.name}`,
  ])
    await part.execute(sql);
}

/**
 * Over both parts: a notice of one may have been won by a contract of the other. Of the older part's notices only those that a
 * contract of this one is new to; those that this part replaces are told anew. Unqualified names are this part's.
 */
export const winnersOf = (olderId: string | null): string => {
  const won = (notices: string, contracts: string): string =>
    `select s.supplier_cui, n.moment, n.key from ${contracts}contract c join ${contracts}contract_supplier s on s.contract = c.key
     join ${notices}notice n on n.notice = c.notice where s.supplier_cui is not null`;
  const older = `${olderId}.`;
  const both = [
    won('', older),
    `${won(older, '')} and not exists (select 1 from notice newer where newer.key = n.key)
     and not exists (select 1 from ${older}notice_winner w where w.cui = s.supplier_cui and w.moment = n.moment and w.key = n.key)`,
  ];
  // `union`, because a supplier may have won a notice by several contracts.
  return `insert into notice_winner (cui, moment, key) ${[won('', ''), ...(olderId === null ? [won('', '')] : both)].join(' union ')}`;
};

/** Counties of authorities whose notice does not say: by the registry, or by what the tax authority says of them. */
export function countiesOf(db: Database, parts: { registry: boolean; entities: boolean }) {
  const known = new Map<number, string | null>();
  const look = async (cui: number): Promise<string | null> => {
    if (parts.registry) {
      const firm = await db.one<{ county: string | null }>('select county from firm where cui = $1', [cui]);
      if (firm) return countyName(firm.county);
    }
    if (!parts.entities) return null;
    const entity = await db.one<{ record: string }>('select record from entity where cui = $1', [cui]);
    if (!entity) return null;
    const { headquartersAddress, fiscalAddress } = JSON.parse(entity.record) as FiscalRecord;
    return countyName(headquartersAddress?.county ?? fiscalAddress?.county ?? null);
  };
  /** Fills in what is missing. */
  return async (rows: readonly NoticeRow[]): Promise<void> => {
    for (const row of rows) {
      const cui = row.authority_cui;
      if (row.authority_county !== null || cui === null) continue;
      if (!known.has(cui)) known.set(cui, await look(cui));
      row.authority_county = known.get(cui) ?? null;
    }
  };
}
