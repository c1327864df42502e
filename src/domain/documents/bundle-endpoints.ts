/** The bundle endpoint: all documents of a procedure in one ZIP archive with a manifest. */

import { Type } from 'typebox';
import { type Call, fileEndpoint } from '#api/endpoint.ts';
import { type Message, translator } from '#lib/i18n/message.ts';
import { closed } from '#lib/schema/fields.ts';
import { sha256 } from '#lib/values/hash.ts';
import { messages } from '#locales/messages.ts';
import type { Blobs } from './blobs/blobs.ts';
import { publishedAt } from './document.ts';
import {
  type Documentation,
  type DocumentsContext,
  documentationOfCall,
  gateErrors,
  noFiles,
  requestAgain,
} from './documentation-gate.ts';
import { metaOf, ofNotice, version } from './documentation-meta.ts';
import { maskedText } from './masking.ts';
import { NO_SIGNATURE, type Signature, signatureSummary, signaturesOf } from './signature.ts';
import { reasonIn, storedReason } from './stored-reason.ts';
import type { WithheldRow } from './tables/documents-table.ts';
import type { DocumentRow } from './tables/rows.ts';
import { entryNames, type ZippedFile, type ZippedText, zipStream } from './zip-archive.ts';

const ZIP = 'application/zip';

export const bundles = (context: DocumentsContext) => ({
  downloadDocumentation: fileEndpoint({
    path: '/api/sicap/procedure/{notice}/bundle',
    fresh: '6h',
    title: { en: 'All documents of a procedure', ro: 'Toate documentele unei proceduri' },
    about: {
      en: 'A ZIP archive of all documents of a version, extracted from their signed containers, with a folder for each heading. `MANIFEST.json` lists digests, signatures and verdicts, and the missing or withheld documents with the reason; a text file has the same for people. A file that could not be extracted is included as published. The archive is built while it is sent: its length is not known in advance, and an interrupted one is incomplete. Documentation without any stored file is a 404 whose details have its `state`, `lookedAt` and `nextLookAt`.',
      ro: 'O arhivă ZIP cu toate documentele unei versiuni, extrase din containerele semnate, cu un dosar pentru fiecare titlu. `MANIFEST.json` enumeră amprentele, semnăturile și verdictele, documentele lipsă sau reținute și motivul; un fișier text are același conținut pentru oameni. Un fișier care nu s-a putut extrage este inclus așa cum a fost publicat. Arhiva se construiește în timp ce se trimite: lungimea nu este cunoscută dinainte, iar una întreruptă este incompletă. O documentație fără niciun fișier stocat este un 404 ale cărui detalii au `state`, `lookedAt` și `nextLookAt`.',
    },
    params: ofNotice(context),
    query: Type.Object(
      {
        version: version({
          en: 'Version of the documentation; the newest that was collected.',
          ro: 'Versiunea documentației; cea mai nouă adunată.',
        }),
      },
      closed,
    ),
    file: { mediaTypes: [ZIP], about: { en: 'The archive.', ro: 'Arhiva.' }, isStreamed: true },
    errors: gateErrors,
    examples: [{ title: { en: 'A procedure', ro: 'O procedură' }, params: { notice: context.example.notice } }],
    async handle(parameters, call) {
      const { blobs } = context;
      const found = await documentationOfCall(parameters, call, context);
      if (found.version === null) throw await noFiles(found, context);
      const { names } = context.hidden();
      const masked = (text: string): string => maskedText(text, names);
      const bundled = await bundleContents(found, blobs, masked);
      await assertNotEmpty(found, bundled, call, context);
      const { texts, revision } = manifestTexts(found, bundled, call, masked);
      const files = bundled.flatMap((one) => zippedFile(one, context) ?? []);
      return {
        file: {
          mediaType: ZIP,
          name: `${found.row.notice}-v${found.version.version}.zip`,
          sizeBytes: null,
          sha256: null,
          revision,
          modifiedAt: null,
          open: (_, signal) => zipStream(texts, files, signal),
        },
        meta: metaOf(found, call, context),
      };
    },
  }),
});

function zippedFile({ row, file }: BundledDocument, { blobs }: DocumentsContext): ZippedFile | null {
  if (file === null) return null;
  const { path, sha256, sizeBytes, mediaType } = file;
  const open = (signal: AbortSignal): AsyncIterable<Uint8Array> => blobs.open(sha256, null, signal);
  return { path, sha256, sizeBytes, mediaType, modifiedAt: publishedAt(row), open };
}

/** An archive without any file is an answer only where documents are withheld. */
async function assertNotEmpty(
  found: Documentation,
  bundled: readonly BundledDocument[],
  call: Call,
  context: DocumentsContext,
): Promise<void> {
  const isIncomplete = bundled.some(({ file, withheld }) => file === null && withheld === null);
  // A look reads the newest list and fetches only its files.
  if (isIncomplete && found.version?.version === found.versions[0]?.version)
    await requestAgain(found.row, call, context);
  if (bundled.some(({ file, withheld }) => file !== null || withheld !== null)) return;
  throw await noFiles(found, context);
}

interface BundledFile {
  path: string;
  sha256: string;
  sizeBytes: number;
  mediaType: string | null;
  /** Whether the archive has the file as published, because it could not be unsealed. */
  asPublished: boolean;
}

interface BundledDocument {
  row: DocumentRow;
  file: BundledFile | null;
  /** Why there is no file; null when there is one. */
  missing: Message | null;
  withheld: WithheldRow | null;
}

