/** Publications of procurement to a part: `procurement` from exports and imports, `recent` from the newer lists. */

import type { Reading } from '#data/ingest/file-reading.ts';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { ContractRecord } from '#data/sources/procurement/records.ts';
import type { Database } from '#data/store/database.ts';
import type { Continuation, Part, PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { wordIndexFill, wordIndexFinish, wordIndexTable } from '#data/store/word-index.ts';
import {
  contract,
  contractSupplier,
  NOTICE_WORDS,
  procurementIndexes,
  procurementTables,
} from '#domain/procurement/tables.ts';
import { loadBlocks } from './blocks.ts';
import { Books } from './books.ts';
import { codesOf, contractOf } from './contract.ts';
import { isNegative } from './contract-values.ts';
import { addContractsOfLists, addItemsOfLists, addNoticesOfLists } from './exported-days.ts';
import { contractRow, gather, OLDER, type Published, sumIn } from './gather.ts';
import type { Increment } from './increments.ts';
import { type Loads, loadTables } from './load-blocks.ts';
import { Parties } from './parties.ts';
import { PROCUREMENT } from './publications.ts';
import { contractOrigin, dropRepublished, originOf } from './republished.ts';
import { loadRollups } from './rollups.ts';
import { countyName, type NoticeRow, notices } from './rows.ts';
import { loadTowns, type Seats, seatsOf } from './towns.ts';

const byKey = (of: string): { by: string; of: string } => ({ by: 'key', of });

/** How `recent` continues the exports. Word indexes and blocks of deals are queried part by part. */
export const recentContinues: Continuation = {
  part: 'procurement',
  tables: {
    notice: byKey('notice'),
    notice_winner: byKey('notice'),
    spelling: null,
    contract: byKey('contract'),
    contract_supplier: { by: 'contract', of: 'contract' },
    contract_town: { by: 'contract', of: 'contract' },
    town: byKey('town'),
    supplier_without_town: null,
    purchase: byKey('purchase'),
    award: byKey('award'),
    contract_modification: byKey('contract_modification'),
    report: byKey('report'),
    party: byKey('party'),
    cpv_count: null,
    party_year: null,
    partner: null,
    coverage: null,
  },
};

/** Other parts that the load reads, by name. `procurement` is the part that this one continues. */
export type Beside = readonly Pick<Part, 'name' | 'id'>[];

/** `published`: the newest first. `increments`: fill in fields that exports lack, the newest first. */
export async function loadProcurement(
  part: PartBuild,
  published: readonly Published[],
  reading: Reading,
  beside: Beside,
  increments: readonly Increment[] = [],
): Promise<void> {
  const has = (name: string): boolean => beside.some((each) => each.name === name);
  const olderId = beside.find(({ name }) => name === PROCUREMENT)?.id ?? null;
  await part.execute(procurementTables);
  for (const table of [notices.table, contractRow, contractOrigin]) await part.stage(table);
  const parties = new Parties(olderId === null ? 1 : await spellingsBehind(part, olderId));
  const books = new Books();
  const seatParts = { registry: has('registry'), entities: has('entities') };
  const counties = countiesOf(part.db, seatParts);
  const totals = await gather(part, published, reading, { parties, books, counties });
  await addNoticesOfLists(part, increments, { parties, counties });
  await addItemsOfLists(part, increments);
  await addContractsOfLists(part, increments, published.length);
  reading.tally.stored.delete(notices.table.name);
  await rankNotices(part);
  const files = published.map(({ book }) => book);
  await loadContracts(part, { parties, books, seats: seatsOf(part.db, seatParts), files });
  await dropRepublished(part, olderId, (file, bani) => {
    books.stored(files[file] ?? '', 'contracts', -bani);
    books.exclude(files[file] ?? '', 'contracts', REPUBLISHED, bani);
  });
  await loadTowns(part);
  books.close(reading.tally, totals.set('contracts', await sumIn(part.db, 'contract', 'value_ron')));
  await parties.end(part);
  await part.execute(procurementIndexes + winnersOf(olderId));
  await loadBlocks(part, olderId);
  await loadRollups(part, olderId);
}

/** The first number behind those of the older part. */
async function spellingsBehind({ db }: PartBuild, olderId: string): Promise<number> {
  const row = await db.one<{ last: number | null }>(`select max(key) as last from ${olderId}.spelling`);
  return (row?.last ?? 0) + 1;
}

const CORRECTED = 'in rows that a newer file corrects';
const OF_OLDER = 'taken over from rows of an older file';
const REPUBLISHED = 'of contracts that another award notice publishes, too';

/** Contracts in memory at a time. */
const BLOCK_CONTRACTS = 500;

/** Rows of one contract: of the newest file that has it, and of the lists. */
interface ContractGroup {
  key: number;
  file: number;
  records: ContractRecord[];
  fromLists: ContractRecord[];
  /** The file whose rows are corrected by those of a newer one; null without such. */
  corrected: number | null;
}

interface ContractOptions {
  parties: Parties;
  books: Books;
  seats: Seats;
  /** The names of the exports, by their numbers; files with higher numbers only fill in fields. */
  files: readonly string[];
}

async function loadContracts(part: PartBuild, options: ContractOptions): Promise<void> {
  await loadTables(part, (loads) => mergeContracts(part, loads, options));
  await part.unstage(contractRow);
}

/** The query returns the rows of a contract together, those of the newest file first. */
async function mergeContracts(
  part: PartBuild,
  loads: Loads,
  { parties, books, seats, files }: ContractOptions,
): Promise<void> {
  const firstList = files.length;
  let groups: ContractGroup[] = [];
  const flush = async (): Promise<void> => {
    await seats.look(groups.flatMap(({ records }) => codesOf(records)));
    const contracts: Row<typeof contract>[] = [];
    const suppliers: Row<typeof contractSupplier>[] = [];
    const origins: Row<typeof contractOrigin>[] = [];
    for (const { key, file, records, fromLists } of groups) {
      const rows = contractOf(key, records, fromLists, seats, parties);
      books.stored(files[file] ?? '', 'contracts', rows.valueRon);
      for (const { reason, bani } of rows.exclusions) books.exclude(files[file] ?? '', 'contracts', reason, bani);
      parties.note(rows.contract, rows.contract.day);
      for (const supplier of rows.suppliers) parties.note(supplier, supplier.day);
      contracts.push(rows.contract);
      suppliers.push(...rows.suppliers);
      const origin = originOf(rows, file);
      if (origin) origins.push(origin);
    }
    await loads.add(contract, contracts);
    await loads.add(contractSupplier, suppliers);
    await loads.add(contractOrigin, origins);
    groups = [];
    await parties.relieve(part);
  };
  let open = null as ContractGroup | null;
  /** Rows below zero correct those of the next older file; otherwise rows of older files do not count. */
  const addOlder = (group: ContractGroup, file: number, record: ContractRecord): void => {
    if (group.corrected === null && group.records.every(isNegative) && !isNegative(record)) group.corrected = file;
    const isCorrected = group.corrected === file;
    if (isCorrected) group.records.push(record);
    books.exclude(files[file] ?? '', 'contracts', isCorrected ? CORRECTED : OLDER, record.valueRon);
    if (isCorrected) books.exclude(files[group.file] ?? '', 'contracts', OF_OLDER, -(record.valueRon ?? 0));
  };
  const close = (): void => {
    if (open !== null && open.file < firstList) groups.push(open);
  };
  const all = 'select key, file, record from contract_row order by key, file, number';
  for await (const row of part.db.stream<{ key: number; file: number; record: string }>(all)) {
    if (row.key === open?.key) {
      if (row.file === open.file) open.records.push(JSON.parse(row.record) as ContractRecord);
      else if (row.file >= firstList) open.fromLists.push(JSON.parse(row.record) as ContractRecord);
      else addOlder(open, row.file, JSON.parse(row.record) as ContractRecord);
      continue;
    }
    close();
    const record = JSON.parse(row.record) as ContractRecord;
    open = { key: row.key, file: row.file, records: [record], fromLists: [], corrected: null };
    if (groups.length >= BLOCK_CONTRACTS) await flush();
  }
  close();
  await flush();
}

async function rankNotices(part: PartBuild): Promise<void> {
  const { engine } = part.db;
  const gathered = notices.table;
  const columns = Object.keys(gathered.columns)
    .filter((name) => name !== 'words')
    .join(', ');
  const table = `(select n.rank, g.words from notice n join ${gathered.name} g on g.key = n.key) as ranked`;
  await part.execute(`
${wordIndexTable(engine, NOTICE_WORDS, { phrases: true })}
insert into notice (rank, ${columns}) select row_number() over (order by moment desc, key desc), ${columns} from ${gathered.name};
${wordIndexFill(engine, NOTICE_WORDS, { table, id: 'rank', words: 'words' }, { phrases: true })}
${wordIndexFinish(engine, NOTICE_WORDS)}`);
  await part.unstage(gathered);
}

/**
 * Over both parts: a notice of one may have been won by a contract of the other. Of the older part's notices only those with a
 * new winner in this part; the notices that this part replaces are added again. Unqualified names are this part's.
 */
const winnersOf = (olderId: string | null): string => {
  const won = (notices: string, contracts: string): string =>
    `select s.supplier_id, n.moment, n.key from ${contracts}contract c join ${contracts}contract_supplier s on s.contract = c.key
     join ${notices}notice n on n.notice = c.notice where s.supplier_id > 0`;
  const older = `${olderId}.`;
  const both = [
    won('', older),
    `${won(older, '')} and not exists (select 1 from notice newer where newer.key = n.key)
     and not exists (select 1 from ${older}notice_winner w where w.cui = s.supplier_id and w.moment = n.moment and w.key = n.key)`,
  ];
  // `union`, because a supplier may have won a notice by several contracts.
  return `insert into notice_winner (cui, moment, key) ${[won('', ''), ...(olderId === null ? [won('', '')] : both)].join(' union ')}`;
};

/** Counties of authorities whose notice lacks it: from the registry, or from the tax authority's record. */
function countiesOf(db: Database, parts: { registry: boolean; entities: boolean }) {
  const counties = new Map<number, string | null>();
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
  /** Fills in missing counties. */
  return async (rows: readonly NoticeRow[]): Promise<void> => {
    for (const row of rows) {
      const cui = row.authority_id;
      if (row.authority_county !== null || cui === null || cui < 0) continue;
      if (!counties.has(cui)) counties.set(cui, await look(cui));
      row.authority_county = counties.get(cui) ?? null;
    }
  };
}
