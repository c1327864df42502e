/** How a version comes about, and how its files come in. As in documentation-writes.ts, nothing is written over a state that does not allow it. */

import type { DocumentRecord } from '#data/sources/procurement/records.ts';
import type { Statement } from '#data/store/database.ts';
import { documentId } from '#domain/documents/document-id.ts';
import { type DocumentationState, statesBefore } from '#domain/documents/states.ts';
import { titleWords } from '#domain/documents/titles.ts';
import { listed } from './documentation-writes-table.ts';
import { storeTitles } from './titles-table.ts';

/** A version with the documents of its list; those that older versions had are known already. */
export const versionBegun = (
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
  ...documents.flatMap((document) => [documentListed(notice, document), documentIn(notice, version, document)]),
  ...storeTitles(documents.map(({ code, name }) => ({ id: documentId(notice, code), words: titleWords(name) }))),
];

const documentListed = (notice: string, { code, name, section, publishedOn, ackDocId }: DocumentRecord): Statement => ({
  sql: `insert into document (id, notice, code, name, section, published_on, ack_doc_id, state, attempts)
    values ($1, $2, $3, $4, $5, $6, $7, 'listed', 0) on conflict (id) do nothing`,
  params: [documentId(notice, code), notice, code, name, section, publishedOn, ackDocId],
});

const documentIn = (notice: string, version: number, { code }: DocumentRecord): Statement => ({
  sql: `insert into documentation_document (notice, version, document_id) values ($1, $2, $3)
    on conflict (notice, version, document_id) do nothing`,
  params: [notice, version, documentId(notice, code)],
});

export const versionBecomes = (notice: string, version: number, to: DocumentationState, since: string): Statement => ({
  sql: `update documentation_version set state = $3, since = $4
    where notice = $1 and version = $2 and state in (${listed(statesBefore(to))})`,
  params: [notice, version, to, since],
});

export const olderSuperseded = (notice: string, version: number, since: string): Statement => ({
  sql: `update documentation_version set state = 'superseded', since = $3
    where notice = $1 and version < $2 and state in (${listed(statesBefore('superseded'))})`,
  params: [notice, version, since],
});

export const versionsWithdrawn = (notice: string, since: string): Statement => ({
  sql: `update documentation_version set state = 'withdrawn', since = $2
    where notice = $1 and state in (${listed(statesBefore('withdrawn'))})`,
  params: [notice, since],
});

/** Its file lies in the blobs. What is stored is never fetched again. */
export const documentStored = (
  id: string,
  { sha256, sizeBytes, at }: { sha256: string; sizeBytes: number; at: string },
): Statement => ({
  sql: `update document set state = 'stored', reason = null, fetched_at = $2, file_sha256 = $3, file_bytes = $4
    where id = $1 and state in ('listed', 'failed')`,
  params: [id, at, sha256, sizeBytes],
});

/** `reason`: a sentence as JSON. */
export const documentFailed = (id: string, reason: string): Statement => ({
  sql: `update document set state = 'failed', reason = $2, attempts = attempts + 1
    where id = $1 and state in ('listed', 'failed')`,
  params: [id, reason],
});
