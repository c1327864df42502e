/**
 * Loads the documentation of a notice for an operation, or throws why nothing can be shown. No request waits for a fetch: before the first
 * look a request moves the notice up in the queue and gets the expected time; after it the answer is the result of the look, and further
 * looks keep to their schedule.
 */

import type { TString } from 'typebox';
import { ApiError, type InvalidValue } from '#api/api-error.ts';
import type { Context } from '#api/context.ts';
import type { Call, OperationError } from '#api/endpoint.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import type { Blobs } from './blobs/blobs.ts';
import { noticeTypeId, requestDocuments } from './collection/document-requests.ts';
import type { Analyses } from './comparison/changed-text.ts';
import { storedReason } from './stored-reason.ts';
import { digestsOf } from './tables/contents-table.ts';
import { documentationOf, documentsOf, versionsOf, waitingBefore, waitingCount } from './tables/documentation-table.ts';
import { allWithheld, type WithheldRow } from './tables/documents-table.ts';
import type { DocumentationRow, DocumentRow, VersionRow } from './tables/rows.ts';

/** A notice of the procurement module. */
interface ProcurementNotice {
  notice: string;
  /** `CN`, `SCN` … */
  type: string;
  /** Number in the procurement system; null for a notice that only exports have. */
  systemId: number | null;
}

export type DocumentsContext = Pick<Context, 'documents' | 'state' | 'hidden' | 'cursors'> & {
  blobs: Blobs;
  /** Comparisons run in an analytics worker. */
  analyses: Analyses;
  /** The path parameter of notice numbers that all procurement operations share. */
  noticeNumber: TString;
  /** Null for an unknown notice. */
  notice(dataset: Dataset, number: string): Promise<ProcurementNotice | null>;
  /** Page of the notice in the procurement system; null where it has none. */
  page(dataset: Dataset, notice: ProcurementNotice): string | null;
  /** Records that exist in every demo. */
  example: { notice: string; document: string };
  /** How long requests to the procurement system are suspended because it blocked this installation; 0: not suspended. */
  suspendedSeconds(): Promise<number>;
};

/** What the gate reads to decide about one call. */
export type GateContext = Pick<DocumentsContext, 'documents' | 'state' | 'notice' | 'example' | 'suspendedSeconds'>;

/** Errors of every operation behind this gate. */
export const gateErrors = ['DOCUMENTATION_NOT_READY', 'WITHDRAWN'] as const satisfies readonly OperationError[];

/** A documentation with at least one fact to show. */
export interface Documentation {
  row: DocumentationRow;
  /** Newest first. */
  versions: VersionRow[];
  /** The visible version; null when the authority published no document. */
  version: VersionRow | null;
  /** The documents of that version, ordered by code. */
  documents: DocumentRow[];
  /** The withheld ones among them, by id: nothing of their content may leave. */
  withheld: ReadonlyMap<string, WithheldRow>;
}

/** Default of `version`: the newest collected version. */
export async function documentationOfCall(
  { notice, version }: { notice: string; version?: number | undefined },
  call: Call,
  context: GateContext,
): Promise<Documentation> {
  const row = await visibleDocumentation(notice, call, context);
  const versions = await versionsOf(context.documents, notice);
  if (row.state === 'none' || (versions.length === 0 && row.looked_at !== null)) return noDocuments(row, version);
  if (versions.length === 0) throw await notReady(row, call, context);
  const candidates = version === undefined ? versions : versions.filter((each) => each.version === version);
  if (candidates.length === 0) throw unknownVersion(notice, version, versions);
  const visible = await newestCollected(row, candidates, context);
  return { row, versions, ...visible, withheld: await withheldOf(visible.documents, context) };
}

/** Prefers the current version: a newer list does not replace it before one of its files is stored. */
async function newestCollected(
  { notice, version: current }: DocumentationRow,
  versions: readonly VersionRow[],
  { documents: db }: GateContext,
): Promise<Pick<Documentation, 'version' | 'documents'>> {
  const ordered = versions.toSorted((a, b) => Number(b.version === current) - Number(a.version === current));
  let first: Pick<Documentation, 'version' | 'documents'> | null = null;
  for (const version of ordered) {
    const documents = await documentsOf(db, notice, version.version);
    first ??= { version, documents };
    if (version.state !== 'collecting' || !documents.every(isPending)) return { version, documents };
  }
  // All files of every list are still to be fetched.
  return first ?? { version: null, documents: [] };
}

