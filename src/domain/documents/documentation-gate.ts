/**
 * The gate before every operation on the documents of a notice: what of them can be shown, or why nothing can. Nothing is fetched
 * while a request waits: before the first look a request moves it up in the queue and names the time; after it the answer is what
 * the look found, and further looks keep to their schedule.
 */
import { ApiError, type InvalidValue } from '#api/api-error.ts';
import type { Call, OperationError } from '#api/endpoint.ts';
import { said as ofAll, wrongIs } from '#api/sentences.ts';
import type { Database } from '#data/store/database.ts';
import type { Sentence } from '#lib/i18n/sentence.ts';
import { noticeTypeId, requestDocuments } from './collection/document-requests.ts';
import type { DocumentsNeeds } from './needs.ts';
import { said, states } from './sentences.ts';
import { storedReason } from './stored-reason.ts';
import { digestsOf } from './tables/contents-table.ts';
import { documentationOf, documentsOf, versionsOf, waitingBefore, waitingCount } from './tables/documentation-table.ts';
import { allWithheld, type WithheldRow } from './tables/documents-table.ts';
import type { DocumentationRow, DocumentRow, VersionRow } from './tables/rows.ts';

/** What every operation behind this gate may answer. */
export const notHere = ['DOCUMENTATION_NOT_READY', 'WITHDRAWN'] as const satisfies readonly OperationError[];

/** What there is of a documentation, of which something can be told. */
export interface Documentation {
  row: DocumentationRow;
  /** Newest first. */
  versions: VersionRow[];
  /** The one that is shown; null when the authority published no document. */
  version: VersionRow | null;
  /** Of that version, in the order of their codes. */
  documents: DocumentRow[];
  /** Those of them that are withheld, by id: nothing of their content leaves. */
  withheld: ReadonlyMap<string, WithheldRow>;
}

type GateNeeds = Pick<DocumentsNeeds, 'documents' | 'state' | 'notice' | 'example' | 'heldSeconds'>;

/** `version` left out: the newest that was collected. */
export async function documentationOfCall(
  { notice, version }: { notice: string; version?: number | undefined },
  call: Call,
  needs: GateNeeds,
): Promise<Documentation> {
  const row = await visibleDocumentation(notice, call, needs);
  const versions = await versionsOf(needs.documents, notice);
  if (row.state === 'none' || (versions.length === 0 && row.looked_at !== null)) return noDocuments(row, version);
  if (versions.length === 0) throw await notReady(row, call, needs);
  const wanted = version === undefined ? versions : versions.filter((each) => each.version === version);
  if (wanted.length === 0) throw unknownVersion(notice, version, versions);
  const shown = await newestCollected(row, wanted, needs);
  return { row, versions, ...shown, withheld: await withheldOf(shown.documents, needs) };
}

/** The one that the state is about comes first: a newer list does not take its place before anything of it is here. */
async function newestCollected(
  { notice, version: current }: DocumentationRow,
  versions: readonly VersionRow[],
  { documents: db }: GateNeeds,
): Promise<Pick<Documentation, 'version' | 'documents'>> {
  const inTurn = versions.toSorted((a, b) => Number(b.version === current) - Number(a.version === current));
  let first: Pick<Documentation, 'version' | 'documents'> | null = null;
  for (const version of inTurn) {
    const documents = await documentsOf(db, notice, version.version);
    first ??= { version, documents };
    if (version.state !== 'collecting' || !documents.every(isPending)) return { version, documents };
  }
  // Only lists whose files are all to come.
  return first ?? { version: null, documents: [] };
}

/** Not one that was here before and whose file was deleted since. */
const isPending = ({ state, content_sha256 }: DocumentRow): boolean => state === 'listed' && content_sha256 === null;

