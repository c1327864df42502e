/** Timestamps and revocation: for which time a certificate counts, and who says so. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Authorities, makeAuthorities } from '#test/support/signatures/authorities.ts';
import { addUnsigned, bytesOf, node, oid, sealTree, signatureOf, treeOf } from '#test/support/signatures/der-tree.ts';
import { withoutOpenssl } from '#test/support/signatures/openssl.ts';
import { opened, seal, stamped, token, trustIn, verdictOf } from '#test/support/signatures/signing.ts';

const DAY_MS = 86_400_000;
const days = (count: number): Date => new Date(Date.now() + count * DAY_MS);

describe('time and revocation', { skip: withoutOpenssl() }, () => {
  let made: Authorities;
  before(() => {
    made = makeAuthorities();
    made.issue('short', { to: days(1) });
    made.issue('p256');
    made.issue('revoked');
    made.issue('stamper', { extensions: 'stamper' });
    made.issue('twofold', { extensions: 'twofold' });
    made.issue('responder', { extensions: 'responder' });
    made.issue('stranger', { issuer: 'stranger', extensions: 'root', key: 'p256-stranger' });
    made.issue('clock', { issuer: 'stranger', extensions: 'stamper' });
  });
  after(() => made.remove());

  /** With lists of revoked certificates, as the seal itself can carry them. */
  const withLists = (der: Buffer, lists: Buffer[]): Buffer => {
    const tree = sealTree(der);
    tree.signedData.parts.splice(-1, 0, node(0xa1, ...lists.map(treeOf)));
    return tree.bytes();
  };

  test('a timestamp keeps a signature valid after its certificate ran out', () => {
    const der = stamped(made, seal(made, 'short'));
    const result = opened(made, der, { now: days(30) });
    assert.equal(verdictOf(result), 'valid revocationNotChecked');
    const [signer] = result.signers;
    assert.deepEqual(
      [signer?.level, signer?.timestamp?.isValid, signer?.timestamp?.authority],
      ['CAdES-T', true, 'stamper'],
    );
    assert.equal(signer?.judgedFor, signer?.timestamp?.time);
    assert.match(verdictOf(opened(made, seal(made, 'short'), { now: days(30) })), /^indeterminate certificateExpired/);
  });

  test('a timestamp over other bytes, by a stranger or by a certificate for more than time is not relied on', () => {
    const der = seal(made, 'short');
    for (const wrong of [
      stamped(made, der, 'stamper', Buffer.from('other bytes')),
      stamped(made, der, 'clock'),
      withToken(der, Buffer.from([0x30, 0x00])),
    ]) {
      const result = opened(made, wrong, { now: days(30) });
      assert.match(verdictOf(result), /^indeterminate certificateExpired .*timestampWrong$/);
      assert.equal(result.signers[0]?.level, 'CAdES-B');
    }
  });

  test('a certificate that may stamp times and do something else stamps none', () => {
    const der = seal(made, 'short');
    const statement = statementOf(token(made, signatureOf(sealTree(der).signerInfos[0] as never).body));
    // openssl refuses to stamp with such a certificate, but signs the same statement as anything else.
    const signed = (by: string): Buffer => {
      made.write('statement', statement);
      const who = ['-signer', `${by}.pem`, '-inkey', `${by}.key`, '-certfile', 'authority.pem'];
      const what = ['-in', 'statement', '-econtent_type', '1.2.840.113549.1.9.16.1.4', '-outform', 'DER'];
      return made.run('cms', '-sign', '-binary', '-cades', '-nodetach', ...what, ...who);
    };
    const now = days(30);
    assert.equal(verdictOf(opened(made, withToken(der, signed('stamper')), { now })), 'valid revocationNotChecked');
    for (const by of ['twofold', 'p256']) {
      assert.match(verdictOf(opened(made, withToken(der, signed(by)), { now })), /^indeterminate .*timestampWrong$/);
    }
  });

  test('a timestamp that was changed is not relied on', () => {
    const der = stamped(made, seal(made, 'short'));
    const at = der.lastIndexOf(Buffer.from('20', 'latin1'));
    const info = der.indexOf(Buffer.from(bytesOf(oid('1.2.3.4.1'))));
    assert.ok(info > 0 && at > 0);
    const bytes = Buffer.from(der);
    bytes[info + 5] = (bytes[info + 5] ?? 0) ^ 1;
    assert.match(
      verdictOf(opened(made, bytes, { now: days(30) })),
      /^indeterminate certificateExpired .*timestampWrong$/,
    );
  });

  test('a time authority of the store is trusted for timestamps and for nothing else', async () => {
    const { readCertificates } = await import('#lib/signatures/certificate.ts');
    const { pemBytes } = await import('#test/support/signatures/signing.ts');
    const clock = readCertificates([pemBytes(made.read('stranger.pem'))]);
    const trust = { ...trustIn(made), timeAnchors: clock };
    assert.equal(
      verdictOf(opened(made, stamped(made, seal(made, 'short'), 'clock'), { now: days(30), trust })),
      'valid revocationNotChecked',
    );
    made.issue('friend', { issuer: 'stranger' });
    const other = opened(made, seal(made, 'friend', ['-certfile', 'stranger.pem']), { trust });
    assert.match(verdictOf(other), /^indeterminate issuerUntrusted/);
  });

  test('a list that does not name the certificate makes it good, from the store or from the seal', () => {
    const list = made.list('authority', { revoked: days(-2) });
    const der = seal(made, 'p256');
    for (const result of [opened(made, der, { trust: trustIn(made, [list]) }), opened(made, withLists(der, [list]))]) {
      assert.equal(verdictOf(result), 'valid');
      assert.deepEqual([result.signers[0]?.revocation.status, result.signers[0]?.revocation.source], ['good', 'crl']);
    }
  });

  test('a revoked certificate makes the signature indeterminate, and the chain revoked', () => {
    const list = made.list('authority', { revoked: days(-2) });
    const result = opened(made, seal(made, 'revoked'), { trust: trustIn(made, [list]) });
    assert.equal(verdictOf(result), 'indeterminate certificateRevoked');
    assert.equal(result.signers[0]?.chain, 'revoked');
  });

  test('a certificate that was revoked after the timestamp was good when it signed', () => {
    const der = stamped(made, seal(made, 'revoked'));
    const list = made.list('authority', { revoked: days(3) });
    const result = opened(made, der, { now: days(5), trust: trustIn(made, [list]) });
    assert.equal(verdictOf(result), 'valid revokedLater');
    assert.equal(result.signers[0]?.revocation.status, 'later');
    const before = made.list('authority', { revoked: days(-2) });
    assert.equal(verdictOf(opened(made, der, { trust: trustIn(made, [before]) })), 'indeterminate certificateRevoked');
  });

  test('a list that has run out says nothing about certificates it does not name', () => {
    const list = made.list('authority', {}, 1);
    const result = opened(made, seal(made, 'p256'), { now: days(3), trust: trustIn(made, [list]) });
    assert.equal(verdictOf(result), 'valid revocationNotChecked');
  });

  test('a list of somebody else, and a changed list, are not believed', () => {
    const list = made.list('authority', { revoked: days(-2) });
    const changed = Buffer.from(list);
    changed[changed.length - 3] = (changed[changed.length - 3] ?? 0) ^ 1;
    for (const wrong of [made.list('stranger'), changed, list.subarray(0, 90), Buffer.from('nothing')]) {
      const result = opened(made, seal(made, 'revoked'), { trust: trustIn(made, [wrong]) });
      assert.equal(verdictOf(result), 'valid revocationNotChecked');
    }
  });

  test('a revoked authority takes all below it along', () => {
    const list = made.list('root', { authority: days(-2) });
    const result = opened(made, seal(made, 'p256'), { trust: trustIn(made, [list]) });
    assert.equal(verdictOf(result), 'indeterminate issuerRevoked');
  });

  test('an answer that the signature brings along is believed of the authority and of who answers for it', () => {
    made.list('authority', { revoked: days(-2) });
    for (const [by, subject, expected] of [
      ['authority', 'p256', 'valid'],
      ['responder', 'p256', 'valid'],
      ['responder', 'revoked', 'indeterminate certificateRevoked'],
      ['p256', 'revoked', 'valid revocationNotChecked'],
    ] as const) {
      const who = ['-rsigner', `${by}.pem`, '-rkey', `${by}.key`, '-CA', 'authority.pem'];
      made.run('ocsp', '-issuer', 'authority.pem', '-cert', `${subject}.pem`, '-reqout', 'ask.der');
      made.run(
        'ocsp',
        '-index',
        'authority.index',
        ...who,
        '-reqin',
        'ask.der',
        '-respout',
        'answer.der',
        '-ndays',
        '5',
      );
      const answer = treeOf(made.read('answer.der'));
      const tree = sealTree(seal(made, subject));
      const other = node(0xa1, oid('1.3.6.1.5.5.7.16.2'), answer);
      tree.signedData.parts.splice(-1, 0, node(0xa1, other));
      const result = opened(made, tree.bytes());
      assert.equal(verdictOf(result), expected, `${by} about ${subject}`);

      const basic = treeOf(answer.parts[1]?.parts[0]?.parts[1]?.body as Buffer);
      const archived = sealTree(seal(made, subject));
      const values = bytesOf(node(0x30, node(0xa1, node(0x30, basic))));
      addUnsigned(archived.signerInfos[0] as never, '1.2.840.113549.1.9.16.2.24', values);
      assert.equal(verdictOf(opened(made, archived.bytes())), expected, `${by} about ${subject}, archived`);
    }
  });

  /** What a token says, without its signature. */
  const statementOf = (bytes: Buffer): Buffer =>
    sealTree(bytes).encapsulated.parts[1]?.parts[0]?.body ?? Buffer.alloc(0);

  function withToken(der: Buffer, value: Buffer): Buffer {
    const tree = sealTree(der);
    addUnsigned(tree.signerInfos[0] as never, '1.2.840.113549.1.9.16.2.14', value);
    return tree.bytes();
  }
});
