/** Contracts by the towns of their suppliers, each once a town, and suppliers whose town nobody tells (procurement/tables.ts). */

import type { PartBuild } from '#data/store/dataset.ts';
import { town } from '#domain/procurement/tables.ts';
import { CAPITAL, SECTORS } from '#domain/procurement/town.ts';
import { townName } from './town-names.ts';

const SECTOR_NAMES = SECTORS.map((sector) => `'${sector}'`).join(', ');

/** Who sits in a sector sits in the capital. `union` leaves each contract once in a town. */
const STATEMENTS = [
  `insert into contract_town (town, day, contract, cpv)
   select town, day, contract, cpv from contract_supplier where town is not null
   union select '${CAPITAL}', day, contract, cpv from contract_supplier where town in (${SECTOR_NAMES})`,
  `insert into supplier_without_town (cpv, supplier_id)
   select distinct cpv, supplier_id from contract_supplier where town is null and cpv is not null and supplier_id is not null`,
];

export async function loadTowns(part: PartBuild): Promise<void> {
  for (const sql of STATEMENTS) await part.execute(sql);
  const towns = await part.db.all<{ town: string }>('select distinct town from contract_town order by town');
  await part.load(
    town,
    towns.map(({ town: key }) => ({ key, name: townName(key) })),
  );
}
