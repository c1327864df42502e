/** All documents of a procedure in one file. */
import { Type } from 'typebox';
import { type Call, fileEndpoint } from '#api/endpoint.ts';
import { closed } from '#lib/values/schema.ts';
import { type BundledDocument, bundleContents } from './bundle/contents.ts';
import { manifestTexts } from './bundle/manifest.ts';
import { type ZippedFile, zipStream } from './bundle/zip-stream.ts';
import { metaOf } from './documentation-meta.ts';
import { askAgain, type Documentation, documentationOfCall, noFiles, notHere } from './documentation-of-call.ts';
import { maskedText } from './masking.ts';
import type { DocumentsNeeds } from './needs.ts';
import { ofNotice, version } from './parameters.ts';
import { publishedAt } from './published-at.ts';

const ZIP = 'application/zip';

export const bundles = (needs: DocumentsNeeds) => ({
  downloadDocumentation: fileEndpoint({
    path: '/api/sicap/procedure/{notice}/bundle',
    fresh: '6h',
    title: 'All documents of a procedure',
    about:
      'A ZIP archive of all documents of a version, without their seals, in a folder for each heading. `MANIFEST.json` tells digests, signatures and verdicts, and which documents are missing or withheld, and why; the same stands in a file for people. What could not be unsealed lies in it as it was published. The archive is made while it is sent: its length is not known before, and one that breaks off was not sent whole. A documentation of which no file is here is a 404 whose details say its `state`, `lookedAt` and `nextLookAt`.',
    params: ofNotice(needs),
    query: Type.Object({ version: version('Version of the documentation; the newest that was collected.') }, closed),
    file: { mediaTypes: [ZIP], about: 'The archive.', isStreamed: true },
    errors: notHere,
    examples: [{ title: 'A procedure', params: { notice: needs.example.notice } }],
    async handle(asked, call) {
      const { blobs } = needs;
      const found = await documentationOfCall(asked, call, needs);
      if (found.version === null) throw await noFiles(found, needs);
      const { names } = needs.hidden();
      const masked = (text: string): string => maskedText(text, names);
      const bundled = await bundleContents(found, blobs, masked);
      await assertSomething(found, bundled, call, needs);
      const { texts, revision } = manifestTexts(found, bundled, call, masked);
      const files = bundled.flatMap((one) => zippedFile(one, needs) ?? []);
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
        meta: metaOf(found, call, needs),
      };
    },
  }),
});

function zippedFile({ row, file }: BundledDocument, { blobs }: DocumentsNeeds): ZippedFile | null {
  if (file === null) return null;
  const { path, sha256, sizeBytes, mediaType } = file;
  const open = (signal: AbortSignal): AsyncIterable<Uint8Array> => blobs.open(sha256, null, signal);
  return { path, sha256, sizeBytes, mediaType, modifiedAt: publishedAt(row), open };
}

/** An archive of nothing but the word that nothing could be had is an answer where documents are withheld, and nowhere else. */
async function assertSomething(
  found: Documentation,
  bundled: readonly BundledDocument[],
  call: Call,
  needs: DocumentsNeeds,
): Promise<void> {
  const isIncomplete = bundled.some(({ file, withheld }) => file === null && withheld === null);
  // A look reads the newest list and fetches its files only.
  if (isIncomplete && found.version?.version === found.versions[0]?.version) await askAgain(found.row, call, needs);
  if (bundled.some(({ file, withheld }) => file !== null || withheld !== null)) return;
  throw await noFiles(found, needs);
}
