/** The gate before every operation on one document: the document that may be shown, or why it may not. */

import { ApiError } from '#api/api-error.ts';
import type { Call } from '#api/endpoint.ts';
import { said as ofAll } from '#api/sentences.ts';
import type { Sentence } from '#lib/i18n/sentence.ts';
import { factsOf, secondsAsked } from './documentation-of-call.ts';
import type { DocumentsNeeds } from './needs.ts';
import { said } from './sentences.ts';
import { storedReason } from './stored-reason.ts';
import { documentationOf, documentById, isInNewestVersion, versionsOf } from './tables/documentation-table.ts';
import type { DocumentationRow, DocumentRow } from './tables/rows.ts';
import { withheldOf } from './withheld.ts';

export interface ShownDocument {
  row: DocumentRow;
  /** Of the notice that it belongs to; null where it is not known any more. */
  documentation: DocumentationRow | null;
}

type GateNeeds = Pick<DocumentsNeeds, 'documents' | 'state' | 'notice' | 'example' | 'heldSeconds'>;

export async function documentOfCall(id: string, call: Call, needs: GateNeeds): Promise<ShownDocument> {
  const { documents: db } = needs;
  const row = await documentById(db, id);
  if (row === null) throw unknown(id, call, needs);
  const documentation = await documentationOf(db, row.notice);
  if (documentation?.state === 'withdrawn')
    throw new ApiError('WITHDRAWN', said.withdrawn({ notice: row.notice, since: documentation.since.slice(0, 10) }));
  const withheld = (await withheldOf([row], needs)).get(id);
  if (withheld) throw new ApiError('NOT_FOUND', said.withheld({ id, why: withheld.why }));
  return { row, documentation };
}

/** Its file lies here. */
export async function assertStored(shown: ShownDocument, call: Call, needs: GateNeeds): Promise<void> {
  const { id, state, reason } = shown.row;
  if (state === 'listed') throw await notReady(shown, call, needs);
  if (state !== 'failed') return;
  const why = reason === null ? said.reasonUnknown() : storedReason(reason);
  throw await notHere(shown, why, call, needs, () => ['UPSTREAM_UNAVAILABLE', said.documentFailed({ id, why })]);
}

/** It was unsealed, and something lay inside. */
export async function assertOpened(shown: ShownDocument, call: Call, needs: GateNeeds): Promise<{ sha256: string }> {
  const { row } = shown;
  // Its file may have been deleted since, to make room: what was read of it stays.
  if (row.content_sha256 !== null) return { sha256: row.content_sha256 };
  await assertStored(shown, call, needs);
  if (row.state === 'stored') throw await notReady(shown, call, needs);
  const why = row.reason === null ? said.detachedSignature() : storedReason(row.reason);
  throw new ApiError('UNPROCESSABLE_DOCUMENT', said.nothingInside({ id: row.id, why }));
}

/** What a row names does not lie here: whoever waits for it is told to come back. */
export const fileLost = (shown: ShownDocument, call: Call, needs: GateNeeds): Promise<ApiError> =>
  notHere(shown, said.fileNotKept(), call, needs, (seconds) => [
    'DOCUMENTATION_NOT_READY',
    said.fileLost({ id: shown.row.id, seconds }),
  ]);

const notReady = (shown: ShownDocument, call: Call, needs: GateNeeds): Promise<ApiError> =>
  notHere(shown, said.notFetched(), call, needs, (seconds) => [
    'DOCUMENTATION_NOT_READY',
    said.documentNotReady({ id: shown.row.id, seconds }),
  ]);

/** Says when its file may come; where no look is planned that could bring it, that it does not, with what is known of the looks. */
async function notHere(
  { row, documentation }: ShownDocument,
  why: Sentence,
  call: Call,
  needs: GateNeeds,
  later: (seconds: number) => [code: 'DOCUMENTATION_NOT_READY' | 'UPSTREAM_UNAVAILABLE', sentence: Sentence],
): Promise<ApiError> {
  const { documents: db } = needs;
  if (documentation === null) return new ApiError('NOT_FOUND', said.documentAway({ id: row.id, why }));
  const isListed = await isInNewestVersion(db, row);
  const seconds = isListed ? await secondsAsked(documentation, call, needs) : null;
  if (seconds !== null) {
    const [code, sentence] = later(seconds);
    return new ApiError(code, sentence, { headers: { 'retry-after': String(seconds) } });
  }
  const details = factsOf({ row: documentation, versions: await versionsOf(db, row.notice) });
  const sentence = isListed ? said.documentAway({ id: row.id, why }) : said.documentReplaced({ id: row.id, why });
  return new ApiError('NOT_FOUND', sentence, { details });
}

function unknown(id: string, { dataset }: Call, { example }: GateNeeds): ApiError {
  const problem = said.unknownDocument({ id });
  const isDemo = dataset.manifest.country === 'demo';
  return new ApiError('NOT_FOUND', isDemo ? ofAll.inDemo({ problem, example: example.document }) : problem);
}
