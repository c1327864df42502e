/** Notices as answers render them: rows with the registry's names and the state of their documentations. */

import type { AnswerMeta, Call } from '#api/endpoint.ts';
import { instantOf } from '#lib/values/instant.ts';
import type { ProcurementContext } from './context.ts';
import { awardedUnder, suppliersOf } from './contracts-table.ts';
import { type ListPage, namesOf } from './list-page.ts';
import { type Notice, type NoticeRow, notice } from './notice.ts';
import { procurementGroup } from './procurement-database.ts';

export async function noticeRows(
  { rows, meta }: ListPage<NoticeRow>,
  call: Call,
  context: ProcurementContext,
): Promise<{ data: Notice[]; meta: AnswerMeta }> {
  const numbers = rows.map((row) => row.notice);
  const db = procurementGroup(call.dataset);
  const awards = await awardedUnder(db, numbers);
  const suppliers = await suppliersOf(
    db,
    awards.map(({ key }) => key),
  );
  const names = await namesOf([...rows, ...[...suppliers.values()].flat()], call, context);
  const documentations = await context.documentations(numbers);
  const awarded = Map.groupBy(awards, ({ notice }) => notice);
  // Collecting ends soon: such an answer is not cached as long as others.
  const isCollecting = documentations.values().some(({ state }) => state === 'collecting');
  return {
    data: rows.map((row) => notice(row, { names, documentations, awarded, suppliers }, call)),
    meta: isCollecting ? { ...meta, freshUntil: instantOf(nextMinute(call.now)) } : meta,
  };
}

/** A fixed instant: one that moves with every request would never be reached. */
const nextMinute = (now: number): number => Math.ceil((now + 1) / MINUTE_MS) * MINUTE_MS;

const MINUTE_MS = 60_000;
