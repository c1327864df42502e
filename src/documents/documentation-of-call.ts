/**
 * The gate before every operation on the documents of a notice: what of them can be shown, or why nothing can. Nothing is fetched
 * for a caller: whoever asks for what is not here moves it to the front of the line and is told to come back.
 */
import type { Call, OwnProblem } from '#operations/endpoint.ts';
import { Problem } from '#operations/problem.ts';
import { said as ofAll } from '#operations/sentences.ts';
import type { Sentence } from '#sentences/sentence.ts';
import { askFor } from './collecting/asking.ts';
import { noticeTypeId } from './collecting/type-ids.ts';
import type { DocumentsNeeds } from './needs.ts';
import { said, states } from './sentences.ts';
import { storedReason } from './stored-reason.ts';
import { documentationOf, documentsOf, versionsOf } from './tables/documentation-table.ts';
import type { DocumentationRow, DocumentRow, VersionRow } from './tables/rows.ts';
import type { WithheldRow } from './tables/withheld-table.ts';
import { withheldOf } from './withheld.ts';

/** What every operation behind this gate may answer. */
export const notHere = ['DOCUMENTATION_NOT_READY', 'WITHDRAWN'] as const satisfies readonly OwnProblem[];

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

type GateNeeds = Pick<DocumentsNeeds, 'documents' | 'state' | 'notice' | 'example'>;

/** Within it a documentation of usual size is collected, when nothing else waits. */
const RETRY_SECONDS = 30;
/** A source that did not answer is not asked again at once. */
const FAILED_RETRY_SECONDS = 600;

/** `version` left out: the newest that was collected. */
export async function documentationOfCall(
  { notice, version }: { notice: string; version?: number | undefined },
  call: Call,
  needs: GateNeeds,
): Promise<Documentation> {
  const row = await shownDocumentation(notice, call, needs);
  const versions = await versionsOf(needs.documents, notice);
  if (row.state === 'none') return noDocuments(row, version);
  const wanted = version === undefined ? versions : versions.filter((each) => each.version === version);
  if (version !== undefined && wanted.length === 0 && versions.length > 0)
    throw unknownVersion(notice, version, versions);
  const shown = await newestCollected(row, wanted, needs);
  if (shown) return { row, versions, ...shown };
  if (row.state === 'failed') throw await failed(row, call, needs);
  throw await notReady(row, call, needs);
}

/** The row of a notice whose documentation was begun and not taken back. */
export async function shownDocumentation(notice: string, call: Call, needs: GateNeeds): Promise<DocumentationRow> {
  const row = await documentationOf(needs.documents, notice);
  if (row === null) throw await firstAsked(notice, call, needs);
  if (row.state === 'withdrawn')
    throw new Problem('WITHDRAWN', said.withdrawn({ notice, since: row.since.slice(0, 10) }));
  return row;
}

/** The one that the state is about comes first: a newer list that is under way does not take its place before anything of it is here. */
async function newestCollected(
  { version: current }: DocumentationRow,
  versions: readonly VersionRow[],
  needs: GateNeeds,
): Promise<Pick<Documentation, 'version' | 'documents' | 'withheld'> | null> {
  const inTurn = versions.toSorted((a, b) => Number(b.version === current) - Number(a.version === current));
  for (const version of inTurn) {
    const documents = await documentsOf(needs.documents, version.notice, version.version);
    // While nothing of a list lies here, there is nothing to show of it.
    if (version.state === 'collecting' && documents.every(isToCome)) continue;
    return { version, documents, withheld: await withheldOf(documents, needs) };
  }
  return null;
}

/** Not one that was here before and whose file was deleted since. */
const isToCome = ({ state, content_sha256 }: DocumentRow): boolean => state === 'listed' && content_sha256 === null;

