/** Verifies a receipt: free, since its recipient need not have an account. */

import { type TSchema, Type } from 'typebox';
import { endpoint } from '#api/endpoint.ts';
import { translate } from '#lib/i18n/message.ts';
import { closed, field, oneOf, orNone, orNull } from '#lib/schema/fields.ts';
import type { Day } from '#lib/values/date.ts';
import { sha256 } from '#lib/values/hash.ts';
import { messages } from '#locales/messages.ts';
import { verifyReceipt } from './jws.ts';
import type { ReceiptKeys } from './receipt-keys.ts';
import { type Statement, statementOf } from './statement.ts';

/** Characters; a receipt has some fifteen hundred. */
const RECEIPT_MAX = 8_192;
const BODY_BYTES_MAX = 16_384;

interface ReceiptContext<OnDate extends TSchema> {
  keys: ReceiptKeys;
  /** The shape of the statement's member `told`. */
  onDate: OnDate;
  /** The source's newest raw record of a fiscal code on a day; null without one. */
  newest(cui: string, day: Day): Promise<string | null>;
  /** Whether the raw record with this hash is stored. */
  isStored(cui: string, day: Day, hash: string): Promise<boolean>;
}

export const receipts = <OnDate extends TSchema>({ keys, onDate, newest, isStored }: ReceiptContext<OnDate>) => ({
  verifyReceipt: endpoint({
    method: 'POST',
    path: '/api/receipts/verify',
    extra: true,
    access: 'free',
    fresh: '15s',
    title: { en: 'Check a receipt', ro: 'Verificarea unei dovezi' },
    about: {
      en: 'Whether a receipt was signed by this service and is unchanged, also with a key that is no longer in use. It proves the answer that this service received; the authority does not confirm it. No API key is needed. The page `/receipts` does the same for people, and it can be done offline: it is a compact JWS (EdDSA), and `/.well-known/receipt-keys.json` has the keys.',
      ro: 'Dacă o dovadă a fost semnată de acest serviciu și este așa cum a fost emisă, chiar și cu o cheie care nu se mai folosește. Dovedește răspunsul primit de acest serviciu; autoritatea nu îl confirmă. Nu este nevoie de cheie API. Pagina `/receipts` face același lucru pentru oameni, iar verificarea se poate face și offline: este un JWS compact (EdDSA), iar `/.well-known/receipt-keys.json` are cheile.',
    },
    body: Type.Object(
      {
        receipt: field(
          Type.String({
            minLength: 1,
            maxLength: RECEIPT_MAX,
          }),
          { en: 'The whole text of `meta.receipt`.', ro: 'Textul întreg din `meta.receipt`.' },
        ),
      },
      closed,
    ),
    bodyBytesMax: BODY_BYTES_MAX,
    data: Type.Object(
      {
        valid: field(Type.Boolean(), {
          en: 'Signed here, and nothing in it was altered.',
          ro: 'Semnată aici și nimic din ea nu a fost schimbat.',
        }),
        reason: orNone(
          Type.Object(
            {
              code: oneOf(['malformed', 'algorithm', 'unknownKey', 'altered'], {
                en: 'Why it is not valid.',
                ro: 'De ce nu este valabilă.',
              }),
              message: field(Type.String(), { en: 'The same in words.', ro: 'Același lucru în cuvinte.' }),
            },
            { ...closed, title: 'ReceiptFlaw' },
          ),
          { en: 'Why it is not valid; null when it is.', ro: 'De ce nu este valabilă; null când este.' },
        ),
        statement: orNone(statementOf(onDate), {
          en: 'What it states; null when it is not valid.',
          ro: 'Ce afirmă; null când nu este valabilă.',
        }),
        key: orNull(
          Type.Object(
            {
              kid: field(Type.String(), {
                en: 'Id of the key, as in `/.well-known/receipt-keys.json`.',
                ro: 'Identificatorul cheii, ca în `/.well-known/receipt-keys.json`.',
              }),
              retiredAt: orNone(Type.String(), {
                en: 'When it was replaced; null while it signs.',
                ro: 'Când a fost înlocuită; null cât timp semnează.',
              }),
            },
            { ...closed, title: 'ReceiptKey' },
          ),
          { en: 'The key that signed it.', ro: 'Cheia care a semnat-o.' },
        ),
        record: orNone(
          oneOf(
            ['agrees', 'differs', 'notKept'],
            'Whether the source’s record of then is kept here with the same hash. `agrees`: it is. `differs`: it is, and the source has answered otherwise since. `notKept`: it is not.',
          ),
          { en: 'Null when the receipt is not valid.', ro: 'Null când dovada nu este valabilă.' },
        ),
        note: field(Type.String(), {
          en: 'What a receipt proves, and what it does not.',
          ro: 'Ce dovedește o dovadă și ce nu.',
        }),
      },
      { ...closed, title: 'ReceiptCheck', description: 'Remark on the receipt.' },
    ),
    examples: [
      {
        title: { en: 'A text that is no receipt', ro: 'Un text care nu este dovadă' },
        body: { receipt: 'eyJhbGciOiJFZERTQSJ9.e30.AAAA' },
      },
    ],
    async handle({ receipt }, { language }) {
      const result = await verifyReceipt(receipt.trim(), keys);
      const meta = { source: 'computed' as const, sources: [], cached: false, cachedAt: null };
      const note = translate(messages.receipts.note(), language);
      if (!result.valid) {
        const reason = { code: result.code, message: translate(result.reason, language) };
        return { data: { valid: false, reason, statement: null, key: null, record: null, note }, meta };
      }
      const { statement, key } = result;
      const record = await recordOf(statement, { newest, isStored });
      const publicKey = { kid: key.jwk.kid, retiredAt: key.retiredAt };
      // `never`: an earlier version may have signed another shape; the check of answers validates it.
      return { data: { valid: true, reason: null, statement: statement as never, key: publicKey, record, note }, meta };
    },
  }),
});

async function recordOf(
  { asked, answered }: Statement,
  { newest, isStored }: Pick<ReceiptContext<TSchema>, 'newest' | 'isStored'>,
): Promise<'agrees' | 'differs' | 'notKept'> {
  const hash = answered.sha256;
  if (!(await isStored(asked.cui, asked.date, hash))) return 'notKept';
  const since = await newest(asked.cui, asked.date);
  return since === null || sha256(since) === hash ? 'agrees' : 'differs';
}
