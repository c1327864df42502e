/**
 * Versions of a documentation, and when it is looked at next. Another set of codes is another version; answers show the newest collected
 * version.
 */

import type { DocumentRecord } from '#data/sources/procurement/records.ts';
import type { DocumentsClient } from '#data/sources/procurement/site/documents-client.ts';
import type { Database } from '#data/store/database.ts';
import type { Blobs } from '#domain/documents/blobs/blobs.ts';
import { documentId } from '#domain/documents/document-names.ts';
import type { UnpackedFile } from '#domain/documents/readers/file-reader.ts';
import { documentationOf, documentsOf, versionsOf } from '#domain/documents/tables/documentation-table.ts';
import {
  changeState,
  changeVersionState,
  type DocumentedNotice,
  failDocument,
  insertVersion,
  type Look,
  makeVisible,
  recordLook,
  replaceVersion,
  supersedeOlder,
} from '#domain/documents/tables/documentation-writes-table.ts';
import type { DocumentationState, DocumentRow } from '#domain/documents/tables/rows.ts';
import { messages } from '#locales/messages.ts';

export interface CollectedNotice extends DocumentedNotice {
  /** Sort position of the notice in lists, where the dataset is available; `-` where the dataset has no such notice. */
  moment?: string;
  /** Milliseconds: deadline for tenders, until which documents may change; null when unknown. */
  openUntil?: number | null;
  /** Number of files that the system announces, where it differs from its list. */
  announced?: number;
  /** Milliseconds between two looks until then; default: a day. */
  everyMs?: number;
}

export interface CollectionContext {
  /** The documents' store. */
  db: Database;
  blobs: Blobs;
  /** A client of the procurement system, rate-limited as all requests to it. */
  documentsClient(signal: AbortSignal): DocumentsClient;
  /** Unwraps, verifies and reads the `stored` documents of a version. */
  open(notice: string, version: number, signal: AbortSignal): Promise<void>;
  /** Unpacks an archive below `folder`. */
  unpack(path: string, folder: string, signal: AbortSignal): Promise<UnpackedFile[]>;
  /** An existing folder for temporary files. */
  folder: string;
  /** Whether other requests wait; checked between two files. Default: false. */
  isTimeSliceOver?(): Promise<boolean>;
  /** Identifies this process among all collectors. */
  holder: string;
  /** Milliseconds. */
  now(): number;
}

type VersionContext = Pick<CollectionContext, 'db' | 'holder' | 'now'>;

/** The version with exactly these documents, created or resumed. */
export async function versionOf(
  target: CollectedNotice,
  documents: readonly DocumentRecord[],
  context: VersionContext,
): Promise<number> {
  const { db, holder, now } = context;
  const { notice } = target;
  const [newest] = await versionsOf(db, notice);
  const previous = newest ? await documentsOf(db, notice, newest.version) : [];
  const isSame =
    previous.length === documents.length && documents.every(({ code }) => previous.some((one) => one.code === code));
  if (newest && isSame && previous.length > 0) {
    await resumeVersion(target, newest.version, previous, context);
    return newest.version;
  }
  if (newest?.state === 'collecting') await abandonVersion(target, newest.version, previous, documents, context);
  const at = new Date(now()).toISOString();
  const version = (newest?.version ?? 0) + 1;
  await db.write([
    ...insertVersion(notice, version, documents, at),
    // The state goes from `none` to `announced`; a visible or collecting documentation keeps its state.
    changeState(notice, holder, 'announced', { since: at }),
    ...((await isVisible(context, notice)) ? [] : [changeState(notice, holder, 'collecting', { since: at, version })]),
  ]);
  return version;
}

/** Missing files are retried: the version returns to `collecting`. */
async function resumeVersion(
  { notice }: CollectedNotice,
  version: number,
  previous: readonly DocumentRow[],
  { db, holder, now }: VersionContext,
): Promise<void> {
  if (!previous.some(isFileMissing)) return;
  const since = new Date(now()).toISOString();
  await db.write([
    changeVersionState(notice, version, 'collecting', since),
    changeState(notice, holder, 'collecting', { since, of: version }),
  ]);
}

