/** The signatures on documents of a tender, by the document that they sign. */

import Type from 'typebox';
import type { Meta } from '#api/operation-result.ts';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';
import { given } from './arguments.ts';

export const Signature = Type.Object(
  {
    verdict: oneOf(
      ['valid', 'invalid', 'indeterminate'],
      '`invalid` only where content or signature are wrong; whatever cannot be told for certain is `indeterminate`.',
    ),
    integrity: oneOf(['intact', 'altered', 'unknown'], 'Whether what was signed is what lies here.'),
    chain: oneOf(
      ['trusted', 'untrusted', 'expired', 'revoked', 'unknown'],
      'Whether the certificate leads to a trusted authority.',
    ),
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

/** As many as one answer of the operation has, and answers: more signatures than any tender met so far has. */
const PIECE = 200;
const PIECES_MAX = 10;

export interface Signed {
  by: Map<string, Static<typeof Signature>[]>;
  meta: Meta;
}

/** Of one version; they come in the order of the documents, which may be many more than are shown. */
export async function signaturesOf(notice: string, version: number | null, { client }: ToolCall): Promise<Signed> {
  const by: Signed['by'] = new Map();
  let cursor: string | undefined;
  for (let piece = 1; ; piece++) {
    const asked = given({ version: version ?? undefined, cursor });
    const { data, meta } = await client.getSigners({ notice, limit: PIECE, ...asked });
    for (const row of data) {
      const signed = row.signs ?? row.documentId;
      by.set(signed, [...(by.get(signed) ?? []), signatureOf(row)]);
    }
    cursor = meta.page?.nextCursor ?? undefined;
    if (cursor === undefined || piece === PIECES_MAX) return { by, meta };
  }
}

type Row = Awaited<ReturnType<ToolCall['client']['getSigners']>>['data'][number];

const signatureOf = ({ signer, ...row }: Row): Static<typeof Signature> => ({
  verdict: row.verdict,
  integrity: row.integrity,
  chain: row.chain,
  claimedSigningTime: row.claimedSigningTime,
  timestampTime: row.timestamp?.time ?? null,
  reasons: row.reasons.map(({ label }) => label),
  signer: signer && { name: signer.name, organisation: signer.organisation },
});