/** The row of a notice whose documentation was begun and not taken back. */
async function visibleDocumentation(notice: string, call: Call, needs: GateNeeds): Promise<DocumentationRow> {
  const row = await documentationOf(needs.documents, notice);
  if (row === null) throw await requestFirst(notice, call, needs);
  if (row.state === 'withdrawn')
    throw new ApiError('WITHDRAWN', said.withdrawn({ notice, since: row.since.slice(0, 10) }));
  // Its schedule has come: what is not collected ahead is looked at when somebody requests it.
  if (row.looked_at === null || row.due_at === null || row.due_at > call.now) return row;
  await requestAgain(row, call, needs);
  return (await documentationOf(needs.documents, notice)) ?? row;
}

/** The authority published none, which is an answer. */
function noDocuments(row: DocumentationRow, version: number | undefined): Documentation {
  if (version !== undefined) throw new ApiError('NOT_FOUND', said.noVersions({ notice: row.notice, version }));
  return { row, versions: [], version: null, documents: [], withheld: new Map() };
}

async function requestFirst(number: string, call: Call, needs: GateNeeds): Promise<ApiError> {
  const notice = await needs.notice(call.dataset, number);
  if (notice === null) return unknown(number, call, needs);
  const typeId = noticeTypeId(notice.type);
  if (notice.systemId === null || typeId === null)
    return new ApiError('NOT_FOUND', said.notCollectable({ notice: number }));
  const asked = { notice: number, systemId: notice.systemId, typeId };
  if (!(await requestDocuments(needs.documents, asked, call.now, { isPro: call.caller.pro })))
    return queueFull(number, needs);
  const row = await documentationOf(needs.documents, number);
  return retryLater(number, 'unasked', (row && (await secondsUntilLook(row, call, needs))) ?? LOOK_SECONDS);
}

/** Before the first look: when that is, and why it is not over yet. */
async function notReady(row: DocumentationRow, call: Call, needs: GateNeeds): Promise<ApiError> {
  if (!(await requestAgain(row, call, needs))) return queueFull(row.notice, needs);
  const seconds = (await secondsUntilLook(row, call, needs)) ?? LOOK_SECONDS;
  if (row.reason === null) return retryLater(row.notice, row.asked_at === null ? 'unasked' : 'waiting', seconds);
  // Its lists were asked for in vain.
  return notReadyFor(said.notReadyWhy({ notice: row.notice, why: storedReason(row.reason), seconds }), seconds);
}

/** Of a list of which no file is here: what is known of it stands in the details. */
export async function noFiles(found: Documentation, needs: GateNeeds): Promise<ApiError> {
  const { row, documents } = found;
  const { notice } = row;
  // This very request may have moved up the next look.
  const details = factsOf({ ...found, row: (await documentationOf(needs.documents, notice)) ?? row });
  if (documents.length === 0) return new ApiError('NOT_FOUND', said.noDocuments({ notice }), { details });
  const reason = row.reason ?? documents.find((document) => document.reason !== null)?.reason ?? null;
  const why = reason === null ? said.filesToCome() : storedReason(reason);
  return new ApiError('NOT_FOUND', said.noFileHere({ notice, why }), { details });
}

/** As `meta.documentation` has them in answers that have one; what is not known is left out. */
export function factsOf(found: Pick<Documentation, 'row' | 'versions'>): InvalidValue[] {
  const facts = { state: found.row.state, ...looksOf(found) };
  return Object.entries(facts).flatMap(([name, word]) =>
    word === null ? [] : [{ in: 'path', name, problem: wrongIs.word({ word }) }],
  );
}

/** When its lists were read, and when they are read again: null while files are fetched, and when no further look is planned. */
export const looksOf = ({ row, versions }: Pick<Documentation, 'row' | 'versions'>) => ({
  // A list that is collected for the first time was read when it was first seen.
  lookedAt: row.looked_at ?? versions[0]?.seen_at ?? null,
  nextLookAt: row.due_at === null || row.state === 'collecting' ? null : new Date(row.due_at).toISOString(),
});

