/**
 * Contracts that a second award notice publishes again: one in a hundred, seven billion lei of nine hundred. They agree in everything
 * but the notice (authority, number, day, kind, value to the ban, title, code, lots, suppliers) and count once: the one that was
 * published last, or the one in the older part, which is immutable. Without an amount, as in most framework agreements, fewer fields
 * distinguish two contracts: such rows must name title and supplier, and agree in the original currency too.
 *
 * The remaining contract names the award notice of its procedure that was published nearest to the day of signing; later notices repeat
 * or correct it. Where two are equally near, or the notices disagree on the procedure, it names none.
 */
import type { PartBuild } from '#data/store/dataset.ts';
import { bigint, integer, type Row, table, text } from '#data/store/table.ts';
import { foldNumber } from '#domain/procurement/contract-id.ts';
import { type Day, daysBetween } from '#lib/values/date.ts';
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
  const { key, number, day, title, authority_id, kind, value_ron, cpv, lots, awarded_on } = contract;
  if (number === null || day === '') return null;
  if (!valueRon && (title === null || suppliers.length === 0)) return null;
  const agreeing = [foldNumber(number), authority_id, day, kind, value_ron, title, cpv, lots];
  if (!valueRon) agreeing.push(contract.value, contract.currency);
  agreeing.push(...suppliers.map(({ supplier_id }) => supplier_id));
  return { key, file, identity: digest48(agreeing.join('\n')), awarded_on: awarded_on ?? '', bani: valueRon ?? 0 };
}

/** Deletes republished contracts and reports the file and value of each. */
export async function dropRepublished(
  part: PartBuild,
  olderId: string | null,
  onDrop: (file: number, bani: number) => void,
): Promise<void> {
  await part.execute(`create table contract_again as select key, file, bani from (
    select key, file, bani, row_number() over (partition by identity order by awarded_on desc, key desc) as position from contract_origin
  ) as ranked where position > 1`);
  await announceOnce(part);
  if (olderId !== null) await part.execute(`insert into contract_again ${againSince(olderId)}`);
  for (const { file, bani } of await part.db.all<{ file: number; bani: number }>(
    'select file, bani from contract_again',
  ))
    onDrop(file, bani);
  for (const sql of [
    'delete from contract_supplier where contract in (select key from contract_again)',
    'delete from contract where key in (select key from contract_again)',
    'drop table contract_again',
    'drop table contract_origin',
  ])
    await part.execute(sql);
}

/** By the older part's index of numbers. Without lots, because exports and lists write them differently. */
const againSince = (
  olderId: string,
): string => `select o.key, o.file, o.bani from contract_origin o join contract c on c.key = o.key
  where o.key not in (select key from contract_again) and exists (
    select 1 from ${olderId}.contract e where e.number_folded = c.number_folded and e.day = c.day and e.key <> c.key
    and e.authority_id = c.authority_id and e.kind = c.kind and e.suppliers = c.suppliers and coalesce(e.title, '') = coalesce(c.title, '')
    and e.value_ron is not distinct from c.value_ron
    and (c.value_ron <> 0 or (e.value is not distinct from c.value and e.currency = c.currency and not exists (
      select 1 from contract_supplier s where s.contract = c.key and not exists (
        select 1 from ${olderId}.contract_supplier t where t.contract = e.key and t.supplier_id = s.supplier_id))))
  )`;

/** One publication of a contract. */
export interface Announcement {
  awardNotice: string | null;
  awardedOn: Day | null;
  /** The notice that began the procedure. */
  procedure: string | null;
}

/** The award notice of a contract that all of these publish; null when it is ambiguous. */
export function announcedBy(signedOn: Day, published: readonly Announcement[]): string | null {
  const procedures = new Set(published.flatMap(({ procedure }) => procedure ?? []));
  if (procedures.size > 1) return null;
  const [procedure] = procedures;
  const ofProcedure = procedure === undefined ? published : published.filter((one) => one.procedure === procedure);
  const days = ofProcedure.map(({ awardedOn }) => (awardedOn ? Math.abs(daysBetween(signedOn, awardedOn)) : Infinity));
  const least = Math.min(...days);
  const nearest = new Set(ofProcedure.filter((_, i) => days[i] === least).map(({ awardNotice }) => awardNotice));
  const [notice = null] = nearest;
  return nearest.size === 1 ? notice : null;
}

interface PublishedContract extends Announcement {
  systemId: number | null;
  identity: number;
  key: number;
  day: Day;
}

const contractAnnounced = table('contract_announced', { key: bigint().notNull(), notice: text(), system_id: bigint() });

/** Writes the award notice into the remaining row of each contract, which is not in `contract_again`. */
async function announceOnce(part: PartBuild): Promise<void> {
  const several = 'select identity from contract_origin group by identity having count(*) > 1';
  const rows = await part.db.all<PublishedContract>(
    `select o.identity, o.key, c.day, c.award_notice as "awardNotice", c.award_system_id as "systemId", c.awarded_on as "awardedOn", c.notice as procedure
     from contract_origin o join contract c on c.key = o.key where o.identity in (${several})
     order by o.identity, case when o.key in (select key from contract_again) then 1 else 0 end, o.key`,
  );
  await part.execute(contractAnnounced.ddl);
  const announced = [...Map.groupBy(rows, ({ identity }) => identity).values()].flatMap((published) => {
    const [first] = published;
    if (!first) return [];
    const notice = announcedBy(first.day, published);
    const same = published.find(({ awardNotice, systemId }) => awardNotice === notice && systemId !== null);
    return [{ key: first.key, notice, system_id: notice === null ? null : (same?.systemId ?? null) }];
  });
  await part.load(contractAnnounced, announced);
  await part.execute(
    `update contract set award_notice = announced.notice, award_system_id = announced.system_id
     from contract_announced as announced where announced.key = contract.key`,
  );
  await part.execute('drop table contract_announced');
}
