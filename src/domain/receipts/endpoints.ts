/** Checking a receipt: free for everybody, because whoever is shown one has no account here. */

import { type TSchema, Type } from 'typebox';
import { endpoint } from '#api/endpoint.ts';
import { translate } from '#lib/i18n/message.ts';
import type { Day } from '#lib/values/date.ts';
import { sha256 } from '#lib/values/hash.ts';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import { messages } from '#locales/messages.ts';
import { checked } from './jws.ts';
import type { ReceiptKeys } from './receipt-keys.ts';

import { type Statement, statementOf } from './statement.ts';

/** Characters of a receipt; ours have some fifteen hundred. */
const RECEIPT_MAX = 8_192;
const BODY_BYTES_MAX = 16_384;

interface ReceiptNeeds<Told extends TSchema> {
  keys: ReceiptKeys;
  /** The shape of what receipts tell. */
  told: Told;
  /** The source's newest words about a fiscal code on a day; null when there are none. */
  newest(cui: string, day: Day): Promise<string | null>;
  /** Whether a record with this hash is kept as it came. */
  isKept(cui: string, day: Day, hash: string): Promise<boolean>;
}

export const receipts = <Told extends TSchema>({ keys, told, newest, isKept }: ReceiptNeeds<Told>) => ({
  verifyReceipt: endpoint({
    method: 'POST',
    path: '/api/receipts/verify',
    extra: true,
    access: 'free',
    fresh: '15s',
    title: 'Check a receipt',
    about:
      'Whether a receipt was signed by this service and is as it was issued, also with a key that is no longer in use. It proves what this service saw, not what the authority vouches for. Anybody may ask; no key is needed. People find the same at `/receipts`, and it can be done without us: it is a compact JWS (EdDSA), and `/.well-known/receipt-keys.json` has the keys.',
    body: Type.Object(
      {
        receipt: Type.String({
          minLength: 1,
          maxLength: RECEIPT_MAX,
          description: 'The whole text of `meta.receipt`.',
        }),
      },
      closed,
    ),
    bodyBytesMax: BODY_BYTES_MAX,
    data: Type.Object(
      {
        valid: Type.Boolean({ description: 'Signed here, and nothing in it was altered.' }),
        reason: orNull(
          Type.Object(
            {
              code: oneOf(['malformed', 'algorithm', 'unknownKey', 'altered'], 'Why it is not valid.'),
              message: Type.String({ description: 'The same in words.' }),
            },
            { ...closed, title: 'ReceiptFlaw' },
          ),
          'Why it is not valid; null when it is.',
        ),
        statement: orNull(statementOf(told), 'What it states; null when it is not valid.'),
        key: orNull(
          Type.Object(
            {
              kid: Type.String({ description: 'Id of the key, as in `/.well-known/receipt-keys.json`.' }),
              retiredAt: orNull(Type.String(), 'When it was replaced; null while it signs.'),
            },
            { ...closed, title: 'ReceiptKey' },
          ),
          'The key that signed it.',
        ),
        record: orNull(
          oneOf(
            ['agrees', 'differs', 'notKept'],
            'Whether the source’s record of then is kept here with the same hash. `agrees`: it is. `differs`: it is, and the source has answered otherwise since. `notKept`: it is not.',
          ),
          'Null when the receipt is not valid.',
        ),
        note: Type.String({ description: 'What a receipt proves, and what it does not.' }),
      },
      { ...closed, title: 'ReceiptCheck', description: 'What is to be said of a receipt.' },
    ),
    examples: [{ title: 'A text that is no receipt', body: { receipt: 'eyJhbGciOiJFZERTQSJ9.e30.AAAA' } }],
    async handle({ receipt }, { language }) {
      const found = await checked(receipt.trim(), keys);
      const meta = { source: 'computed' as const, sources: [], cached: false, cachedAt: null };
      const note = translate(messages.receipts.note(), language);
      if (!found.valid) {
        const reason = { code: found.code, message: translate(found.reason, language) };
        return { data: { valid: false, reason, statement: null, key: null, record: null, note }, meta };
      }
      const { statement, key } = found;
      const record = await recordOf(statement, { newest, isKept });
      const shown = { kid: key.jwk.kid, retiredAt: key.retiredAt };
      // What was signed here had the shape of its day; the check of answers holds it.
      return { data: { valid: true, reason: null, statement: statement as never, key: shown, record, note }, meta };
    },
  }),
});

async function recordOf(
  { asked, answered }: Statement,
  { newest, isKept }: Pick<ReceiptNeeds<TSchema>, 'newest' | 'isKept'>,
): Promise<'agrees' | 'differs' | 'notKept'> {
  const hash = answered.sha256;
  if (!(await isKept(asked.cui, asked.date, hash))) return 'notKept';
  const since = await newest(asked.cui, asked.date);
  return since === null || sha256(since) === hash ? 'agrees' : 'differs';
}
