import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { signReceipt, verifyReceipt } from './jws.ts';
import { publicHalf, type ReceiptSecrets, receiptKeys } from './receipt-keys.ts';
import { type Statement, statementFor } from './statement.ts';

const secrets: ReceiptSecrets = { receiptKey: 'the first' };
const keys = receiptKeys(() => secrets);
const rotated = receiptKeys(() => ({
  receiptKey: 'the second',
  receiptKeysBefore: [{ x: publicHalf('the first'), retiredAt: '2026-11-15T10:00:00.000Z' }],
}));

const statement = statementFor(
  {
    cui: '90000014',
    day: '2024-06-30',
    raw: '{"date_generale":{"cui":90000014}}',
    found: true,
    fetchedAt: '2026-11-15T09:59:59.000Z',
    onDate: { date: '2024-06-30', vatRegistered: true, name: 'FIRMA SRL', basis: { vatRegistered: 'anafAsked' } },
  },
  { account: 'acc_1', requestId: 'req_1', at: '2026-11-15T10:00:00.000Z' },
  { issuer: 'https://example.test', dataset: 'romania', note: 'a note' },
);

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const code = async (receipt: string, by = keys) => {
  const found = await verifyReceipt(receipt, by);
  return found.valid ? 'valid' : found.code;
};

/** The statement with one value changed or removed, for each of its values, nested ones included. */
function* alterations(value: object): Generator<object> {
  for (const [name, one] of Object.entries(value)) {
    if (typeof one === 'object' && one !== null)
      for (const inner of alterations(one)) yield { ...value, [name]: inner };
    else yield { ...value, [name]: typeof one === 'boolean' ? !one : `${one}x` };
    const { [name as keyof object]: _, ...without } = value;
    yield without;
  }
}

test('a receipt is valid and returns the signed statement', async () => {
  const found = await verifyReceipt(await signReceipt(statement, keys), keys);
  assert.deepEqual(found.valid && found.statement, statement);
});

test('a receipt with any field changed, removed or added is not valid', async () => {
  const [header = '', , signature = ''] = (await signReceipt(statement, keys)).split('.');
  const altered = [...alterations(statement), { ...statement, more: true }];
  assert.ok(altered.length > 25);
  for (const each of altered)
    assert.equal(await code(`${header}.${encoded(each)}.${signature}`), 'altered', JSON.stringify(each));
});

test('a receipt with any character changed is not valid', async () => {
  const receipt = await signReceipt(statement, keys);
  for (let at = 0; at < receipt.length; at++) {
    const other = receipt[at] === 'A' ? 'B' : 'A';
    assert.notEqual(await code(receipt.slice(0, at) + other + receipt.slice(at + 1)), 'valid', String(at));
  }
  for (const last of 'BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
    if (!receipt.endsWith(last)) assert.notEqual(await code(receipt.slice(0, -1) + last), 'valid', last);
});

test('a receipt of a replaced key stays valid with its retirement date, and a foreign key is unknown', async () => {
  const old = await signReceipt(statement, keys);
  const found = await verifyReceipt(old, rotated);
  assert.equal(found.valid && found.key.retiredAt, '2026-11-15T10:00:00.000Z');
  assert.equal(await code(await signReceipt(statement, rotated), rotated), 'valid');
  assert.equal(await code(await signReceipt(statement, rotated), keys), 'unknownKey');
  assert.deepEqual(
    rotated.all().map(({ kid }) => kid),
    [rotated.signing().kid, keys.signing().kid],
  );
});

test('other algorithms are refused, including those that use the public key as a secret', async () => {
  const { kid } = keys.signing();
  const x = keys.all()[0]?.x ?? '';
  const typ = 'firmoteca-receipt';
  for (const alg of ['none', 'None', 'HS256', 'ES256', 'RS256', 'Ed25519', '', null]) {
    const body = `${encoded({ alg, typ, kid })}.${encoded(statement)}`;
    for (const secret of [x, Buffer.from(x, 'base64url')]) {
      const mac = createHmac('sha256', secret).update(body).digest('base64url');
      assert.equal(await code(`${body}.${mac}`), 'algorithm', String(alg));
    }
    assert.notEqual(await code(`${body}.`), 'valid');
  }
  const [, payload, signature] = (await signReceipt(statement, keys)).split('.');
  const header = (fields: object) => `${encoded(fields)}.${payload}.${signature}`;
  assert.equal(await code(header({ alg: 'EdDSA', kid })), 'algorithm');
  assert.equal(await code(header({ alg: 'EdDSA', typ })), 'unknownKey');
  assert.equal(await code(header({ alg: 'EdDSA', typ, kid: '__proto__' })), 'unknownKey');
  assert.equal(await code(header({ alg: 'EdDSA', typ, kid, jwk: keys.all()[0] })), 'altered');
  assert.equal(await code(header({ alg: 'EdDSA', typ, kid, crit: ['b64'], b64: false })), 'altered');
});

test('a text that is no receipt is refused', async () => {
  const texts = [
    '',
    '.',
    '..',
    'a.b',
    '....',
    'x'.repeat(8_192),
    '.'.repeat(8_192),
    'e30.e30.AA',
    '\u0000.a.b',
    'bnVsbA.e30.AA',
  ];
  for (const text of texts) assert.notEqual(await code(text), 'valid', text.slice(0, 20));
  assert.equal(await code('e30.e30.AAAA'), 'algorithm');
});

test('the statement has the documented fields', () => {
  const fields: (keyof Statement)[] = [
    'issuer',
    'dataset',
    'id',
    'signedAt',
    'account',
    'asked',
    'answered',
    'told',
    'note',
  ];
  assert.deepEqual(Object.keys(statement), fields);
});
