/**
 * Enqueues documents before any request: those of the newest procedures, open ones first, then those of award notices, which carry
 * reports on suppliers.
 */

import { awardTypeId, isAwardType } from '#data/sources/procurement/site/award-views.ts';
import type { Database } from '#data/store/database.ts';
import {
  type DocumentedNotice,
  insertDocumentation,
  setMoment,
} from '#domain/documents/tables/documentation-writes-table.ts';
import {
  momentsOf,
  type NoticeRow,
  newestAwards,
  newestDocumented,
  noticeNumbered,
  positionsFrom,
} from '#domain/documents/tables/procedures-table.ts';
import type { DocumentationRow } from '#domain/documents/tables/rows.ts';
import { noticeTypeId } from './document-requests.ts';
import type { CollectedNotice } from './versions.ts';

/** A few days of all procedures of the country. */
const NEWEST_MAX = 1_000;
const AWARDS_MAX = 500;
/** Authorities report on a supplier at the end of the contract, mostly within two years. */
const REPORTS_MS = 2 * 365 * 86_400_000;
const REPORTS_EVERY_MS = 30 * 86_400_000;
/** Statements per write. */
const WRITE_MAX = 100;

/** `dataset`: the newest generation. Enqueued notices keep their position. */
export async function enqueueNewest(db: Database, dataset: Database, now: number): Promise<void> {
  const newest = await newestDocumented(dataset, NEWEST_MAX);
  const inOrder = newest.toSorted((a, b) => Number(isOpen(b, now)) - Number(isOpen(a, now)));
  const at = new Date(now).toISOString();
  const awards = (await newestAwards(dataset, AWARDS_MAX)).flatMap(({ notice, system_id: systemId }) => {
    const typeId = awardTypeId(notice);
    return typeId === null ? [] : [{ notice, systemId, typeId }];
  });
  // Due times a millisecond apart keep this order.
  const candidates = [...inOrder.flatMap(documentedNotice), ...awards];
  const statements = candidates.map((notice, i) => insertDocumentation(notice, at, now + i));
  for (let i = 0; i < statements.length; i += WRITE_MAX) await db.write(statements.slice(i, i + WRITE_MAX));
}

/** None for a notice that only exports know: its lists cannot be requested. */
function documentedNotice({ notice, system_id: systemId, type }: NoticeRow): DocumentedNotice[] {
  const typeId = noticeTypeId(type);
  return systemId === null || typeId === null ? [] : [{ notice, systemId, typeId }];
}

/** A queued row with the facts that the dataset has about its notice. */
export async function withDatasetFacts(row: DocumentationRow, dataset: Database | null): Promise<CollectedNotice> {
  const { notice, system_id: systemId, type_id: typeId } = row;
  if (isAwardType(typeId)) {
    const openUntil = Date.parse(row.since) + REPORTS_MS;
    return { notice, systemId, typeId, openUntil, everyMs: REPORTS_EVERY_MS, moment: NOWHERE };
  }
  const noticeRow = dataset && (await noticeNumbered(dataset, notice));
  return {
    notice,
    systemId,
    typeId,
    openUntil: noticeRow?.deadline_at ? Date.parse(noticeRow.deadline_at) || null : null,
    ...(dataset && { moment: noticeRow?.moment ?? NOWHERE }),
  };
}

/** Sort position of a notice that the dataset does not have. */
const NOWHERE = '-';
/** Rows compared with the dataset per query. */
const POSITIONS_MAX = 500;

/** Updates the sort position of every documentation to that of its notice in the dataset. */
export async function positionNotices(db: Database, dataset: Database): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await positionsFrom(db, after, POSITIONS_MAX);
    const last = rows.at(-1);
    if (last === undefined) return;
    const moments = await momentsOf(
      dataset,
      rows.map(({ notice }) => notice),
    );
    const moved = rows.flatMap(({ notice, moment }) => {
      const now = moments.get(notice) ?? NOWHERE;
      return now === moment ? [] : [setMoment(notice, now)];
    });
    if (moved.length > 0) await db.write(moved);
    after = last.notice;
  }
}

const isOpen = ({ deadline_at }: NoticeRow, now: number): boolean =>
  deadline_at !== null && Date.parse(deadline_at) > now;
