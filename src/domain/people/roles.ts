/** Offices and shares of a person, put together firm by firm. */

import { isLoaded } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { isTying, roleOf } from '#lib/values/officer-roles.ts';
import type { FirmListRow } from './firms-table.ts';
import type { HeldRole, PersonRole } from './person.ts';
import type { PersonRecord } from './persons-table.ts';
import { firmsOfPerson, formerRolesOf, officesOf, sharesOf } from './roles-table.ts';

/** Firms whose roles a person's page shows, and former roles; more are read page by page. */
const FIRMS_MAX = 200;
const FORMER_MAX = 200;

export interface Held {
  roles: HeldRole[];
  /** Of the capital. */
  percent: number | null;
  /** Some role or share there ties (base/officer-roles.ts). */
  counted: boolean;
}

/** By the firm's rank. */
export async function heldRoles(
  { id }: PersonRecord,
  firms: readonly FirmListRow[],
  dataset: Dataset,
): Promise<Map<number, Held>> {
  const byFirm = new Map(firms.map((firm) => [firm.firm_id, firm.rank]));
  // Of registrations that share a fiscal code the first listed speaks for it.
  const byCui = new Map(firms.toReversed().map((firm) => [firm.cui, firm.rank]));
  const held = new Map<number, Held>();
  const add = (rank: number | undefined, role: HeldRole, percent: number | null = null): void => {
    if (rank === undefined) return;
    const one = held.getOrInsertComputed(rank, () => ({ roles: [], percent: null, counted: false }));
    one.roles.push(role);
    one.percent ??= percent;
    one.counted ||= isTying(role.title);
  };
  for (const { firm_id, title, form, since } of await officesOf(dataset.db, id, firms))
    add(byFirm.get(firm_id), { role: roleOf(title, form), title, since });
  if (isLoaded(dataset, 'shareholders'))
    for (const { cui, since, percent } of await sharesOf(dataset.db, id, firms))
      add(byCui.get(cui), { role: 'shareholder', title: null, since }, percent === null ? null : percent / 100);
  return held;
}

export async function rolesOf(
  person: PersonRecord,
  dataset: Dataset,
): Promise<{ roles: PersonRole[]; truncated: boolean }> {
  const found = await firmsOfPerson(dataset.db, person.rank, 0, FIRMS_MAX + 1);
  const firms = found.slice(0, FIRMS_MAX);
  const held = await heldRoles(person, firms, dataset);
  const present = firms.flatMap((firm) =>
    (held.get(firm.rank)?.roles ?? []).map((role): PersonRole => ({ ...role, ...company(firm), until: null })),
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
  return { roles: [...present, ...past], truncated: found.length > FIRMS_MAX || former.length > FORMER_MAX };
}

const company = (firm: { cui: number | null; name: string; active: number | null }) => ({
  cui: firm.cui === null ? null : String(firm.cui),
  companyName: firm.name,
  active: firm.active === null ? null : firm.active === 1,
});
