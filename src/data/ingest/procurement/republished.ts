/**
 * Contracts that a second award notice publishes again: one in a hundred, seven billion lei of nine hundred. They agree in everything
 * but the notice (authority, number, day, kind, value to the ban, title, code, lots, suppliers) and count once: the one that was
 * published last, or the one that the older part has, which cannot be taken back. Without an amount, as most framework agreements
 * are, less is left to tell two contracts apart: such rows must name title and supplier, and agree in the original currency too.
 */

import type { Value } from '#data/store/database.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import { foldNumber } from '#domain/procurement/contract-id.ts';
import { announceOnce } from './announced.ts';
import { CONTRACT_COLUMNS, type ContractRows, SUPPLIER_COLUMNS } from './contract.ts';
import { digest48 } from './row-numbers.ts';

/** Only while contracts are put together. */
export const contractOrigins =
  'create table contract_origin (key bigint not null, file integer not null, identity bigint not null, awarded_on text, bani bigint not null);';
export const ORIGIN_COLUMNS = ['key', 'file', 'identity', 'awarded_on', 'bani'];

const placesOf = (names: string): number[] => names.split(' ').map((name) => CONTRACT_COLUMNS.indexOf(name));
const AGREEING = placesOf('authority_id day kind value_ron title cpv lots');
const WITHOUT_AMOUNT = placesOf('value currency');
const [KEY_AT, NUMBER_AT, DAY_AT, TITLE_AT, AWARDED_AT] = placesOf('key number day title awarded_on') as [
  ...[number, number, number, number, number],
];
const SUPPLIER_AT = SUPPLIER_COLUMNS.indexOf('supplier_id');

/** Its row, for finding out; null for a contract that says too little of itself to be told from another. */
export function originOf({ contract, suppliers, valueRon }: ContractRows, file: number): Value[] | null {
  const number = contract[NUMBER_AT] as string | null;
  if (number === null || contract[DAY_AT] === '') return null;
  if (!valueRon && (contract[TITLE_AT] === null || suppliers.length === 0)) return null;
  const agreeing = valueRon ? AGREEING : [...AGREEING, ...WITHOUT_AMOUNT];
  const told = [foldNumber(number), ...agreeing.map((at) => contract[at]), ...suppliers.map((row) => row[SUPPLIER_AT])];
  return [contract[KEY_AT] ?? null, file, digest48(told.join('\n')), contract[AWARDED_AT] ?? '', valueRon ?? 0];
}

/** Takes them out again. `tell`: of which file, and what it was worth. */
export async function dropRepublished(
  part: PartBuild,
  olderId: string | null,
  tell: (file: number, bani: number) => void,
): Promise<void> {
  await part.execute(`create table contract_again as select key, file, bani from (
    select key, file, bani, row_number() over (partition by identity order by awarded_on desc, key desc) as place from contract_origin
  ) as placed where place > 1`);
  await announceOnce(part);
  if (olderId !== null) await part.execute(`insert into contract_again ${againSince(olderId)}`);
  for (const { file, bani } of await part.db.all<{ file: number; bani: number }>(
    'select file, bani from contract_again',
  ))
    tell(file, bani);
  for (const sql of [
    'delete from contract_supplier where contract in (select key from contract_again)',
    'delete from contract where key in (select key from contract_again)',
    'drop table contract_again',
    'drop table contract_origin',
  ])
    await part.execute(sql);
}

/** Found along the older part's index of numbers. Exports do not tell lots as lists do. */
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
