/**
 * State changes of documentations, versions and documents. A statement applies only in a state that allows the change (rows.ts), and for
 * the holder of the collection lock: two hosts that meet write once.
 */

import type { DocumentRecord } from '#data/sources/procurement/records.ts';
import type { Statement } from '#data/store/database.ts';
import { documentId, titleWords } from '#domain/documents/document-names.ts';
import { storeTitles } from './documents-table.ts';
import { type DocumentationState, statesBefore } from './rows.ts';

/** A notice with its numbers in the procurement system. */
export interface DocumentedNotice {
  notice: string;
  systemId: number;
  typeId: number;
}

/** Creates the documentation unless it exists. `dueAt`: milliseconds. */
export const insertDocumentation = (
  { notice, systemId, typeId }: DocumentedNotice,
  since: string,
  dueAt: number,
): Statement => ({
  sql: `insert into documentation (notice, system_id, type_id, state, since, due_at, attempts)
    values ($1, $2, $3, 'announced', $4, $5, 0) on conflict (notice) do nothing`,
  params: [notice, systemId, typeId, since, dueAt],
});

interface RequestTimes {
  /** Milliseconds. */
  now: number;
  /** Its position in the queue: after all earlier moments. */
  queuedAt: number;
  /** ISO instant: a complete look before it may be outdated, because files may have been lost. */
  lookedBefore: string;
  /** ISO instant: the same for notices without a schedule, whose files never arrived. */
  abandonedBefore: string;
}

/** A caller requests the documents: the next look is moved to now, unless its schedule is still in the future. */
export const requestLook = (
  notice: string,
  { now, queuedAt, lookedBefore, abandonedBefore }: RequestTimes,
): Statement => ({
  sql: `update documentation set asked_at = $3, due_at = $2, wanted_at = $2
    where notice = $1 and (asked_at is null or asked_at > $3) and state <> 'withdrawn'
      and (due_at <= $2 or (attempts = 0 and (looked_at is null or looked_at < $4)) or (due_at is null and looked_at < $5))`,
  params: [notice, now, queuedAt, lookedBefore, abandonedBefore],
});

/** Sort position of its notice; see `moment` in rows.ts. */
export const setMoment = (notice: string, moment: string): Statement => ({
  sql: 'update documentation set moment = $2 where notice = $1 and moment <> $2',
  params: [notice, moment],
});

/** Moves the rest of a collection behind the other requests. */
export const requeue = (notice: string, holder: string, now: number): Statement => ({
  sql: 'update documentation set asked_at = $3 where notice = $1 and held_by = $2 and asked_at is not null',
  params: [notice, holder, now],
});

/** Acquires the collection lock; returns the row when it was free. */
export const lockDocumentation = (notice: string, holder: string, until: number, now: number): Statement => ({
  sql: `update documentation set held_by = $2, held_until = $3
    where notice = $1 and state <> 'withdrawn' and (held_until is null or held_until < $4 or held_by = $2) returning *`,
  params: [notice, holder, until, now],
});

/** Renews the lock; returns a row while it is held. */
export const renewLock = (notice: string, holder: string, until: number): Statement => ({
  sql: 'update documentation set held_until = $3 where notice = $1 and held_by = $2 returning notice',
  params: [notice, holder, until],
});

export const releaseLock = (notice: string, holder: string): Statement => ({
  sql: 'update documentation set held_by = null, held_until = null where notice = $1 and held_by = $2',
  params: [notice, holder],
});

/** The result of a look: it ends the request, and sets the next look (null: never). */
export interface Look {
  at: string;
  dueAt: number | null;
  attempts: number;
}

export const recordLook = (notice: string, holder: string, { at, dueAt, attempts }: Look): Statement => ({
  sql: `update documentation set looked_at = $3, due_at = $4, attempts = $5, asked_at = null,
      reason = case when state in ('none', 'announced') then null else reason end
    where notice = $1 and held_by = $2`,
  params: [notice, holder, at, dueAt, attempts],
});

/** Schedules documentations without documents since then (ISO instant) that have no next look, from before there was a schedule. */
export const scheduleEmpty = (since: string, dueAt: number): Statement => ({
  sql: `update documentation set due_at = $2 where state = 'none' and due_at is null and since > $1`,
  params: [since, dueAt],
});

/** The lists could not be read, or an internal error occurred: known facts stay, and the look is retried. */
export const recordFailedLook = (
  notice: string,
  holder: string,
  { dueAt, attempts, reason }: { dueAt: number; attempts: number; reason: string | null },
): Statement => ({
  sql: `update documentation set due_at = $3, attempts = $4, asked_at = null,
      reason = case when state in ('none', 'announced') then $5 else reason end
    where notice = $1 and held_by = $2`,
  params: [notice, holder, dueAt, attempts, reason],
});

