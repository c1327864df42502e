/** Documents as after their collection and opening, written by hand: rows, texts and files. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database, Statement, Value } from '#data/store/database.ts';
import type { Blobs } from '#domain/documents/blobs/blobs.ts';
import type { Missing, TextState } from '#domain/documents/readers/reading.ts';
import { wordBlocks } from '#domain/documents/search/word-blocks.ts';
import { READER_VERSION } from '#domain/documents/tables/contents-table.ts';
import type { DocumentationState, DocumentRow } from '#domain/documents/tables/rows.ts';
import type { Message } from '#lib/i18n/message.ts';
import type { ContainerKind, ContainerLevel, Signer, SignerIdentity } from '#lib/signatures/verdict.ts';

export const SINCE = '2026-11-15T08:00:00.000Z';

export interface FilledDocument {
  code: string;
  name: string;
  /** The versions that list the document. */
  versions: readonly number[];
  section?: DocumentRow['section'];
  publishedOn?: string;
  state?: DocumentRow['state'];
  reason?: Message;
  /** The content of its signed container; null: none. */
  content?: string | Uint8Array | null;
  /** The file around it; default: no signed container. */
  sealed?: { kind: Exclude<ContainerKind, 'none'>; signers: readonly Signer[] };
  /** The code of the document that its detached signature covers. */
  signs?: string;
  mediaType?: string;
  fileName?: string;
  /** Default: `read`, or none without pages. */
  textState?: TextState;
  pages?: readonly string[];
  missing?: readonly Missing[];
}

export interface FilledDocumentation {
  notice: string;
  state: DocumentationState;
  reason?: Message;
  /** By number; default: one for each number in the documents, older ones superseded. */
  versions?: Readonly<Record<number, DocumentationState>>;
  documents: readonly FilledDocument[];
}

const documentIdOf = (code: string): string => code.replace('/', '-');
export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export async function fillDocuments(db: Database, blobs: Blobs, filled: FilledDocumentation): Promise<void> {
  const { notice, state, documents, reason = null } = filled;
  const numbers = [...new Set(documents.flatMap(({ versions }) => versions))].sort((a, b) => a - b);
  const newest = numbers.at(-1) ?? null;
  const versions =
    filled.versions ?? Object.fromEntries(numbers.map((one) => [one, one === newest ? state : 'superseded']));
  await db.write([
    insert('documentation', {
      notice,
      system_id: 1,
      type_id: 2,
      state,
      since: SINCE,
      version: newest,
      reason: reason && JSON.stringify(reason),
      looked_at: state === 'announced' ? null : SINCE,
      attempts: 0,
    }),
    ...Object.entries(versions).map(([version, own]) =>
      insert('documentation_version', { notice, version: Number(version), seen_at: SINCE, state: own, since: SINCE }),
    ),
  ]);
  for (const document of documents) await fillDocument(db, blobs, notice, document);
}

async function fillDocument(db: Database, blobs: Blobs, notice: string, document: FilledDocument): Promise<void> {
  const { code, name, section = 'documentation', state = 'opened', reason, sealed, content = null } = document;
  const id = documentIdOf(code);
  const isHere = state === 'opened' || state === 'stored';
  const file = isHere
    ? sealed
      ? `sealed ${name} ${JSON.stringify(sealed.signers)}: ${content}`
      : (content ?? name)
    : null;
  const isOpened = state === 'opened';
  if (file !== null) await keep(blobs, file);
  if (isOpened && content !== null) await keep(blobs, content);
  const levels: ContainerLevel[] = sealed
    ? [{ kind: sealed.kind, signers: [...sealed.signers], documentTimestamps: [] }]
    : [];
  const verdicts = levels.flatMap(({ signers }) => signers.map(({ verdict }) => verdict));
  await db.write([
    insert('document', {
      id,
      notice,
      code,
      name,
      section,
      published_on: document.publishedOn ?? null,
      state,
      reason: reason === undefined ? null : JSON.stringify(reason),
      attempts: 0,
      fetched_at: isHere ? SINCE : null,
      file_sha256: file === null ? null : sha256(file),
      file_bytes: file === null ? null : Buffer.byteLength(file),
      content_sha256: isOpened && content !== null ? sha256(content) : null,
      content_bytes: isOpened && content !== null ? Buffer.byteLength(content) : null,
      media_type: isOpened && content !== null ? (document.mediaType ?? 'text/plain') : null,
      file_name: isOpened && content !== null ? (document.fileName ?? name.replace(/\.p7[ms]$/, '')) : null,
      sealed: isOpened ? (sealed?.kind ?? 'none') : null,
      verdict: ['invalid', 'indeterminate', 'valid'].find((verdict) => verdicts.includes(verdict as never)) ?? null,
      levels: isOpened ? JSON.stringify(levels) : null,
      signs: document.signs === undefined ? null : documentIdOf(document.signs),
      judged_at: isOpened ? SINCE : null,
    }),
    ...document.versions.map((version) => insert('documentation_document', { notice, version, document_id: id })),
  ]);
  if (isOpened && content !== null) await fillText(db, sha256(content), document);
}