/** Both lists of a notice, at the pace that the procurement system is asked at. */
const LOOK_SECONDS = 10;
/** A documentation of usual size, with its files. */
const COLLECT_SECONDS = 30;

/** How long it takes until it is looked at: as it stands in the queue now, or by its schedule. Null: no look is planned. */
async function secondsUntilLook(
  { notice, ...row }: DocumentationRow,
  { now }: Pick<Call, 'now'>,
  { documents, heldSeconds }: Pick<GateNeeds, 'documents' | 'heldSeconds'>,
): Promise<number | null> {
  const { asked_at, due_at } = (await documentationOf(documents, notice)) ?? row;
  if (asked_at === null && due_at === null) return null;
  const soonest = LOOK_SECONDS + (await heldSeconds());
  if (asked_at !== null) return soonest + COLLECT_SECONDS * (await waitingBefore(documents, { notice, asked_at }));
  const seconds = Math.ceil(((due_at ?? now) - now) / 1_000);
  // Due, and not in the queue, whose rows come first.
  return seconds > 0 ? Math.max(soonest, seconds) : soonest + COLLECT_SECONDS * (await waitingCount(documents));
}

/** Moves it up in the queue where its schedule allows that, and says when it is looked at. Null: no look is planned. */
export async function secondsAfterRequest(row: DocumentationRow, call: Call, needs: GateNeeds): Promise<number | null> {
  const isQueued = await requestAgain(row, call, needs);
  return (await secondsUntilLook(row, call, needs)) ?? (isQueued ? null : queueSeconds(needs));
}

/** One write, however often somebody who waits looks again. False: it is not in line, which is too long. */
export async function requestAgain(
  { notice, system_id: systemId, type_id: typeId, asked_at }: DocumentationRow,
  { now, caller }: Call,
  { documents }: GateNeeds,
): Promise<boolean> {
  // Pro takes it to the front of those who have none.
  const isQueued = asked_at !== null && (asked_at <= now || !caller.pro);
  return (
    isQueued ||
    (await requestDocuments(documents, { notice, systemId, typeId }, now, { isPro: caller.pro })) ||
    asked_at !== null
  );
}

const retryLater = (notice: string, state: keyof typeof states, seconds: number): ApiError =>
  notReadyFor(said.notReady({ notice, state: states[state](), seconds }), seconds);

/** Until all that wait now are through, there is no place. */
const queueSeconds = async ({ documents, heldSeconds }: GateNeeds): Promise<number> =>
  COLLECT_SECONDS * (await waitingCount(documents)) + (await heldSeconds());

async function queueFull(notice: string, needs: GateNeeds): Promise<ApiError> {
  const seconds = await queueSeconds(needs);
  return notReadyFor(said.lineFull({ notice, seconds }), seconds);
}

const notReadyFor = (sentence: Sentence, seconds: number): ApiError =>
  new ApiError('DOCUMENTATION_NOT_READY', sentence, { headers: { 'retry-after': String(seconds) } });

function unknown(notice: string, { dataset }: Call, { example }: GateNeeds): ApiError {
  const problem = said.unknownNotice({ notice });
  const isDemo = dataset.manifest.country === 'demo';
  return new ApiError('NOT_FOUND', isDemo ? ofAll.inDemo({ problem, example: example.notice }) : problem);
}

const unknownVersion = (notice: string, version = 0, versions: readonly VersionRow[]): ApiError =>
  new ApiError(
    'NOT_FOUND',
    said.unknownVersion({
      notice,
      version,
      versions: versions
        .map((each) => each.version)
        .toReversed()
        .join(', '),
    }),
  );

type Digested = Pick<DocumentRow, 'id' | 'file_sha256' | 'content_sha256'>;

/** By their ids. */
export async function withheldOf(
  rows: readonly Digested[],
  { documents, state }: { documents: Database; state: Database },
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
