/** The endpoint for the changes between two versions of a documentation. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { type Call, endpoint } from '#api/endpoint.ts';
import { closed } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { type ComparedDocument, changedDocuments, type DocumentPair } from './comparison/changed-documents.ts';
import { ANSWER_LENGTH_MAX, Changes, createComparer, displayedText, type Replaced } from './comparison/changes.ts';
import { type Documentation, type DocumentsContext, documentationOfCall, gateErrors } from './documentation-gate.ts';
import { documentationMeta, documentIdentifier, metaOf, ofNotice, version } from './documentation-meta.ts';
import { maskedPart, maskedText } from './masking.ts';
import { isDetachedSignature, unwrappedName } from './opener/file-names.ts';
import { signatureSummary } from './signature.ts';
import type { WithheldRow } from './tables/documents-table.ts';
import type { DocumentRow } from './tables/rows.ts';

export const changes = (context: DocumentsContext) => ({
  getDocumentationChanges: endpoint({
    path: '/api/sicap/procedure/{notice}/changes',
    access: 'pro',
    fresh: '6h',
    title: { en: 'Changes between versions of a documentation', ro: 'Schimbări între versiunile unei documentații' },
    about: {
      en: 'Documents that were added, removed, renamed, signed again or replaced between two versions, by default the last two; replaced texts by paragraph, with the changed words. With only one version the lists are empty and `from` is null. A comparison that takes longer than a caller waits is `pending`: repeat the request.',
      ro: 'Ce a apărut, a dispărut, a fost redenumit, semnat din nou sau înlocuit între două versiuni, implicit ultimele două; textele înlocuite pe paragrafe, cu cuvintele schimbate. Cu o singură versiune listele sunt goale și `from` este null. O comparație care durează mai mult decât se așteaptă este `pending`: repetați cererea.',
    },
    params: ofNotice(context),
    query: Type.Object(
      {
        fromVersion: version({
          en: 'The older version; the one before `toVersion`.',
          ro: 'Versiunea mai veche; cea dinainte de `toVersion`.',
        }),
        toVersion: version({
          en: 'The newer version; the newest that was collected.',
          ro: 'Versiunea mai nouă; cea mai nouă adunată.',
        }),
        documentId: Type.Optional(
          documentIdentifier({
            en: 'Only the text of this document is compared.',
            ro: 'Se compară doar textul acestui document.',
          }),
        ),
      },
      closed,
    ),
    data: Changes,
    meta: documentationMeta,
    errors: gateErrors,
    examples: [
      {
        title: { en: 'The last two versions', ro: 'Ultimele două versiuni' },
        params: { notice: context.example.notice },
      },
    ],
    async handle({ documentId, ...parameters }, call) {
      const { before, after } = await comparedVersions(parameters, call, context);
      const meta = metaOf(after, call, context);
      const to = after.version?.version ?? null;
      if (before === null) {
        const warnings = [messages.documents.oneVersion({ notice: after.row.notice })];
        return { data: { from: null, to, ...NOTHING }, meta: { ...meta, ...(to !== null && { warnings }) } };
      }
      const { names } = context.hidden();
      const view = viewOf(before, after, (text) => maskedText(text, names));
      const differences = changedDocuments(before.documents.map(compared), after.documents.map(compared));
      const compare = createComparer(call, context);
      const changed: Replaced[] = [];
      let remaining = ANSWER_LENGTH_MAX;
      for (const { before: older, after: newer } of differences.replaced) {
        const mention = view.pair(older.row, newer.row);
        const isSelected = documentId === undefined || documentId === newer.id;
        if (mention.withheld !== null || !isSelected) {
          changed.push({ ...mention, text: isSelected ? 'withheld' : 'notAsked', blocks: [], blocksCount: 0 });
          continue;
        }
        const change = await compare(older.row.content_sha256, newer.row.content_sha256);
        const { characters, ...text } = displayedText(change, (text) => maskedPart(text, names), remaining);
        remaining -= characters;
        changed.push({ ...mention, ...text });
      }
      return {
        data: {
          from: before.version?.version ?? null,
          to,
          added: differences.added.map(({ row }) => view.one(row)),
          removed: differences.removed.map(({ row }) => view.one(row)),
          renamed: differences.renamed.map((both) => view.pair(both.before.row, both.after.row)),
          resigned: differences.resigned.map((both) => ({
            ...view.pair(both.before.row, both.after.row),
            ...verdicts(both),
          })),
          changed,
          unchangedCount: differences.unchanged.length,
        },
        meta: { ...meta, ...(changed.some(({ text }) => text === 'pending') && { pending: ['changed'] }) },
      };
    },
  }),
});

const NOTHING = { added: [], removed: [], renamed: [], resigned: [], changed: [], unchangedCount: 0 };

type Compared = ComparedDocument & { row: DocumentRow };

/** A document without a file has a content of its own, because its real content is unknown. */
const compared = (row: DocumentRow): Compared => ({
  id: row.id,
  code: row.code,
  name: row.name,
  unwrappedName: unwrappedName(row.name),
  sha256: row.file_sha256 ?? row.id,
  contentSha256: row.content_sha256 ?? row.file_sha256 ?? row.id,
  isSignature: isDetachedSignature(row),
  row,
});

function verdicts({ before, after }: DocumentPair<Compared>) {
  const previous = signatureSummary(before.row, []);
  return {
    ...signatureSummary(after.row, []),
    previousVerdict: previous.signatureVerdict,
    previousFacts: previous.signatureFacts,
  };
}

function viewOf(before: Documentation, after: Documentation, masked: (text: string) => string) {
  const withheld = new Map<string, WithheldRow>([...before.withheld, ...after.withheld]);
  const nameOf = ({ id, name }: DocumentRow): string | null => (withheld.has(id) ? null : masked(name));
  const withheldOf = ({ id }: DocumentRow) => {
    const row = withheld.get(id);
    return row ? { why: row.why, since: row.withheld_at } : null;
  };
  return {
    masked,
    one: (row: DocumentRow) => ({
      documentId: row.id,
      code: row.code,
      name: nameOf(row),
      withheld: withheldOf(row),
    }),
    pair: (older: DocumentRow, newer: DocumentRow) => ({
      documentId: newer.id,
      previousId: older.id,
      name: nameOf(newer),
      previousName: nameOf(older),
      withheld: withheldOf(newer) ?? withheldOf(older),
    }),
  };
}

interface ComparedVersions {
  /** Null when there is no older version. */
  before: Documentation | null;
  after: Documentation;
}

interface ComparisonParameters {
  notice: string;
  fromVersion?: number | undefined;
  toVersion?: number | undefined;
}

/** Default of `toVersion`: the newest collected version; of `fromVersion`: the version before it. */
async function comparedVersions(
  { notice, fromVersion: from, toVersion: to }: ComparisonParameters,
  call: Call,
  context: DocumentsContext,
): Promise<ComparedVersions> {
  const after = await documentationOfCall({ notice, version: to }, call, context);
  const newer = after.version?.version ?? 0;
  // An unknown version is reported by the gate.
  if (from !== undefined && from >= newer && after.versions.some(({ version }) => version === from))
    throw new ApiError('INVALID_PARAMETER', messages.documents.fromBehindTo({ from, to: newer }), {
      details: [{ in: 'query', name: 'fromVersion', problem: messages.documents.notBefore() }],
    });
  const older = from ?? after.versions.find(({ version }) => version < newer)?.version;
  return {
    before: older === undefined ? null : await documentationOfCall({ notice, version: older }, call, context),
    after,
  };
}
