/**
 * Contracts that a second award notice publishes again: one in a hundred, seven billion lei of nine hundred. They agree in everything
 * but the notice (authority, number, day, kind, value to the ban, title, code, lots, suppliers) and count once: the one that was
 * published last, or the one in the older part. Without an amount, as in most framework agreements, fewer fields
 * distinguish two contracts: such rows must name title and supplier, and agree in the original currency too.
 *
 * The remaining contract names the newest award notice and lists the others. Where a list publishes a contract of the older part again,
 * a copy of that part's row with its notices replaces it.
 */
import type { PartBuild } from '#data/store/dataset.ts';
import { bigint, integer, type Row, table, text } from '#data/store/table.ts';
import type { Day } from '#lib/values/date.ts';
import type { ContractRows } from './contract.ts';
import { digest48 } from './row-numbers.ts';

/** One row per contract, only while contracts are merged. */
export const contractOrigin = table('contract_origin', {
  key: bigint().notNull(),
  file: integer().notNull(),
  identity: bigint().notNull(),
  awarded_on: text(),
  bani: bigint().notNull(),
});

/** Null for a contract with too few fields to distinguish it from another. */
export function originOf(
  { contract, suppliers, valueRon }: ContractRows,
  file: number,
): Row<typeof contractOrigin> | null {
  const { key, number_folded, day, title, authority_id, kind, value_ron, cpv, lots, awarded_on } = contract;
  if (number_folded === null || day === 0) return null;
  if (!valueRon && (title === null || suppliers.length === 0)) return null;
  const agreeing: (string | number | null)[] = [
    number_folded,
    authority_id,
    day,
    kind,
    value_ron || 0,
    title,
    cpv,
    lots,
  ];
  if (!valueRon) agreeing.push(contract.value || 0, contract.currency);
  agreeing.push(...suppliers.map(({ supplier_id }) => supplier_id));
  return { key, file, identity: digest48(agreeing.join('\n')), awarded_on: awarded_on ?? '', bani: valueRon ?? 0 };
}

const contractAgain = table('contract_again', {
  key: bigint().notNull(),
  file: integer().notNull(),
  bani: bigint().notNull(),
});

/** Deletes republished contracts and reports the file and value of each. */
export async function dropRepublished(
  part: PartBuild,
  olderId: string | null,
  onDrop: (file: number, bani: number) => void,
): Promise<void> {
  await part.stage(contractAgain);
  await part.execute(`insert into contract_again select key, file, bani from (
    select key, file, bani, row_number() over (${NEWEST_OF_EACH}) as position from contract_origin
  ) as ranked where position > 1`);
  await part.stage(contractAnnounced);
  await announceOnce(part);
  const copied = olderId === null ? new Set<number>() : await announceAgain(part, olderId);
  for (const { key, file, bani } of await part.db.all<{ key: number; file: number; bani: number }>(
    'select key, file, bani from contract_again',
  ))
    if (!copied.has(key)) onDrop(file, bani);
  for (const sql of [
    'delete from contract_supplier where contract in (select key from contract_again)',
    'delete from contract where key in (select key from contract_again)',
    ...(olderId === null
      ? []
      : [
          `insert into contract_supplier select s.* from ${olderId}.contract_supplier s where s.contract in (select key from contract_announced)
           and s.contract not in (select key from contract)`,
          `insert into contract select e.* from ${olderId}.contract e where e.key in (select key from contract_announced)
           and e.key not in (select key from contract)`,
        ]),
    `update contract set award_notice = announced.award_notice, award_system_id = announced.award_system_id,
     awarded_on = announced.awarded_on, other_award_notices = announced.other_award_notices
     from contract_announced as announced where announced.key = contract.key`,
  ])
    await part.execute(sql);
  for (const table of [contractAnnounced, contractAgain, contractOrigin]) await part.unstage(table);
}

const NEWEST_OF_EACH = 'partition by identity order by awarded_on desc, key desc';

/** The columns of a contract that name its award notices. */
interface Announcement {
  award_notice: string | null;
  award_system_id: number | null;
  awarded_on: Day | null;
  other_award_notices: string | null;
}

const ANNOUNCED = ['award_notice', 'award_system_id', 'awarded_on', 'other_award_notices'];

const contractAnnounced = table('contract_announced', {
  key: bigint().notNull(),
  award_notice: text(),
  award_system_id: bigint(),
  awarded_on: text(),
  other_award_notices: text(),
});

