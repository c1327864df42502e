/** Notices as answers show them: rows with the registry's names and with what is stored of their documentations. */

import type { AnswerMeta, Call } from '#api/endpoint.ts';
import { instantOf } from '#lib/values/instant.ts';
import { type Listed, namesOf } from './list-page.ts';
import type { ProcurementNeeds } from './needs.ts';
import { type Notice, type NoticeRow, notice } from './notice.ts';

export async function noticeRows(
  { rows, meta }: Listed<NoticeRow>,
  call: Call,
  needs: ProcurementNeeds,
): Promise<{ data: Notice[]; meta: AnswerMeta }> {
  const names = await namesOf(rows, call, needs);
  const stored = await needs.documentations(rows.map((row) => row.notice));
  // It is soon over: nobody keeps such an answer for as long as others.
  const isCollecting = stored.values().some(({ state }) => state === 'collecting');
  return {
    data: rows.map((row) => notice(row, names, stored, call)),
    meta: isCollecting ? { ...meta, freshUntil: instantOf(call.now) } : meta,
  };
}