/** The list changed while it was collected: documents that are no longer listed are failed. */
async function abandonVersion(
  target: CollectedNotice,
  version: number,
  previous: readonly DocumentRow[],
  now: readonly DocumentRecord[],
  context: VersionContext,
): Promise<void> {
  const removed = previous.filter((one) => isFileMissing(one) && !now.some(({ code }) => code === one.code));
  await context.db.write(removed.map(({ id }) => failDocument(id, JSON.stringify(messages.collecting.replaced()))));
  await completeVersion(target, version, context);
}

const isVisible = async ({ db }: VersionContext, notice: string): Promise<boolean> =>
  (await documentationOf(db, notice))?.collected_at != null;

export const isFormListed = (rows: readonly Pick<DocumentRow, 'section'>[]): boolean =>
  rows.some(({ section }) => section === 'notice');

export const isFileMissing = ({ state }: DocumentRow): boolean => state === 'listed' || state === 'failed';

/** Completes a version. A version with at least one file supersedes the older ones. */
export async function completeVersion(
  target: CollectedNotice,
  version: number,
  { db, holder, now }: VersionContext,
): Promise<DocumentationState> {
  const { notice } = target;
  const documents = await documentsOf(db, notice, version);
  const unlisted = Math.max(0, (target.announced ?? 0) - documents.length);
  const count = documents.length + unlisted;
  const missing = documents.filter(isFileMissing).length + unlisted;
  const outcome = missing === 0 ? 'available' : missing === count ? 'failed' : 'partial';
  const at = new Date(now()).toISOString();
  const reason =
    missing === 0
      ? null
      : JSON.stringify(unlisted > 0 ? messages.collecting.notListed({ unlisted, count }) : reasonOf(missing, count));
  const before = await documentationOf(db, notice);
  const attempts = missing === 0 ? 0 : (before?.attempts ?? 0) + 1;
  const dueAt = missing === 0 ? whileOpen(now(), target) : afterMissing(now(), target, attempts);
  const nextLook: Look = { at, dueAt, attempts };
  await db.write([
    changeVersionState(notice, version, outcome, at),
    ...(outcome === 'failed'
      ? []
      : [supersedeOlder(notice, version, at), replaceVersion(notice, holder, outcome, { since: at, version, reason })]),
    changeState(notice, holder, outcome, { since: at, of: version, reason }),
    makeVisible(notice, holder, at),
    recordLook(notice, holder, nextLook),
  ]);
  return outcome;
}

const reasonOf = (missing: number, count: number) =>
  missing === count ? messages.collecting.noneCame() : messages.collecting.someMissing({ missing, count });

/** Documents of a list by the id of their rows. */
export const byId = (notice: string, documents: readonly DocumentRecord[]): Map<string, DocumentRecord> =>
  new Map(documents.map((document) => [documentId(notice, document.code), document]));

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** After this time without documents no further look is scheduled. */
export const YEAR_MS = 365 * DAY_MS;
/** Files that failed six times are not retried further. */
const ATTEMPTS_MAX = 6;
/** After a month of failures the interval is fixed. */
const BACKOFF_ATTEMPTS_MAX = 40;

/** Until when documents may change, and how often a look is worthwhile. */
interface LookSchedule {
  openUntil?: number | null;
  everyMs?: number;
}

/** Documents change until the deadline: a look each day, and one after it. */
const whileOpen = (now: number, { openUntil = null, everyMs = DAY_MS }: LookSchedule): number | null =>
  openUntil !== null && now < openUntil ? Math.min(now + everyMs, openUntil + HOUR_MS) : null;

/**
 * The look found nothing, as every look since `since` (milliseconds). Without a previous deadline each wait is as long as all before it, up to
 * a year, so the number of looks stays small for any number of notices. Null: no look is scheduled.
 */
export function afterEmptyLook(now: number, open: LookSchedule, since: number): number | null {
  const age = Math.max(now - since, DAY_MS);
  return whileOpen(now, open) ?? (age < YEAR_MS ? now + age : null);
}

/** `attempts` looks, this one included, ended with missing files. */
const afterMissing = (now: number, open: LookSchedule, attempts: number): number | null =>
  attempts < ATTEMPTS_MAX ? now + backoffMs(attempts) : whileOpen(now, open);

/** The lists could not be read. */
export const afterFailure = (now: number, attempts: number): number =>
  now + (attempts < BACKOFF_ATTEMPTS_MAX ? backoffMs(attempts) / 4 : 30 * DAY_MS);

const backoffMs = (attempts: number): number => Math.min(HOUR_MS * 2 ** Math.max(0, attempts - 1), DAY_MS);