async function bundleContents(
  { documents, withheld }: Documentation,
  blobs: Blobs,
  masked: (text: string) => string,
): Promise<BundledDocument[]> {
  const nameOf = entryNames();
  const bundled: BundledDocument[] = [];
  for (const row of documents) {
    const withholding = withheld.get(row.id) ?? null;
    const sha256 = withholding === null ? (row.content_sha256 ?? row.file_sha256) : null;
    const sizeBytes = sha256 === null ? null : await blobs.sizeOf(sha256);
    if (sha256 === null || sizeBytes === null) {
      bundled.push({ row, file: null, missing: withholding ? null : missing(row), withheld: withholding });
      continue;
    }
    const asPublished = row.content_sha256 === null;
    const path = nameOf(row.section, masked((asPublished ? null : row.file_name) ?? row.name));
    const mediaType = asPublished ? null : row.media_type;
    bundled.push({ row, file: { path, sha256, sizeBytes, mediaType, asPublished }, missing: null, withheld: null });
  }
  return bundled;
}

function missing({ state, reason }: DocumentRow): Message {
  if (reason !== null) return storedReason(reason);
  return state === 'failed'
    ? messages.documents.reasonUnknown()
    : state === 'listed'
      ? messages.documents.notFetched()
      : messages.documents.fileGone();
}

type Masked = (text: string) => string;

/** Two bundles of one revision have the same content, whenever they are built. */
interface BundleTexts {
  texts: ZippedText[];
  revision: string;
}

function manifestTexts(
  documentation: Documentation,
  bundled: readonly BundledDocument[],
  call: Call,
  masked: Masked,
): BundleTexts {
  const rows = bundled.filter(({ withheld }) => withheld === null).map(({ row }) => row);
  const entries = bundled.map((one) => describe(one, rows, call, masked));
  const about = manifest(documentation, entries, call);
  const texts = [
    { path: 'MANIFEST.json', text: `${JSON.stringify(about, null, 2)}\n` },
    { path: translator(call.language)(messages.documentBundle.fileName()), text: readMe(documentation, entries, call) },
  ];
  return { texts, revision: sha256(JSON.stringify([{ ...about, madeAt: null }, call.language])) };
}

function describe(
  { row, file, missing, withheld }: BundledDocument,
  rows: readonly DocumentRow[],
  { language }: Call,
  masked: Masked,
) {
  const isVisible = withheld === null;
  return {
    id: row.id,
    code: row.code,
    section: row.section,
    name: isVisible ? masked(row.name) : null,
    path: file?.path ?? null,
    sizeBytes: file?.sizeBytes ?? null,
    sha256: file?.sha256 ?? null,
    mediaType: isVisible ? row.media_type : null,
    asPublished: file?.asPublished ?? null,
    published: isVisible ? { sizeBytes: row.file_bytes, sha256: row.file_sha256, sealed: row.sealed } : null,
    publishedAt: row.published_on,
    collectedAt: row.fetched_at,
    ...(isVisible ? signatureSummary(row, rows) : NO_SIGNATURE),
    // Bundles require Pro, which includes the names of signers.
    signatures: isVisible ? signaturesOf(row, { pro: true, language, masked }) : [],
    missing: missing && reasonIn(missing, language),
    withheld: withheld && { why: withheld.why, since: withheld.withheld_at },
  };
}

type Described = ReturnType<typeof describe>;

const manifest = ({ row, version, versions }: Documentation, documents: readonly Described[], call: Call) => ({
  notice: row.notice,
  version: version?.version ?? null,
  seenAt: version?.seen_at ?? null,
  state: version?.state ?? row.state,
  lookedAt: row.looked_at,
  versions: versions.map((one) => ({ version: one.version, seenAt: one.seen_at, state: one.state })),
  madeAt: new Date(call.now).toISOString(),
  dataset: call.dataset.manifest.country,
  documents,
});

function readMe({ row, version, versions }: Documentation, documents: readonly Described[], call: Call): string {
  const t = translator(call.language);
  const head = [
    t(messages.documentBundle.title({ notice: row.notice, version: version?.version ?? 0, versions: versions.length })),
    t(messages.documentBundle.seen({ seenAt: version?.seen_at ?? row.since, lookedAt: row.looked_at ?? row.since })),
    t(messages.documentBundle.howTo()),
    ...(call.dataset.manifest.country === 'demo' ? [t(messages.documentBundle.invented())] : []),
  ];
  const lines = documents.map((one) => [lineOf(one, t), ...one.signatures.map((each) => signed(each, t))]);
  // Line ends for the editor of Windows.
  return `${[...head, '', ...lines.flat(), ''].join('\r\n')}`;
}

function lineOf(one: Described, t: ReturnType<typeof translator>): string {
  if (one.withheld) return t(messages.documentBundle.withheld({ code: one.code, why: one.withheld.why }));
  if (one.path === null)
    return t(messages.documentBundle.missing({ code: one.code, name: one.name ?? '', why: one.missing?.label ?? '' }));
  return t(messages.documentBundle.there({ code: one.code, path: one.path, sha256: one.sha256 ?? '' }));
}

function signed({ verdict, signer, reasons }: Signature, t: ReturnType<typeof translator>): string {
  const who = signer?.name ?? t(messages.documentBundle.unnamed());
  const why = reasons.map(({ label }) => label).join(' ');
  return `    ${t(messages.documentBundle.signed({ who, verdict: t(messages.documentBundle[verdict]()), why }))}`;
}
