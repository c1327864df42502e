/**
 * Which award notice a contract is told to have been announced by, where several publish it: the one of its procedure that came out
 * nearest to the day of signing. Later ones repeat or correct it. Where two are equally near, or the notices do not agree on the
 * procedure, none is claimed.
 */

import type { PartBuild } from '#data/store/dataset.ts';
import { bigint, table, text } from '#data/store/table.ts';
import { type Day, daysBetween } from '#lib/values/date.ts';

/** One publication of a contract. */
export interface Announcement {
  awardNotice: string | null;
  awardedOn: Day | null;
  /** The notice that began the procedure. */
  procedure: string | null;
}

/** `signedOn`: of the contract, which all of them publish. Null when nothing tells which one it is. */
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

interface Told extends Announcement {
  systemId: number | null;
  identity: number;
  key: number;
  day: Day;
}

const contractAnnounced = table('contract_announced', { key: bigint().notNull(), notice: text(), system_id: bigint() });

/** Writes it into the row that is kept of each contract: the one that is not in `contract_again`. */
export async function announceOnce(part: PartBuild): Promise<void> {
  const several = 'select identity from contract_origin group by identity having count(*) > 1';
  const rows = await part.db.all<Told>(
    `select o.identity, o.key, c.day, c.award_notice as "awardNotice", c.award_system_id as "systemId", c.awarded_on as "awardedOn", c.notice as procedure
     from contract_origin o join contract c on c.key = o.key where o.identity in (${several})
     order by o.identity, case when o.key in (select key from contract_again) then 1 else 0 end, o.key`,
  );
  await part.execute(contractAnnounced.ddl);
  const kept = [...Map.groupBy(rows, ({ identity }) => identity).values()].flatMap((published) => {
    const [first] = published;
    if (!first) return [];
    const notice = announcedBy(first.day, published);
    const same = published.find(({ awardNotice, systemId }) => awardNotice === notice && systemId !== null);
    return [{ key: first.key, notice, system_id: notice === null ? null : (same?.systemId ?? null) }];
  });
  await part.load(contractAnnounced, kept);
  await part.execute(
    `update contract set award_notice = told.notice, award_system_id = told.system_id
     from contract_announced as told where told.key = contract.key`,
  );
  await part.execute('drop table contract_announced');
}
