/** The state of a documentation, the signatures on its documents, and their pages in the web app. */

import Type from 'typebox';
import type { Meta } from '#api/operation-result.ts';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';
import { defined } from './arguments.ts';

export const Documentation = Type.Object(
  {
    state: oneOf(
      ['none', 'announced', 'collecting', 'available', 'partial', 'failed', 'withdrawn', 'superseded'],
      '`none`: no document was listed at `lookedAt`; do not call again before `nextLookAt`. `partial`: some files could not be had. `collecting`: files are being fetched.',
    ),
    version: orNull(Type.Integer(), 'The version that this answer shows.'),
    versionsCount: Type.Integer({
      description: 'Versions that were collected; `compare_tender_versions` compares two.',
    }),
    documentsCount: Type.Integer({ description: 'Documents of the version.' }),
    lookedAt: orNull(Type.String(), 'When the procurement system’s lists were last read.'),
    nextLookAt: orNull(Type.String(), 'When they are read again, at the earliest; null when that is not planned.'),
  },
  { ...closed, description: 'How far its documents are collected.' },
);

interface DocumentationMeta extends Omit<Static<typeof Documentation>, 'versionsCount'> {
  versions: readonly unknown[];
}

export function documentationIn(meta: Meta): Static<typeof Documentation> {
  const { state, version, versions, documentsCount, lookedAt, nextLookAt } = meta.documentation as DocumentationMeta;
  return { state, version, versionsCount: versions.length, documentsCount, lookedAt, nextLookAt };
}

/** The page where a person reads a document, and with Pro downloads it. The id begins with its notice. */
export function documentPage({ link }: Pick<ToolCall, 'link'>, id: string, page?: number): string {
  const [notice = ''] = /^[A-Za-z0-9]*/.exec(id) ?? [];
  const address = link('noticeDocument', { notice, document: id });
  return page === undefined ? address : `${address}?fromPage=${page}#p${page}`;
}

/** OCR text may have wrong letters. */
export const ReadFrom = oneOf(['text', 'ocr'], '`ocr`: read by OCR, letters may be wrong.');

const Integrity = oneOf(['intact', 'altered', 'unknown'], 'Whether what was signed is what lies here.');
const Chain = oneOf(
  ['trusted', 'untrusted', 'expired', 'revoked', 'unknown'],
  'Whether the certificate leads to a trusted authority.',
);
const Revocation = oneOf(
  ['good', 'revoked', 'later', 'notChecked'],
  'Whether the certificate was revoked. `notChecked`: unknown, and the verdict therefore not `valid`.',
);

export const SignatureFacts = orNull(
  Type.Object({ integrity: Integrity, chain: Chain, revocation: Revocation }, closed),
  'What is known beside the verdict: the worst of each among its signatures; null without one.',
);

export const Signature = Type.Object(
  {
    verdict: oneOf(
      ['valid', 'invalid', 'indeterminate'],
      '`invalid` only where content or signature are wrong; uncertain ones are `indeterminate`.',
    ),
    integrity: Integrity,
    chain: Chain,
    revocation: Revocation,
    claimedSigningTime: orNull(Type.String(), 'What the signer’s own clock said.'),
    timestampTime: orNull(Type.String(), 'When a time-stamping authority saw it; null without one.'),
    reasons: Type.Array(Type.String(), { description: 'Why the verdict is not `valid`, or what else to know.' }),
    signer: orNull(
      Type.Object(
        {
          name: orNull(Type.String(), 'As the certificate names the signer.'),
          organisation: orNull(Type.String(), 'As the certificate names it.'),
        },
        closed,
      ),
      'Who signed, for accounts with full access; null for others.',
    ),
  },
  closed,
);

/** The page size of the operation, and a page limit beyond all tenders seen so far. */
const SIGNATURES_PER_PAGE = 200;
const PAGES_MAX = 10;

interface Signatures {
  by: Map<string, Static<typeof Signature>[]>;
  meta: Meta;
}

/** The signatures of one version, in the order of the documents. */
export async function signaturesOf(notice: string, version: number | null, { client }: ToolCall): Promise<Signatures> {
  const by: Signatures['by'] = new Map();
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    const query = defined({ version: version ?? undefined, cursor });
    const { data, meta } = await client.getSigners({ notice, limit: SIGNATURES_PER_PAGE, ...query });
    for (const row of data) {
      const documentId = row.signs ?? row.documentId;
      by.set(documentId, [...(by.get(documentId) ?? []), signatureOf(row)]);
    }
    cursor = meta.page?.nextCursor ?? undefined;
    if (cursor === undefined || page === PAGES_MAX) return { by, meta };
  }
}

type SignatureRow = Awaited<ReturnType<ToolCall['client']['getSigners']>>['data'][number];

const signatureOf = ({ signer, ...row }: SignatureRow): Static<typeof Signature> => ({
  verdict: row.verdict,
  integrity: row.integrity,
  chain: row.chain,
  revocation: row.revocation?.status ?? 'notChecked',
  claimedSigningTime: row.claimedSigningTime,
  timestampTime: row.timestamp?.time ?? null,
  reasons: row.reasons.map(({ label }) => label),
  signer: signer && { name: signer.name, organisation: signer.organisation },
});
