/** Documents as files. */
import { Type } from 'typebox';
import { type Call, fileEndpoint } from '#api/endpoint.ts';
import type { AnswerFile } from '#api/file.ts';
import { closed } from '#lib/values/schema.ts';
import { checkedBlob } from './blobs/checked-blob.ts';
import { assertOpened, assertStored, documentOfCall, fileLost, type ShownDocument } from './document-of-call.ts';
import { sourceMeta } from './documentation-meta.ts';
import { notHere } from './documentation-of-call.ts';
import { maskedText } from './masking.ts';
import type { DocumentsNeeds } from './needs.ts';
import { ofDocument } from './parameters.ts';
import { publishedAt } from './published-at.ts';

export const files = (needs: DocumentsNeeds) => ({
  downloadDocument: fileEndpoint({
    path: '/api/sicap/document/{id}/download',
    fresh: '6h',
    title: 'One document as a file',
    about:
      'The document without its seals, as its authority made it: nothing is taken out of it. `sealed=true` gives the file as it was published, with its signatures. Parts can be asked for (`Range`, `If-Range`).',
    params: ofDocument,
    query: Type.Object(
      {
        sealed: Type.Boolean({ default: false, description: 'Whether the file as it was published is wanted.' }),
      },
      closed,
    ),
    file: { mediaTypes: ['*/*'], about: 'The file; its media type is told by its bytes.' },
    errors: [...notHere, 'UNPROCESSABLE_DOCUMENT'],
    examples: [{ title: 'A document', params: { id: needs.example.document } }],
    async handle({ id, sealed }, call) {
      const shown = await documentOfCall(id, call, needs);
      const { row, documentation } = shown;
      const file = await (sealed ? asPublished(shown, call, needs) : unsealed(shown, call, needs));
      const source = { notice: row.notice, system_id: documentation?.system_id ?? null };
      return { file, meta: { ...sourceMeta(source, row.fetched_at, call, needs), cachedAt: row.fetched_at } };
    },
  }),
});

async function unsealed(shown: ShownDocument, call: Call, needs: DocumentsNeeds): Promise<AnswerFile> {
  const { sha256 } = await assertOpened(shown, call, needs);
  const { file_name, name, media_type, content_bytes } = shown.row;
  const wanted = { sha256, bytes: content_bytes, name: file_name ?? name, mediaType: media_type };
  return stored(shown, wanted, call, needs);
}

/** What holds a seal of its own kind is told as that, whatever lies inside. */
const SEALED: Readonly<Record<string, string>> = {
  cms: 'application/pkcs7-mime',
  asic: 'application/vnd.etsi.asic-e+zip',
};

async function asPublished(shown: ShownDocument, call: Call, needs: DocumentsNeeds): Promise<AnswerFile> {
  const { file_sha256: sha256, file_bytes: bytes, name, sealed, media_type } = shown.row;
  if (sha256 === null) await assertStored(shown, call, needs);
  if (sha256 === null) throw await fileLost(shown, call, needs);
  return stored(shown, { sha256, bytes, name, mediaType: SEALED[sealed ?? ''] ?? media_type }, call, needs);
}

interface Wanted {
  sha256: string;
  bytes: number | null;
  name: string;
  mediaType: string | null;
}

async function stored(
  shown: ShownDocument,
  { sha256, bytes, name, mediaType }: Wanted,
  call: Call,
  needs: DocumentsNeeds,
): Promise<AnswerFile> {
  const { blobs } = needs;
  const sizeBytes = await blobs.sizeOf(sha256);
  if (sizeBytes === null || sizeBytes !== (bytes ?? sizeBytes)) throw await fileLost(shown, call, needs);
  return {
    mediaType: mediaType ?? 'application/octet-stream',
    name: maskedText(name, needs.hidden().names),
    sizeBytes,
    sha256,
    modifiedAt: publishedAt(shown.row),
    // Of a part nobody can tell whether it is right.
    open: (part, signal) =>
      part === null ? checkedBlob(blobs.open(sha256, null, signal), sha256) : blobs.open(sha256, part, signal),
  };
}
