/** Notices as answers render them: rows with the registry's names and the state of their documentations. */

import type { AnswerMeta, Call } from '#api/endpoint.ts';
import { instantOf } from '#lib/values/instant.ts';
import type { ProcurementContext } from './context.ts';
import { type ListPage, namesOf } from './list-page.ts';
import { type Notice, type NoticeRow, notice } from './notice.ts';

export async function noticeRows(
  { rows, meta }: ListPage<NoticeRow>,
  call: Call,
  context: ProcurementContext,
): Promise<{ data: Notice[]; meta: AnswerMeta }> {
  const names = await namesOf(rows, call, context);
  const stored = await context.documentations(rows.map((row) => row.notice));
  // Collecting ends soon: such an answer is not cached as long as others.
  const isCollecting = stored.values().some(({ state }) => state === 'collecting');
  return {
    data: rows.map((row) => notice(row, names, stored, call)),
    meta: isCollecting ? { ...meta, freshUntil: instantOf(nextMinute(call.now)) } : meta,
  };
}

/** A fixed instant: one that moves with every request would never be reached. */
const nextMinute = (now: number): number => Math.ceil((now + 1) / MINUTE_MS) * MINUTE_MS;

const MINUTE_MS = 60_000;
