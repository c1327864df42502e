/** Receipts as compact JWS: signed with the current key, verified with the current and all retired keys. */

import { CompactSign, compactVerify, errors } from 'jose';
import type { Call } from '#api/endpoint.ts';
import { type Message, translate } from '#lib/i18n/message.ts';
import { instantOf, msOf } from '#lib/values/instant.ts';
import { messages } from '#locales/messages.ts';
import type { PublicKey, ReceiptKeys } from './receipt-keys.ts';
import { type Receipted, type Statement, statementFor } from './statement.ts';

/** The only algorithm; a header with another one is rejected before the search for a key. */
const ALGORITHM = 'EdDSA';
/** Distinguishes receipts from other signed data. */
const TYPE = 'firmoteca-receipt';

export const signReceipt = (statement: Statement, keys: ReceiptKeys): Promise<string> => {
  const { kid, key } = keys.signing();
  return new CompactSign(new TextEncoder().encode(JSON.stringify(statement)))
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
    .sign(key);
};

export type Verification =
  | { valid: true; statement: Statement; key: PublicKey }
  | { valid: false; code: 'malformed' | 'algorithm' | 'unknownKey' | 'altered'; reason: Message };

export async function verifyReceipt(receipt: string, keys: ReceiptKeys): Promise<Verification> {
  const header = headerIn(receipt);
  if (header === null) return { valid: false, code: 'malformed', reason: messages.receipts.malformed() };
  if (header.alg !== ALGORITHM || header.typ !== TYPE)
    return { valid: false, code: 'algorithm', reason: messages.receipts.algorithm() };
  const key = typeof header.kid === 'string' ? keys.find(header.kid) : null;
  if (key === null) return { valid: false, code: 'unknownKey', reason: messages.receipts.unknownKey() };
  try {
    const { payload } = await compactVerify(receipt, key.key, { algorithms: [ALGORITHM] });
    return { valid: true, statement: JSON.parse(new TextDecoder().decode(payload)) as Statement, key };
  } catch (error) {
    if (error instanceof errors.JOSEError)
      return { valid: false, code: 'altered', reason: messages.receipts.altered() };
    throw error;
  }
}

/** Null for other than the canonical spelling of a compact JWS: base64url has several for the same bytes. */
function headerIn(receipt: string): Record<string, unknown> | null {
  const parts = receipt.split('.', 4);
  if (parts.length !== 3 || !parts.every(isBase64url)) return null;
  try {
    const header: unknown = JSON.parse(Buffer.from(parts[0] ?? '', 'base64url').toString());
    return typeof header === 'object' && header !== null ? (header as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const isBase64url = (part: string): boolean =>
  part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part;

/** `issuer`: the address of the service; null without a configured one. */
export const issueReceipts =
  (keys: ReceiptKeys, issuer: string | null) =>
  (receipted: Receipted, { caller, requestId, now, language, dataset }: Call): Promise<string> =>
    signReceipt(
      statementFor(
        receipted,
        { account: caller.account ?? '', requestId, at: instantOf(Math.max(now, msOf(receipted.fetchedAt))) },
        {
          issuer: issuer ?? 'firmoteca',
          dataset: dataset.manifest.country,
          note: translate(messages.receipts.note(), language),
        },
      ),
      keys,
    );
