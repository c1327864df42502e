/** Publications of procurement to a part: `procurement` from exports and imports, `recent` from the lists since. */
import type { Reading } from '#data/ingest/file-reading.ts';
import type { ContractRecord } from '#data/sources/procurement/records.ts';
import type { Continuation, Part, PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { party } from '#domain/procurement/rollup-tables.ts';
import { contract, contractSupplier, procurementIndexes, procurementTables } from '#domain/procurement/tables.ts';
import { loadBlocks } from './blocks.ts';
import { Books } from './books.ts';
import { contractOf, seatless } from './contract.ts';
import { contractRow, gather, OLDER, type Published, sumIn } from './gather.ts';
import type { Increment } from './increments.ts';
import { addListedContracts, addListedNotices } from './lists-of-exported-days.ts';
import { countiesOf, rankNotices, winnersOf } from './notices.ts';
import { type Loads, loadTables } from './parallel-loads.ts';
import { PartyNames } from './parties.ts';
import { contractOrigin, dropRepublished, originOf } from './republished.ts';
import { loadRollups } from './rollups.ts';
import { notices } from './rows.ts';
import { loadTowns, type Seats, seatsOf } from './towns.ts';

export const AREA = 'procurement';

const byKey = (of: string): { by: string; of: string } => ({ by: 'key', of });

/** How `recent` continues the exports. Word indexes and blocks of deals are asked part by part. */
export const recentContinues: Continuation = {
  part: 'procurement',
  tables: {
    notice: byKey('notice'),
    notice_winner: byKey('notice'),
    contract: byKey('contract'),
    contract_supplier: { by: 'contract', of: 'contract' },
    contract_town: { by: 'contract', of: 'contract' },
    town: byKey('town'),
    supplier_without_town: null,
    purchase: byKey('purchase'),
    award: byKey('award'),
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

/** `published`: the newest first. `listed`: increments that fill in what it leaves out, the newest first. */
export async function loadProcurement(
  part: PartBuild,
  published: readonly Published[],
  reading: Reading,
  beside: Beside,
  listed: readonly Increment[] = [],
): Promise<void> {
  const has = (name: string): boolean => beside.some((each) => each.name === name);
  const olderId = beside.find(({ name }) => name === AREA)?.id ?? null;
  await part.execute(procurementTables + notices.table.ddl + contractRow.ddl + contractOrigin.ddl);
  const names = new PartyNames();
  const books = new Books();
  const told = { registry: has('registry'), entities: has('entities') };
  const counties = countiesOf(part.db, told);
  const held = await gather(part, published, reading, { names, books, counties });
  await addListedNotices(part, listed, { names, counties });
  await addListedContracts(part, listed, published.length);
  reading.tally.stored.delete(notices.table.name);
  await rankNotices(part);
  const files = published.map(({ book }) => book);
  await loadContracts(part, { names, books, seats: seatsOf(part.db, told), files });
  await dropRepublished(part, olderId, (file, bani) => {
    books.stored(files[file] ?? '', 'contracts', -bani);
    books.aside(files[file] ?? '', 'contracts', AGAIN, bani);
  });
  await loadTowns(part);
  books.close(reading.tally, held.set('contracts', await sumIn(part.db, 'contract', 'value_ron')));
  await part.load(party, names.rows());
  // One by one: the event loop runs between them, and PostgreSQL is told how large the tables are.
  for (const sql of procurementIndexes.split(';').filter((text) => text.trim() !== '')) await part.execute(sql);
  await part.execute(winnersOf(olderId));
  await loadBlocks(part, olderId);
  await loadRollups(part, olderId);
}

const AGAIN = 'of contracts that another award notice publishes, too';

/** Contracts handed over at a time. */
const BLOCK_CONTRACTS = 500;

/** Rows of one contract: those of the newest file that has it, and those of lists. */
interface Gathered {
  key: number;
  file: number;
  records: ContractRecord[];
  listed: ContractRecord[];
}

interface ContractNeeds {
  names: PartyNames;
  books: Books;
  seats: Seats;
  /** Of the exports, by their numbers; files beyond them only fill in. */
  files: readonly string[];
}

async function loadContracts(part: PartBuild, needs: ContractNeeds): Promise<void> {
  await loadTables(part, [contract, contractSupplier, contractOrigin], (loads) => putTogether(part, loads, needs));
  await part.execute('drop table contract_row');
}

/** Rows of the same contract stand together in this order, those of the newest file first. */
async function putTogether(
  part: PartBuild,
  loads: Loads,
  { names, books, seats, files }: ContractNeeds,
): Promise<void> {
  const listedFrom = files.length;
  let gathered: Gathered[] = [];
  const flush = async (): Promise<void> => {
    await seats.look(gathered.flatMap(({ records }) => seatless(records)));
    const contracts: Row<typeof contract>[] = [];
    const suppliers: Row<typeof contractSupplier>[] = [];
    const origins: Row<typeof contractOrigin>[] = [];
    for (const { key, file, records, listed } of gathered) {
      const rows = contractOf(key, records, listed, seats.of);
      books.stored(files[file] ?? '', 'contracts', rows.valueRon);
      for (const { reason, bani } of rows.aside) books.aside(files[file] ?? '', 'contracts', reason, bani);
      names.note(rows.contract);
      for (const supplier of rows.suppliers) names.noteSupplier(supplier);
      contracts.push(rows.contract);
      suppliers.push(...rows.suppliers);
      const origin = originOf(rows, file);
      if (origin) origins.push(origin);
    }
    await loads.add(contract, contracts);
    await loads.add(contractSupplier, suppliers);
    await loads.add(contractOrigin, origins);
    gathered = [];
  };
  let open = null as Gathered | null;
  const close = (): void => {
    if (open !== null && open.file < listedFrom) gathered.push(open);
  };
  const all = 'select key, file, record from contract_row order by key, file, number';
  for await (const row of part.db.stream<{ key: number; file: number; record: string }>(all)) {
    if (row.key === open?.key) {
      if (row.file === open.file) open.records.push(JSON.parse(row.record) as ContractRecord);
      else if (row.file >= listedFrom) open.listed.push(JSON.parse(row.record) as ContractRecord);
      else books.aside(files[row.file] ?? '', 'contracts', OLDER, (JSON.parse(row.record) as ContractRecord).valueRon);
      continue;
    }
    close();
    open = { key: row.key, file: row.file, records: [JSON.parse(row.record) as ContractRecord], listed: [] };
    if (gathered.length >= BLOCK_CONTRACTS) await flush();
  }
  close();
  await flush();
}