/** A pending file was never stored; a deleted one has content. */
const isPending = ({ state, content_sha256 }: DocumentRow): boolean => state === 'listed' && content_sha256 === null;

/** The row of a notice whose documentation was announced and not withdrawn. */
async function visibleDocumentation(notice: string, call: Call, context: GateContext): Promise<DocumentationRow> {
  const row = await documentationOf(context.documents, notice);
  if (row === null) throw await requestFirst(notice, call, context);
  if (row.state === 'withdrawn')
    throw new ApiError('WITHDRAWN', messages.documents.withdrawn({ notice, since: row.since.slice(0, 10) }));
  // A due notice that is not prefetched is looked at on request.
  if (row.looked_at === null || row.due_at === null || row.due_at > call.now) return row;
  await requestAgain(row, call, context);
  return (await documentationOf(context.documents, notice)) ?? row;
}

/** An authority without documents is a valid answer. */
function noDocuments(row: DocumentationRow, version: number | undefined): Documentation {
  if (version !== undefined)
    throw new ApiError('NOT_FOUND', messages.documents.noVersions({ notice: row.notice, version }));
  return { row, versions: [], version: null, documents: [], withheld: new Map() };
}

async function requestFirst(number: string, call: Call, context: GateContext): Promise<ApiError> {
  const notice = await context.notice(call.dataset, number);
  if (notice === null) return unknown(number, call, context);
  const typeId = noticeTypeId(notice.type);
  if (notice.systemId === null || typeId === null)
    return new ApiError('NOT_FOUND', messages.documents.notCollectable({ notice: number }));
  const requested = { notice: number, systemId: notice.systemId, typeId };
  if (!(await requestDocuments(context.documents, requested, call.now, { isPro: call.caller.pro })))
    return queueFull(number, context);
  const row = await documentationOf(context.documents, number);
  return retryLater(number, 'unasked', (row && (await secondsUntilLook(row, call, context))) ?? LOOK_SECONDS);
}

/** Before the first look: when that is expected, and why it is not done yet. */
async function notReady(row: DocumentationRow, call: Call, context: GateContext): Promise<ApiError> {
  if (!(await requestAgain(row, call, context))) return queueFull(row.notice, context);
  const seconds = (await secondsUntilLook(row, call, context)) ?? LOOK_SECONDS;
  if (row.reason === null) return retryLater(row.notice, row.asked_at === null ? 'unasked' : 'waiting', seconds);
  // The lists could not be read so far.
  return notReadyFor(
    messages.documents.notReadyWhy({ notice: row.notice, why: storedReason(row.reason), seconds }),
    seconds,
  );
}

/** The list is known but no file is stored: the details carry the facts. */
export async function noFiles(found: Documentation, context: GateContext): Promise<ApiError> {
  const { row, documents } = found;
  const { notice } = row;
  // This request may have moved the next look.
  const details = factsOf({ ...found, row: (await documentationOf(context.documents, notice)) ?? row });
  if (documents.length === 0) return new ApiError('NOT_FOUND', messages.documents.noDocuments({ notice }), { details });
  const reason = row.reason ?? documents.find((document) => document.reason !== null)?.reason ?? null;
  const why = reason === null ? messages.documents.filesToCome() : storedReason(reason);
  return new ApiError('NOT_FOUND', messages.documents.noFileHere({ notice, why }), { details });
}

/** The facts of `meta.documentation` as error details; unknown ones are left out. */
export function factsOf(found: Pick<Documentation, 'row' | 'versions'>): InvalidValue[] {
  const facts = { state: found.row.state, ...looksOf(found) };
  return Object.entries(facts).flatMap(([name, word]) =>
    word === null ? [] : [{ in: 'path', name, problem: messages.wrong.word({ word }) }],
  );
}

/** When the lists were read, and when they are read again: null while files are fetched, and when no look is scheduled. */
export const looksOf = ({ row, versions }: Pick<Documentation, 'row' | 'versions'>) => ({
  // A list that is collected for the first time was read when it was first seen.
  lookedAt: row.looked_at ?? versions[0]?.seen_at ?? null,
  nextLookAt: row.due_at === null || row.state === 'collecting' ? null : new Date(row.due_at).toISOString(),
});

/** Time to read both lists of a notice within the rate limit. */
const LOOK_SECONDS = 10;
/** Time to fetch a documentation of usual size. */
const COLLECT_SECONDS = 30;