async function fillText(db: Database, digest: string, { pages = [], missing = [], ...document }: FilledDocument) {
  if (await db.one('select 1 from content where sha256 = $1', [digest])) return;
  const last = await db.one<{ key: number }>('select coalesce(max(key), 0) as key from content');
  const key = (last?.key ?? 0) + 1;
  const isDue = missing.some(({ why }) => why === 'ocrDue') || document.textState === 'ocrDue';
  await db.write([
    insert('content', {
      key,
      sha256: digest,
      state: document.textState ?? (pages.length > 0 ? 'read' : 'none'),
      kind: 'text',
      media_type: document.mediaType ?? 'text/plain',
      pages_count: pages.length || null,
      missing: JSON.stringify(missing),
      read_by: READER_VERSION,
      read_at: SINCE,
      ocr_due: isDue ? 1 : 0,
    }),
    ...wordBlocks(pages.map((text, i) => ({ number: i + 1, text }))).map(({ first, last, words }) =>
      insert('word_block', { content: key, first, last, words }),
    ),
    ...pages.map((text, i) => insert('page', { content: key, number: i + 1, page: i + 1, source: 'text', text })),
  ]);
}

async function keep(blobs: Blobs, bytes: string | Uint8Array): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-file-'));
  try {
    writeFileSync(join(folder, 'file'), bytes);
    await blobs.put(join(folder, 'file'), sha256(bytes));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function insert(table: string, values: Record<string, Value>): Statement {
  const names = Object.keys(values);
  const locations = names.map((_, i) => `$${i + 1}`);
  return {
    sql: `insert into ${table} (${names.join(', ')}) values (${locations.join(', ')})`,
    params: Object.values(values),
  };
}

/** A valid signature, with changes. */
export const signerOf = (identity: Partial<SignerIdentity>, rest: Partial<Signer> = {}): Signer => ({
  format: 'cms',
  level: 'CAdES-T',
  verdict: 'valid',
  reasons: [],
  integrity: 'intact',
  chain: 'trusted',
  claimedSigningTime: '2026-10-01T10:00:00.000Z',
  timestamp: { time: '2026-10-01T10:00:05.000Z', authority: 'Marcare Temporală Inventată', isValid: true },
  judgedFor: '2026-10-01T10:00:05.000Z',
  revocation: { status: 'good', source: 'crl', asOf: '2026-10-02T00:00:00.000Z', revokedAt: null },
  coversWholeDocument: null,
  certificate: {
    sha256: 'c'.repeat(64),
    validFrom: '2025-01-01T00:00:00.000Z',
    validTo: '2028-01-01T00:00:00.000Z',
    key: 'RSA 2048',
    listAddresses: [],
  },
  identity: {
    name: 'DRAGOMIRESCU VASILICA',
    organisation: 'MUNICIPIUL PIATRA VULTURULUI',
    country: 'RO',
    issuer: 'Autoritatea Inventată de Certificare',
    certificateSerial: '5E21A0FF77',
    ...identity,
  },
  ...rest,
});
