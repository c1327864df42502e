/** Offices and shares of a person, by firm. */

import { isLoaded } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { isTying, roleOf } from '#lib/values/officer-roles.ts';
import type { FirmListRow } from './firms-table.ts';
import type { HeldRole, PersonRole } from './person.ts';
import type { PersonRecord } from './persons-table.ts';
import { firmsOfPerson, formerRolesOf, officesOf, sharesOf } from './roles-table.ts';

/** Firms and former roles in the answer about a person; `/companies` pages through all firms. */
const FIRMS_MAX = 200;
const FORMER_MAX = 200;

export interface FirmRoles {
  roles: HeldRole[];
  /** Of the capital. */
  percent: number | null;
  /** A role or share ties the person to the firm (lib/values/officer-roles.ts). */
  counted: boolean;
}

/** By the firm's rank. */
export async function rolesByFirm(
  { id }: PersonRecord,
  firms: readonly FirmListRow[],
  dataset: Dataset,
): Promise<Map<number, FirmRoles>> {
  const byFirm = new Map(firms.map((firm) => [firm.firm_id, firm.rank]));
  // Of registrations that share a fiscal code the first in the listing counts.
  const byCui = new Map(firms.toReversed().map((firm) => [firm.cui, firm.rank]));
  const byRank = new Map<number, FirmRoles>();
  const add = (rank: number | undefined, role: HeldRole, percent: number | null = null): void => {
    if (rank === undefined) return;
    const one = byRank.getOrInsertComputed(rank, () => ({ roles: [], percent: null, counted: false }));
    one.roles.push(role);
    one.percent ??= percent;
    one.counted ||= isTying(role.title);
  };
  for (const { firm_id, title, form, since } of await officesOf(dataset.db, id, firms))
    add(byFirm.get(firm_id), { role: roleOf(title, form), title, since });
  if (isLoaded(dataset, 'shareholders'))
    for (const { cui, since, percent } of await sharesOf(dataset.db, id, firms))
      add(byCui.get(cui), { role: 'shareholder', title: null, since }, percent === null ? null : percent / 100);
  return byRank;
}

export async function rolesOf(
  person: PersonRecord,
  dataset: Dataset,
): Promise<{ roles: PersonRole[]; truncated: boolean }> {
  const rows = await firmsOfPerson(dataset.db, person.rank, 0, FIRMS_MAX + 1);
  const firms = rows.slice(0, FIRMS_MAX);
  const roles = await rolesByFirm(person, firms, dataset);
  const present = firms.flatMap((firm) =>
    (roles.get(firm.rank)?.roles ?? []).map((role): PersonRole => ({ ...role, ...company(firm), until: null })),
  );
  const former = await formerRolesOf(dataset.db, person.rank, FORMER_MAX + 1);
  const past = former.slice(0, FORMER_MAX).map(
    ({ title, form, until, ...firm }): PersonRole => ({
      role: roleOf(title, form),
      title,
      since: null,
      ...company(firm),
      until,
    }),
  );
  return { roles: [...present, ...past], truncated: rows.length > FIRMS_MAX || former.length > FORMER_MAX };
}

const company = (firm: { cui: number | null; name: string; active: number | null }) => ({
  cui: firm.cui === null ? null : String(firm.cui),
  companyName: firm.name,
  active: firm.active === null ? null : firm.active === 1,
});