/** Seconds until the look, by its position in the queue or by its schedule. Null: no look is scheduled. */
async function secondsUntilLook(
  { notice, ...row }: DocumentationRow,
  { now }: Pick<Call, 'now'>,
  { documents, suspendedSeconds }: Pick<GateContext, 'documents' | 'suspendedSeconds'>,
): Promise<number | null> {
  const { asked_at, due_at } = (await documentationOf(documents, notice)) ?? row;
  if (asked_at === null && due_at === null) return null;
  const soonest = LOOK_SECONDS + (await suspendedSeconds());
  if (asked_at !== null) return soonest + COLLECT_SECONDS * (await waitingBefore(documents, { notice, asked_at }));
  const seconds = Math.ceil(((due_at ?? now) - now) / 1_000);
  // A due notice comes after all queued ones.
  return seconds > 0 ? Math.max(soonest, seconds) : soonest + COLLECT_SECONDS * (await waitingCount(documents));
}

/** Moves the notice up in the queue where its schedule allows it, and returns the seconds until its look. Null: no look is scheduled. */
export async function secondsAfterRequest(
  row: DocumentationRow,
  call: Call,
  context: GateContext,
): Promise<number | null> {
  const isQueued = await requestAgain(row, call, context);
  return (await secondsUntilLook(row, call, context)) ?? (isQueued ? null : queueSeconds(context));
}

/** At most one write for repeated requests. False: the queue is full and the notice is not in it. */
export async function requestAgain(
  { notice, system_id: systemId, type_id: typeId, asked_at }: DocumentationRow,
  { now, caller }: Call,
  { documents }: GateContext,
): Promise<boolean> {
  // Pro moves it before the notices of callers without Pro.
  const isQueued = asked_at !== null && (asked_at <= now || !caller.pro);
  return (
    isQueued ||
    (await requestDocuments(documents, { notice, systemId, typeId }, now, { isPro: caller.pro })) ||
    asked_at !== null
  );
}

const retryLater = (notice: string, state: keyof typeof messages.documentationStates, seconds: number): ApiError =>
  notReadyFor(messages.documents.notReady({ notice, state: messages.documentationStates[state](), seconds }), seconds);

/** Time until the present queue is done. */
const queueSeconds = async ({ documents, suspendedSeconds }: GateContext): Promise<number> =>
  COLLECT_SECONDS * (await waitingCount(documents)) + (await suspendedSeconds());

async function queueFull(notice: string, context: GateContext): Promise<ApiError> {
  const seconds = await queueSeconds(context);
  return notReadyFor(messages.documents.lineFull({ notice, seconds }), seconds);
}

const notReadyFor = (message: Message, seconds: number): ApiError =>
  new ApiError('DOCUMENTATION_NOT_READY', message, { headers: { 'retry-after': String(seconds) } });

function unknown(notice: string, { dataset }: Call, { example }: GateContext): ApiError {
  const problem = messages.documents.unknownNotice({ notice });
  const isDemo = dataset.manifest.country === 'demo';
  return new ApiError('NOT_FOUND', isDemo ? messages.operations.inDemo({ problem, example: example.notice }) : problem);
}

const unknownVersion = (notice: string, version = 0, versions: readonly VersionRow[]): ApiError =>
  new ApiError(
    'NOT_FOUND',
    messages.documents.unknownVersion({
      notice,
      version,
      versions: versions
        .map((each) => each.version)
        .toReversed()
        .join(', '),
    }),
  );

type Digested = Pick<DocumentRow, 'id' | 'file_sha256' | 'content_sha256'>;

/**
 * Withheld documents by id: those that were named, and all others with the same bytes, wrapped or not. Authorities upload a file again
 * under another code for another lot or version.
 */
export async function withheldOf(
  rows: readonly Digested[],
  { documents, state }: Pick<Context, 'documents' | 'state'>,
): Promise<Map<string, WithheldRow>> {
  const named = new Map((await allWithheld(state)).map((row) => [row.id, row]));
  if (named.size === 0) return new Map();
  const digests = new Map<string, WithheldRow>();
  for (const { id, file_sha256, content_sha256 } of await digestsOf(documents, [...named.keys()])) {
    const row = named.get(id);
    for (const sha256 of [file_sha256, content_sha256]) if (row && sha256 !== null) digests.set(sha256, row);
  }
  const found = rows.flatMap(({ id, file_sha256, content_sha256 }): [string, WithheldRow][] => {
    const row = named.get(id) ?? digests.get(content_sha256 ?? '') ?? digests.get(file_sha256 ?? '');
    return row ? [[id, { ...row, id }]] : [];
  });
  return new Map(found);
}
