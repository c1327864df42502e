/** Packs deals into the blocks that analyses read. With an older part beside it, the rows that this part replaces are packed as negative ones. */

import type { PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { type BlockKind, blockWriter, dayNumber, GROUP_DIGITS, NONE } from '#domain/procurement/deal-block.ts';
import { numbering, partyBody, townBody } from '#domain/procurement/deal-index.ts';
import { dealBlock, dealIndex } from '#domain/procurement/rollup-tables.ts';

/** Rows of one kind, with common names for the columns of all tables. */
interface Source {
  kind: BlockKind;
  table: string;
  only: string;
  value: string;
  supplier: string;
  extra: 'offers' | 'town' | null;
  /** The column with the key of the row, or of the row that it belongs to, and the table of that key. */
  key: string;
  of: string;
}

const trade = { value: 'value', supplier: 'supplier_id', extra: null, key: 'key' } as const;
const signed = { table: 'contract', value: 'value_ron', supplier: 'null', extra: null, key: 'key', of: 'contract' };

const share = {
  ...signed,
  table: 'contract_supplier',
  value: 'value_share',
  supplier: 'supplier_id',
  extra: 'town',
  key: 'contract',
} as const;

const SOURCES: readonly Source[] = [
  { ...trade, kind: 'purchase', table: 'purchase', only: "state = 'accepted'", of: 'purchase' },
  { ...trade, kind: 'unstated', table: 'purchase', only: "state = 'unknown'", of: 'purchase' },
  { ...trade, kind: 'award', table: 'award', only: 'true', of: 'award' },
  { ...signed, kind: 'contract', only: "kind = 'contract'", extra: 'offers' },
  { ...signed, kind: 'framework', only: "kind = 'framework'" },
  { ...signed, kind: 'callOff', only: "kind = 'callOff'", extra: 'offers' },
  { ...share, kind: 'share', only: "kind = 'contract'" },
  { ...share, kind: 'callOffShare', only: "kind = 'callOff'" },
];

const EXTRAS = { offers: 'offers', town: 'town' };

export async function loadBlocks(part: PartBuild, olderId: string | null): Promise<void> {
  const parties = numbering<number>();
  const towns = numbering<string>();
  async function* blocks(): AsyncGenerator<Row<typeof dealBlock>> {
    for (const source of SOURCES) {
      yield* blocksOf(part, source, 1, parties.of, towns.of, rowsText(source, ''));
      if (olderId === null) continue;
      const replaced = `and ${source.key} in (select key from ${source.of})`;
      yield* blocksOf(part, source, -1, parties.of, towns.of, rowsText(source, `${olderId}.`, replaced));
    }
  }
  await part.load(dealBlock, blocks());
  await part.load(dealIndex, [
    { name: 'party', body: partyBody(parties.all()) },
    { name: 'town', body: townBody(towns.all()) },
  ]);
}

interface DealRow {
  cpv: string;
  day: string;
  value: number | null;
  supplier: number | null;
  authority: number | null;
  extra: number | string | null;
}

/** In the order of blocks. */
const rowsText = ({ table, only, value, supplier, extra }: Source, schema: string, and = ''): string =>
  `select cpv, day, ${value} as value, ${supplier} as supplier, authority_id as authority, ${extra ? EXTRAS[extra] : 'null'} as extra
   from ${schema}${table} where cpv is not null and ${only} ${and} order by substr(cpv, 1, ${GROUP_DIGITS}), day`;

async function* blocksOf(
  part: PartBuild,
  { kind, extra }: Source,
  sign: number,
  party: (id: number | null) => number,
  town: (name: string | null) => number,
  sql: string,
): AsyncGenerator<Row<typeof dealBlock>> {
  const block = blockWriter(extra !== null);
  let group = '';
  const take = (): Row<typeof dealBlock> => {
    const { firstDay, lastDay, deals, body } = block.take();
    return { kind, code_group: group, sign, first_day: firstDay, last_day: lastDay, deals, body };
  };
  for await (const row of part.db.stream<DealRow>(sql)) {
    const next = row.cpv.slice(0, GROUP_DIGITS);
    if (block.isFull() || (next !== group && !block.isEmpty())) yield take();
    group = next;
    block.add({
      value: row.value,
      supplier: party(row.supplier),
      authority: party(row.authority),
      day: dayNumber(row.day),
      code: Number(row.cpv),
      extra: extra === 'town' ? town(row.extra as string | null) : ((row.extra as number | null) ?? NONE),
    });
  }
  if (!block.isEmpty()) yield take();
}
