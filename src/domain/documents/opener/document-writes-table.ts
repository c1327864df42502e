/** What becomes of a document's row when its file was opened. */

import type { Statement } from '#data/store/database.ts';
import type { DocumentRow } from '#domain/documents/tables/rows.ts';
import type { Sentence } from '#lib/i18n/sentence.ts';
import type { SealLevel, Verdict } from '#lib/signatures/verdict.ts';
import type { KeptContent } from './content-keeper.ts';
import { fileNameOf } from './file-names.ts';
import type { OpenedFile } from './file-opening.ts';
import { said } from './sentences.ts';
import { worstOf } from './worst-verdict.ts';

interface Judged {
  signs: string | null;
  judgedBy: string;
  now: Date;
}

/** Of all signatures; null when there is none. */
const worstVerdict = (levels: readonly SealLevel[]): Verdict | null =>
  worstOf(levels.flatMap(({ signers }) => signers.map(({ verdict }) => verdict)));

export function opened(row: DocumentRow, result: OpenedFile, content: KeptContent | null, judged: Judged): Statement {
  const { unsealed, failure } = result;
  const reason = failure === null ? (unsealed?.trouble ?? null) : said[failure]();
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
      judged.signs,
      judged.judgedBy,
      judged.now.toISOString(),
    ],
  };
}

/** The signatures of an opened document, judged anew; its content stays. */
export const judgedAnew = (id: string, levels: readonly SealLevel[], judgedBy: string, now: Date): Statement => ({
  sql: `update document set verdict = $2, levels = $3, judged_by = $4, judged_at = $5 where id = $1 and state = 'opened'`,
  params: [id, worstVerdict(levels), JSON.stringify(levels), judgedBy, now.toISOString()],
});

export const failed = (row: DocumentRow, reason: Sentence): Statement => ({
  sql: `update document set state = 'failed', reason = $2 where id = $1 and state = 'stored'`,
  params: [row.id, JSON.stringify(reason)],
});
