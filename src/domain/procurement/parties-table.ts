/** Parties by id: the name published last, beside the registry's. */
import type { Call } from '#api/endpoint.ts';
import type { Database } from '#data/store/database.ts';
import type { ProcurementContext } from './context.ts';
import { type Party, partyOf } from './party.ts';
import { rowsOf } from './rows-table.ts';

interface PartyRow {
  key: number;
  cui: number | null;
  code: string | null;
  name: string;
}

export async function partiesById(
  db: Database,
  ids: readonly number[],
  { dataset }: Pick<Call, 'dataset'>,
  { names }: ProcurementContext,
): Promise<(id: number) => Party> {
  const rows = await rowsOf<PartyRow>(db, 'party', [...new Set(ids)]);
  const registry = await names(
    dataset,
    rows.flatMap(({ cui }) => cui ?? []),
  );
  const parties = new Map(rows.map((row) => [row.key, partyOf(row, registry)]));
  return (id) => {
    const party = parties.get(id);
    if (party === undefined) throw new Error(`The sums name the party ${id}, which nothing else does.`);
    return party;
  };
}
