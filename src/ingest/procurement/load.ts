/** Publications of procurement to a part: `procurement` what was exported and imported, `recent` what the lists said since. */

import type { Reading } from '#ingest/file-reading.ts';
import type { PublishedFile } from '#ingest/publications.ts';
import { procurementIndexes, procurementTables } from '#procurement/tables.ts';
import type { ContractRecord } from '#sources/procurement/records.ts';
import type { Value } from '#store/database.ts';
import type { Continuation, Part, PartBuild } from '#store/dataset.ts';
import { loadBlocks } from './blocks.ts';
import { CONTRACT_COLUMNS, contractOf, SUPPLIER_COLUMNS } from './contract.ts';
import { contractsGathered, gather, type Published } from './gather.ts';
import { addListedContracts, addListedNotices } from './lists-of-exported-days.ts';
import { countiesOf, gatheredAs, rankNotices, winnersOf } from './notices.ts';
import { type Loads, loadTables } from './parallel-loads.ts';
import { PartyNames } from './party-names.ts';
import { loadRollups } from './rollups.ts';
import { notices } from './rows.ts';

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

/** Parts that are read beside it, by name. `procurement` is the one that this one continues. */
export type Beside = readonly Pick<Part, 'name' | 'id'>[];

/** `published`: the newest first. `listed`: increments that fill in what it leaves out, the newest first. */
export async function loadProcurement(
  part: PartBuild,
  published: readonly Published[],
  reading: Reading,
  beside: Beside,
  listed: readonly PublishedFile[] = [],
): Promise<void> {
  const has = (name: string): boolean => beside.some((each) => each.name === name);
  const olderId = beside.find(({ name }) => name === AREA)?.id ?? null;
  await part.execute(procurementTables + gatheredAs(notices.table) + contractsGathered);
  const names = new PartyNames();
  const counties = countiesOf(part.db, { registry: has('registry'), entities: has('entities') });
  await gather(part, published, reading, { names, counties });
  await addListedNotices(part, listed, { names, counties });
  await addListedContracts(part, listed, published.length);
  reading.tally.stored.delete(notices.table);
  await rankNotices(part);
  await loadContracts(part, names, published.length);
  await part.load('party', ['key', 'cui', 'code', 'name'], names.rows());
  // One by one: each is a turn of the event loop, and PostgreSQL learns between them how large the tables are.
  for (const sql of procurementIndexes.split(';').filter((text) => text.trim() !== '')) await part.execute(sql);
  await part.execute(winnersOf(olderId));
  await loadBlocks(part, olderId);
  await loadRollups(part, olderId);
}

/** Contracts handed over at a time. */
const BLOCK_CONTRACTS = 500;

async function loadContracts(part: PartBuild, names: PartyNames, listedFrom: number): Promise<void> {
  const columns = { contract: CONTRACT_COLUMNS, contract_supplier: SUPPLIER_COLUMNS };
  await loadTables(part, columns, (loads) => putTogether(part, loads, names, listedFrom));
  await part.execute('drop table contract_row');
}

/** Rows of the same contract stand together in this order, those of the newest file first; files from `listedFrom` on only fill in. */
async function putTogether(part: PartBuild, loads: Loads, names: PartyNames, listedFrom: number): Promise<void> {
  const partyAt = CONTRACT_COLUMNS.indexOf('authority_code');
  const supplierAt = SUPPLIER_COLUMNS.indexOf('supplier_code');
  let contracts: Value[][] = [];
  let suppliers: Value[][] = [];
  const flush = async (): Promise<void> => {
    await loads.add('contract', contracts);
    await loads.add('contract_supplier', suppliers);
    [contracts, suppliers] = [[], []];
  };
  let open = null as { key: number; file: number; records: ContractRecord[]; listed: ContractRecord[] } | null;
  const close = (): void => {
    if (open === null || open.file >= listedFrom) return;
    const rows = contractOf(open.key, open.records, open.listed);
    const day = open.records[0]?.date ?? '';
    names.note(rows.contract, partyAt, day);
    for (const supplier of rows.suppliers) names.note(supplier, supplierAt, day);
    contracts.push(rows.contract);
    suppliers.push(...rows.suppliers);
  };
  const gathered = 'select key, file, record from contract_row order by key, file, number';
  for await (const row of part.db.stream<{ key: number; file: number; record: string }>(gathered)) {
    if (row.key === open?.key) {
      if (row.file === open.file) open.records.push(JSON.parse(row.record) as ContractRecord);
      else if (row.file >= listedFrom) open.listed.push(JSON.parse(row.record) as ContractRecord);
      continue;
    }
    close();
    open = { key: row.key, file: row.file, records: [JSON.parse(row.record) as ContractRecord], listed: [] };
    if (contracts.length >= BLOCK_CONTRACTS) await flush();
  }
  close();
  await flush();
}
