/** How opening and re-verification change the row of a document. */

import type { Database, Statement } from '#data/store/database.ts';
import type { DocumentRow } from '#domain/documents/tables/rows.ts';
import type { Message } from '#lib/i18n/message.ts';
import type { ContainerLevel, Verdict } from '#lib/signatures/verdict.ts';
import { messages } from '#locales/messages.ts';
import { fileNameOf, worstOf } from './file-names.ts';
import type { OpenedFile } from './file-opening.ts';

/** The content of a document in the blob store and the text index. */
export interface StoredContent {
  sha256: string;
  sizeBytes: number;
  mediaType: string;
}

interface Verification {
  signs: string | null;
  verifierId: string;
  now: Date;
}

/** The worst verdict of all signatures; null without a signature. */
const worstVerdict = (levels: readonly ContainerLevel[]): Verdict | null =>
  worstOf(levels.flatMap(({ signers }) => signers.map(({ verdict }) => verdict)));

export function recordOpening(
  row: DocumentRow,
  result: OpenedFile,
  content: StoredContent | null,
  verification: Verification,
): Statement {
  const { unwrapped: unsealed, failure } = result;
  const reason = failure === null ? (unsealed?.trouble ?? null) : messages.opening[failure]();
  const levels = unsealed?.levels ?? [];
  const mediaType = content?.mediaType ?? null;
  return {
    sql: `update document set state = 'opened', reason = $2, content_sha256 = $3, content_bytes = $4, media_type = $5,
            file_name = $6, sealed = $7, verdict = $8, levels = $9, signs = $10, judged_by = $11, judged_at = $12
          where id = $1 and state = 'stored'`,
    params: [
      row.id,
      reason === null ? null : JSON.stringify(reason),
      content?.sha256 ?? null,
      content?.sizeBytes ?? null,
      mediaType,
      fileNameOf(row.name, row.id, content !== null && unsealed?.kind === 'cms', mediaType),
      unsealed?.kind ?? null,
      worstVerdict(levels),
      JSON.stringify(levels),
      verification.signs,
      verification.verifierId,
      verification.now.toISOString(),
    ],
  };
}

/** New verdicts for the signatures of an opened document; its content stays. */
export const recordVerdicts = (
  id: string,
  levels: readonly ContainerLevel[],
  verifierId: string,
  now: Date,
): Statement => ({
  sql: `update document set verdict = $2, levels = $3, judged_by = $4, judged_at = $5 where id = $1 and state = 'opened'`,
  params: [id, worstVerdict(levels), JSON.stringify(levels), verifierId, now.toISOString()],
});

export const failOpening = (row: DocumentRow, reason: Message): Statement => ({
  sql: `update document set state = 'failed', reason = $2 where id = $1 and state = 'stored'`,
  params: [row.id, JSON.stringify(reason)],
});

/** Verdicts that newer revocation lists may change. */
const UNCERTAIN = `(verdict = 'indeterminate' or levels like '%"not_checked"%')`;
const SIGNED = `state = 'opened' and verdict is not null and file_sha256 is not null`;

/** Records today's lists as verifier of verdicts that do not depend on them, at most `most` rows. Returns how many. */
export async function confirmUnderNewLists(
  db: Database,
  authorities: string,
  verifier: string,
  most: number,
): Promise<number> {
  const due = `${SIGNED} and judged_by > $2 and judged_by < $3 and judged_by <> $1 and not ${UNCERTAIN}`;
  const bounds = [verifier, `${authorities}.`, `${authorities}/`];
  if (!(await db.one(`select 1 as found from document where ${due} limit 1`, bounds))) return 0;
  const [rows = []] = await db.write([
    {
      sql: `update document set judged_by = $1 where id in (select id from document where ${due} limit ${most}) returning id`,
      params: bounds,
    },
  ]);
  return rows.length;
}

/**
 * Documents to verify again, the longest unverified first: those of another trust store at once, and uncertain ones of a store without one
 * of the lists; uncertain ones of older lists a day later.
 */
export const dueForReverification = (
  db: Database,
  by: { authorities: string; names: string; verifier: string; dayAgo: string },
  most: number,
): Promise<DocumentRow[]> =>
  db.all<DocumentRow>(
    `select * from document where ${SIGNED} and (judged_by < $2 or judged_by > $3
       or (judged_by > $2 and judged_by < $3 and judged_by <> $1 and ${UNCERTAIN}
         and (judged_at < $4 or judged_by < $5 or judged_by > $6)))
     order by judged_at, id limit ${most}`,
    [
      by.verifier,
      `${by.authorities}.`,
      `${by.authorities}/`,
      by.dayAgo,
      `${by.authorities}.${by.names}`,
      // Behind every hexadecimal digit.
      `${by.authorities}.${by.names}g`,
    ],
  );

/** Whether another trust store verified some documents. */
export async function hasOtherVerifier(db: Database, authorities: string): Promise<boolean> {
  const sql = `select 1 as found from document where ${SIGNED} and (judged_by < $1 or judged_by > $2) limit 1`;
  return (await db.one(sql, [`${authorities}.`, `${authorities}/`])) !== null;
}

/** Records the verifier; the verdict stays. */
export const recordVerifier = (id: string, verifier: string, now: Date): Statement => ({
  sql: `update document set judged_by = $2, judged_at = $3 where id = $1`,
  params: [id, verifier, now.toISOString()],
});
