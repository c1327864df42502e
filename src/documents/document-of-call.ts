/** The gate before every operation on one document: the document that may be shown, or why it may not. */
import type { Call } from '#operations/endpoint.ts';
import { Problem } from '#operations/problem.ts';
import { said as ofAll } from '#operations/sentences.ts';
import { askAgain, secondsUntilLook } from './documentation-of-call.ts';
import type { DocumentsNeeds } from './needs.ts';
import { said } from './sentences.ts';
import { storedReason } from './stored-reason.ts';
import { documentationOf, documentById } from './tables/documentation-table.ts';
import type { DocumentationRow, DocumentRow } from './tables/rows.ts';
import { withheldOf } from './withheld.ts';

export interface ShownDocument {
  row: DocumentRow;
  /** Of the notice that it belongs to; null where it is not known any more. */
  documentation: DocumentationRow | null;
}

type GateNeeds = Pick<DocumentsNeeds, 'documents' | 'state' | 'notice' | 'example'>;

/** Of a document whose notice is not known any more. */
const RETRY_SECONDS = 600;

export async function documentOfCall(id: string, call: Call, needs: GateNeeds): Promise<ShownDocument> {
  const { documents: db } = needs;
  const row = await documentById(db, id);
  if (row === null) throw unknown(id, call, needs);
  const documentation = await documentationOf(db, row.notice);
  if (documentation?.state === 'withdrawn')
    throw new Problem('WITHDRAWN', said.withdrawn({ notice: row.notice, since: documentation.since.slice(0, 10) }));
  const withheld = (await withheldOf([row], needs)).get(id);
  if (withheld) throw new Problem('NOT_FOUND', said.withheld({ id, why: withheld.why }));
  return { row, documentation };
}

/** Its file lies here. */
export async function assertStored({ row, documentation }: ShownDocument, call: Call, needs: GateNeeds): Promise<void> {
  if (row.state === 'failed') {
    const seconds = await secondsAsked(documentation, call, needs);
    const why = row.reason === null ? said.reasonUnknown() : storedReason(row.reason);
    throw new Problem('UPSTREAM_UNAVAILABLE', said.documentFailed({ id: row.id, why }), {
      headers: { 'retry-after': String(seconds) },
    });
  }
  if (row.state === 'listed') throw await notReady({ row, documentation }, call, needs);
}

/** It was unsealed, and something lay inside. */
export async function assertOpened(shown: ShownDocument, call: Call, needs: GateNeeds): Promise<{ sha256: string }> {
  const { row } = shown;
  // Its file may have been deleted since, to make room: what was read of it stays.
  if (row.content_sha256 !== null) return { sha256: row.content_sha256 };
  await assertStored(shown, call, needs);
  if (row.state === 'stored') throw await notReady(shown, call, needs);
  const why = row.reason === null ? said.detachedSignature() : storedReason(row.reason);
  throw new Problem('UNPROCESSABLE_DOCUMENT', said.nothingInside({ id: row.id, why }));
}

/** What a row names does not lie here: whoever waits for it is told to come back. */
export async function fileLost({ row, documentation }: ShownDocument, call: Call, needs: GateNeeds): Promise<Problem> {
  const seconds = await secondsAsked(documentation, call, needs);
  return comeBack(said.fileLost({ id: row.id, seconds }), seconds);
}

async function notReady({ row, documentation }: ShownDocument, call: Call, needs: GateNeeds): Promise<Problem> {
  const seconds = await secondsAsked(documentation, call, needs);
  return comeBack(said.documentNotReady({ id: row.id, seconds }), seconds);
}

/** Moves it up in the queue where its schedule allows that, and says when it is looked at. */
async function secondsAsked(documentation: DocumentationRow | null, call: Call, needs: GateNeeds): Promise<number> {
  if (documentation === null) return RETRY_SECONDS;
  await askAgain(documentation, call, needs);
  return secondsUntilLook(documentation, call, needs);
}

const comeBack = (sentence: ConstructorParameters<typeof Problem>[1], seconds: number): Problem =>
  new Problem('DOCUMENTATION_NOT_READY', sentence, { headers: { 'retry-after': String(seconds) } });

function unknown(id: string, { dataset }: Call, { example }: GateNeeds): Problem {
  const problem = said.unknownDocument({ id });
  const isDemo = dataset.manifest.country === 'demo';
  return new Problem('NOT_FOUND', isDemo ? ofAll.inDemo({ problem, example: example.document }) : problem);
}