interface StateChange {
  since: string;
  /** The new version, where it changes. */
  version?: number;
  /** Applies only while the documentation is about this version. */
  of?: number;
  /** A message as JSON. */
  reason?: string | null;
}

/** Changes the state of the documentation. */
export const changeState = (notice: string, holder: string, to: DocumentationState, step: StateChange): Statement => ({
  sql: `update documentation set state = $3, since = $4, version = coalesce($5, version), reason = $6
    where notice = $1 and held_by = $2 and state in (${sqlList(statesBefore(to))})
      and (cast($7 as integer) is null or version = cast($7 as integer)) returning notice`,
  params: [notice, holder, to, step.since, step.version ?? null, step.reason ?? null, step.of ?? null],
});

/** Sets `collected_at` once there is something to show. */
export const makeVisible = (notice: string, holder: string, at: string): Statement => ({
  sql: `update documentation set collected_at = coalesce(collected_at, $3)
    where notice = $1 and held_by = $2 and state in ('available', 'partial')`,
  params: [notice, holder, at],
});

/** Replaces the visible version by a newer one. */
export const replaceVersion = (
  notice: string,
  holder: string,
  to: 'available' | 'partial',
  { since, version, reason }: { since: string; version: number; reason: string | null },
): Statement => ({
  sql: `update documentation set state = $3, since = $4, version = $5, reason = $6
    where notice = $1 and held_by = $2 and version < $5 and state in (${sqlList(statesBefore('superseded'))})`,
  params: [notice, holder, to, since, version, reason],
});

const sqlList = (states: readonly string[]): string => states.map((state) => `'${state}'`).join(', ');

/** Creates a version with its documents; documents of older versions exist already. */
export const insertVersion = (
  notice: string,
  version: number,
  documents: readonly DocumentRecord[],
  at: string,
): Statement[] => [
  {
    sql: `insert into documentation_version (notice, version, seen_at, state, since) values ($1, $2, $3, 'collecting', $3)
      on conflict (notice, version) do nothing`,
    params: [notice, version, at],
  },
  ...documents.flatMap((document) => [insertDocument(notice, document), linkDocument(notice, version, document)]),
  ...storeTitles(documents.map(({ code, name }) => ({ id: documentId(notice, code), words: titleWords(name) }))),
];

const insertDocument = (notice: string, { code, name, section, publishedOn, ackDocId }: DocumentRecord): Statement => ({
  sql: `insert into document (id, notice, code, name, section, published_on, ack_doc_id, state, attempts)
    values ($1, $2, $3, $4, $5, $6, $7, 'listed', 0) on conflict (id) do nothing`,
  params: [documentId(notice, code), notice, code, name, section, publishedOn, ackDocId],
});

const linkDocument = (notice: string, version: number, { code }: DocumentRecord): Statement => ({
  sql: `insert into documentation_document (notice, version, document_id) values ($1, $2, $3)
    on conflict (notice, version, document_id) do nothing`,
  params: [notice, version, documentId(notice, code)],
});

export const changeVersionState = (
  notice: string,
  version: number,
  to: DocumentationState,
  since: string,
): Statement => ({
  sql: `update documentation_version set state = $3, since = $4
    where notice = $1 and version = $2 and state in (${sqlList(statesBefore(to))})`,
  params: [notice, version, to, since],
});

export const supersedeOlder = (notice: string, version: number, since: string): Statement => ({
  sql: `update documentation_version set state = 'superseded', since = $3
    where notice = $1 and version < $2 and state in (${sqlList(statesBefore('superseded'))})`,
  params: [notice, version, since],
});

export const withdrawVersions = (notice: string, since: string): Statement => ({
  sql: `update documentation_version set state = 'withdrawn', since = $2
    where notice = $1 and state in (${sqlList(statesBefore('withdrawn'))})`,
  params: [notice, since],
});

/** The file is in the blob store. A stored file is never fetched again. */
export const storeDocument = (
  id: string,
  { sha256, sizeBytes, at }: { sha256: string; sizeBytes: number; at: string },
): Statement => ({
  sql: `update document set state = 'stored', reason = null, fetched_at = $2, file_sha256 = $3, file_bytes = $4
    where id = $1 and state in ('listed', 'failed')`,
  params: [id, at, sha256, sizeBytes],
});

/** `reason`: a message as JSON. */
export const failDocument = (id: string, reason: string): Statement => ({
  sql: `update document set state = 'failed', reason = $2, attempts = attempts + 1
    where id = $1 and state in ('listed', 'failed')`,
  params: [id, reason],
});