/** The authority published none, which is an answer. */
function noDocuments(row: DocumentationRow, version: number | undefined): Documentation {
  if (version !== undefined) throw new Problem('NOT_FOUND', said.noVersions({ notice: row.notice, version }));
  return { row, versions: [], version: null, documents: [], withheld: new Map() };
}

async function firstAsked(number: string, call: Call, needs: GateNeeds): Promise<Problem> {
  const notice = await needs.notice(call.dataset, number);
  if (notice === null) return unknown(number, call, needs);
  const typeId = noticeTypeId(notice.type);
  if (notice.systemId === null || typeId === null)
    return new Problem('NOT_FOUND', said.notCollectable({ notice: number }));
  const asked = { notice: number, systemId: notice.systemId, typeId };
  const isInLine = await askFor(needs.documents, asked, call.now, { isPro: call.caller.pro });
  return isInLine ? comeBack(number, 'unasked') : lineFull(number);
}

async function notReady(row: DocumentationRow, call: Call, needs: GateNeeds): Promise<Problem> {
  if (!(await askAgain(row, call, needs))) return lineFull(row.notice);
  if (row.state === 'collecting' || row.reason === null)
    return comeBack(
      row.notice,
      row.state !== 'announced' ? 'collecting' : row.asked_at === null ? 'unasked' : 'waiting',
    );
  // Its lists were asked for in vain.
  return notReadyFor(said.notReadyWhy({ notice: row.notice, why: storedReason(row.reason), seconds: RETRY_SECONDS }));
}

/** Not even its list could be read: the source was silent, and there is nothing else to say. */
async function failed(row: DocumentationRow, call: Call, needs: GateNeeds): Promise<Problem> {
  await askAgain(row, call, needs);
  const why = row.reason === null ? said.reasonUnknown() : storedReason(row.reason);
  return new Problem('UPSTREAM_UNAVAILABLE', said.notCollected({ notice: row.notice, why }), {
    headers: { 'retry-after': String(FAILED_RETRY_SECONDS) },
  });
}

/** Of a list of which no file could be had so far. */
export async function notCollected({ row, documents }: Documentation, call: Call, needs: GateNeeds): Promise<Problem> {
  if (documents.some(({ state }) => state !== 'failed')) return notReady({ ...row, state: 'collecting' }, call, needs);
  const reason = row.reason ?? documents.find((document) => document.reason !== null)?.reason ?? null;
  return failed({ ...row, reason }, call, needs);
}

/** One write, however often somebody who waits looks again. False: it is not in line, which is too long. */
export async function askAgain(
  { notice, system_id: systemId, type_id: typeId, asked_at }: DocumentationRow,
  { now, caller }: Call,
  { documents }: GateNeeds,
): Promise<boolean> {
  // Pro takes it to the front of those who have none.
  const isInLine = asked_at !== null && (asked_at <= now || !caller.pro);
  return (
    isInLine || (await askFor(documents, { notice, systemId, typeId }, now, { isPro: caller.pro })) || asked_at !== null
  );
}

const comeBack = (notice: string, state: keyof typeof states): Problem =>
  notReadyFor(said.notReady({ notice, state: states[state](), seconds: RETRY_SECONDS }));

const lineFull = (notice: string): Problem =>
  notReadyFor(said.lineFull({ notice, seconds: FAILED_RETRY_SECONDS }), FAILED_RETRY_SECONDS);

const notReadyFor = (sentence: Sentence, seconds = RETRY_SECONDS): Problem =>
  new Problem('DOCUMENTATION_NOT_READY', sentence, { headers: { 'retry-after': String(seconds) } });

function unknown(notice: string, { dataset }: Call, { example }: GateNeeds): Problem {
  const problem = said.unknownNotice({ notice });
  const isDemo = dataset.manifest.country === 'demo';
  return new Problem('NOT_FOUND', isDemo ? ofAll.inDemo({ problem, example: example.notice }) : problem);
}

const unknownVersion = (notice: string, version: number, versions: readonly VersionRow[]): Problem =>
  new Problem(
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
