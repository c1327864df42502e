/** Packs deals into the blocks that analyses read. With an older part beside it, the rows that this part replaces are packed as negative ones. */

import type { PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { type BlockKind, blockWriter, GROUP_DIGITS, NONE } from '#domain/procurement/deal-block.ts';
import { numbering, partyBody, townBody } from '#domain/procurement/deal-index.ts';
import { dealBlock, dealIndex } from '#domain/procurement/rollup-tables.ts';
import { ACCEPTED, UNSTATED } from '#domain/procurement/tables.ts';

const KINDS: readonly BlockKind[] = [
  'purchase',
  'unstated',
  'award',
  'contract',
  'framework',
  'callOff',
  'share',
  'callOffShare',
];
/** With the number of offers, or of a town. */
const EXTENDED: readonly BlockKind[] = ['contract', 'callOff', 'share', 'callOffShare'];

/** Rows of deals, with common names for the columns of all tables. */
interface Source {
  table: string;
  kind: string;
  only?: string;
  value: string;
  supplier?: string;
  offers?: string;
  town?: string;
  /** The column with the key of the row, or of the row that it belongs to, and the table of that key. */
  key: string;
  of: string;
}

const kind = (name: BlockKind): number => KINDS.indexOf(name);

const SOURCES: readonly Source[] = [
  {
    table: 'purchase',
    kind: `case state when ${ACCEPTED} then ${kind('purchase')} else ${kind('unstated')} end`,
    only: `and state in (${ACCEPTED}, ${UNSTATED})`,
    value: 'value',
    supplier: 'supplier_id',
    key: 'key',
    of: 'purchase',
  },
  { table: 'award', kind: `${kind('award')}`, value: 'value', supplier: 'supplier_id', key: 'key', of: 'award' },
  {
    table: 'contract',
    kind: `case kind when 'contract' then ${kind('contract')} when 'framework' then ${kind('framework')} else ${kind('callOff')} end`,
    value: 'value_ron',
    offers: 'offers',
    key: 'key',
    of: 'contract',
  },
  {
    table: 'contract_supplier',
    kind: `case kind when 'contract' then ${kind('share')} else ${kind('callOffShare')} end`,
    only: "and kind in ('contract', 'callOff')",
    value: 'value_share',
    supplier: 'supplier_id',
    town: 'town',
    key: 'contract',
    of: 'contract',
  },
];

interface DealRow {
  /** The position of its name. */
  kind: number;
  sign: number;
  cpv: number;
  day: number;
  value: number | null;
  supplier: number | null;
  authority: number | null;
  offers: number | null;
  town: string | null;
}

const GROUP_CODES = 10 ** (8 - GROUP_DIGITS);

export async function loadBlocks(part: PartBuild, olderId: string | null): Promise<void> {
  const parties = numbering<number>();
  const towns = numbering<string>();
  await part.load(dealBlock, blocksOf(part, olderId, parties.of, towns.of));
  await part.load(dealIndex, [
    { name: 'party', body: partyBody(parties.all()) },
    { name: 'town', body: townBody(towns.all()) },
  ]);
}

/** In the order of blocks. */
function rowsText(olderId: string | null): string {
  const rows = (source: Source, schema: string, sign: number, and = ''): string => {
    const { table, kind, only = '', value, supplier = 'cast(null as bigint)', offers = 'null', town = 'null' } = source;
    return `select ${kind} as kind, ${sign} as sign, cpv, day, ${value} as value, ${supplier} as supplier, authority_id as authority,
      cast(${offers} as integer) as offers, cast(${town} as text) as town from ${schema}${table} where cpv is not null ${only} ${and}`;
  };
  const all = SOURCES.flatMap((source) => [
    rows(source, '', 1),
    ...(olderId === null
      ? []
      : [rows(source, `${olderId}.`, -1, `and ${source.key} in (select key from ${source.of})`)]),
  ]);
  return `select * from (${all.join(' union all ')}) as deals order by kind, sign, cpv / ${GROUP_CODES}, day`;
}

async function* blocksOf(
  part: PartBuild,
  olderId: string | null,
  party: (id: number | null) => number,
  town: (name: string | null) => number,
): AsyncGenerator<Row<typeof dealBlock>> {
  const [plain, extended] = [blockWriter(false), blockWriter(true)];
  let block = plain;
  let open = { kind: -1, sign: 0, group: -1 };
  const take = (): Row<typeof dealBlock> => {
    const { firstDay, lastDay, deals, body } = block.take();
    const group = String(open.group).padStart(GROUP_DIGITS, '0');
    return {
      kind: KINDS[open.kind] as BlockKind,
      code_group: group,
      sign: open.sign,
      first_day: firstDay,
      last_day: lastDay,
      deals,
      body,
    };
  };
  for await (const row of part.db.stream<DealRow>(rowsText(olderId))) {
    const group = Math.trunc(row.cpv / GROUP_CODES);
    const isNext = group !== open.group || row.kind !== open.kind || row.sign !== open.sign;
    if ((isNext && !block.isEmpty()) || block.isFull()) yield take();
    if (isNext) {
      open = { kind: row.kind, sign: row.sign, group };
      block = EXTENDED.includes(KINDS[row.kind] as BlockKind) ? extended : plain;
    }
    block.add({
      value: row.value,
      supplier: party(row.supplier),
      authority: party(row.authority),
      day: row.day,
      code: row.cpv,
      extra: row.town === null ? (row.offers ?? NONE) : town(row.town),
    });
  }
  if (!block.isEmpty()) yield take();
}