/** The newest with the others beside it; of the same day the first. */
function newestOf(announcements: readonly Announcement[]): Announcement {
  const day = ({ awarded_on }: Announcement): string => awarded_on ?? '';
  const sorted = announcements.toSorted((a, b) => (day(a) === day(b) ? 0 : day(a) < day(b) ? 1 : -1));
  const [newest] = sorted as [Announcement];
  const notices = sorted.flatMap((one) => [
    ...(one.award_notice === null ? [] : [one.award_notice]),
    ...(JSON.parse(one.other_award_notices ?? '[]') as string[]),
  ]);
  const others = [...new Set(notices)].filter((notice) => notice !== newest.award_notice);
  return { ...newest, other_award_notices: others.length === 0 ? null : JSON.stringify(others) };
}

/** The award notices of each remaining contract. */
async function announceOnce(part: PartBuild): Promise<void> {
  const rows = await part.db.all<Announcement & { identity: number; key: number }>(
    `select o.identity, c.key, ${ANNOUNCED.map((column) => `c.${column}`).join(', ')}
     from contract_origin o join contract c on c.key = o.key
     where o.identity in (select identity from contract_origin group by identity having count(*) > 1)
     order by o.identity, o.awarded_on desc, o.key desc`,
  );
  await part.load(
    contractAnnounced,
    Map.groupBy(rows, ({ identity }) => identity)
      .values()
      .map((published) => ({ key: published[0]?.key as number, ...newestOf(published) })),
  );
}

/** A contract of this part and the same one of the older part. */
interface Again extends Announcement {
  key: number;
  file: number;
  bani: number;
  older: Announcement & { key: number };
  /** Whether this part has a row of the older contract. */
  isOwn: boolean;
}

/** Contracts that the older part has, too. Returns those whose amount a copy from there has. */
async function announceAgain(part: PartBuild, olderId: string): Promise<Set<number>> {
  const found = [...new Map((await againSince(part, olderId)).map((row) => [row.key, row])).values()];
  const byOlder = Map.groupBy(found, ({ older }) => older.key);
  await part.load(contractAgain, found);
  await part.load(
    contractAnnounced,
    byOlder
      .entries()
      .map(([key, again]) => ({ ...newestOf([...again, ...again.slice(0, 1).map(({ older }) => older)]), key })),
  );
  return new Set([...byOlder.values()].flatMap(([first]) => (first && !first.isOwn ? [first.key] : [])));
}

/** By the older part's index of numbers. Without lots, because exports and lists write them differently; zero is as good as nothing. */
async function againSince({ db }: PartBuild, olderId: string): Promise<Again[]> {
  const columns = ANNOUNCED.map(
    (column) => `coalesce(a.${column}, c.${column}) as ${column}, e.${column} as older_${column}`,
  );
  const rows = await db.all<Announcement & Record<'key' | 'file' | 'bani' | 'older' | 'own', number>>(
    `select o.key, o.file, o.bani, e.key as older, (select count(*) from contract own where own.key = e.key
       and own.key not in (select key from contract_again)) as own, ${columns.join(', ')}
     from contract_origin o join contract c on c.key = o.key left join contract_announced a on a.key = c.key
     join ${olderId}.contract e on e.number_folded = c.number_folded and e.day = c.day and e.key <> c.key
       and e.authority_id = c.authority_id and e.kind = c.kind and e.suppliers = c.suppliers
       and coalesce(e.title, '') = coalesce(c.title, '') and coalesce(e.value_ron, 0) = coalesce(c.value_ron, 0)
     where o.key not in (select key from contract_again) and (
       coalesce(c.value_ron, 0) <> 0
       or (coalesce(e.value, 0) = coalesce(c.value, 0) and e.currency = c.currency and not exists (
         select 1 from contract_supplier s where s.contract = c.key and not exists (
           select 1 from ${olderId}.contract_supplier t where t.contract = e.key and t.supplier_id = s.supplier_id)))
     ) order by o.key, e.key`,
  );
  return rows.map((row) => ({
    ...row,
    older: {
      key: row.older,
      ...(Object.fromEntries(
        ANNOUNCED.map((column) => [column, row[`older_${column}` as keyof typeof row]]),
      ) as unknown as Announcement),
    },
    isOwn: row.own > 0,
  }));
}
