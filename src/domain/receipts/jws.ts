/** Receipts as compact JWS: made with the key that signs, checked against all that ever did. */

import { CompactSign, compactVerify, errors } from 'jose';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import type { PublicKey, ReceiptKeys } from './receipt-keys.ts';

import type { Statement } from './statement.ts';

/** The only algorithm: what a header names otherwise is refused before any key is looked for. */
const ALGORITHM = 'EdDSA';
/** Tells receipts from whatever else might ever be signed. */
const TYPE = 'firmoteca-receipt';

export const signed = (statement: Statement, keys: ReceiptKeys): Promise<string> => {
  const { kid, key } = keys.signing();
  return new CompactSign(new TextEncoder().encode(JSON.stringify(statement)))
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
    .sign(key);
};

export type Checked =
  | { valid: true; statement: Statement; key: PublicKey }
  | { valid: false; code: 'malformed' | 'algorithm' | 'unknownKey' | 'altered'; reason: Message };

export async function checked(receipt: string, keys: ReceiptKeys): Promise<Checked> {
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

/** Null when it is no compact JWS in the one spelling that we write: base64url has several for the same bytes. */
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
