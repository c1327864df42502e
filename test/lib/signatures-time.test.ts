/** Timestamps and revocation: the time for which a certificate is verified, and the proofs of that time. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Authorities, makeAuthorities } from '#test/support/signatures/authorities.ts';
import { addUnsigned, bytesOf, node, oid, sealTree, signatureOf, treeOf } from '#test/support/signatures/der-tree.ts';
import { withoutOpenssl } from '#test/support/signatures/openssl.ts';
import { NOTE, opened, seal, stamped, token, trustIn, verdictOf } from '#test/support/signatures/signing.ts';

const DAY_MS = 86_400_000;
const days = (count: number): Date => new Date(Date.now() + count * DAY_MS);

describe('time and revocation', { skip: withoutOpenssl() }, () => {
  let created: Authorities;
  before(() => {
    created = makeAuthorities();
    created.issue('short', { to: days(1) });
    created.issue('p256');
    created.issue('revoked');
    created.issue('stamper', { extensions: 'stamper' });
    created.issue('twofold', { extensions: 'twofold' });
    created.issue('responder', { extensions: 'responder' });
    created.issue('stranger', { issuer: 'stranger', extensions: 'root', key: 'p256-stranger' });
    created.issue('clock', { issuer: 'stranger', extensions: 'stamper' });
  });
  after(() => created.remove());

  /** Adds revocation lists, which a signed container can embed. */
  const withLists = (der: Buffer, lists: Buffer[]): Buffer => {
    const tree = sealTree(der);
    tree.signedData.parts.splice(-1, 0, node(0xa1, ...lists.map(treeOf)));
    return tree.bytes();
  };

  test('a timestamp keeps a signature valid after its certificate has expired', () => {
    const der = stamped(created, seal(created, 'short'));
    const result = opened(created, der, { now: days(30) });
    assert.equal(verdictOf(result), 'valid');
    const [signer] = result.signers;
    assert.deepEqual(
      [signer?.level, signer?.timestamp?.isValid, signer?.timestamp?.authority],
      ['CAdES-T', true, 'stamper'],
    );
    assert.equal(signer?.judgedFor, signer?.timestamp?.time);
    assert.match(
      verdictOf(opened(created, seal(created, 'short'), { now: days(30) })),
      /^indeterminate certificateExpired/,
    );
  });

  test('a timestamp over other bytes, by an untrusted authority or without a token is not accepted', () => {
    const der = seal(created, 'short');
    for (const wrong of [
      stamped(created, der, 'stamper', Buffer.from('other bytes')),
      stamped(created, der, 'clock'),
      withToken(der, Buffer.from([0x30, 0x00])),
    ]) {
      const result = opened(created, wrong, { now: days(30) });
      assert.match(verdictOf(result), /^indeterminate certificateExpired .*timestampWrong$/);
      assert.equal(result.signers[0]?.level, 'CAdES-B');
    }
  });

  test('a timestamp by a certificate with further purposes is not accepted', () => {
    const der = seal(created, 'short');
    const statement = statementOf(token(created, signatureOf(sealTree(der).signerInfos[0] as never).body));
    // openssl refuses to create timestamps with such a certificate, but signs the same statement as ordinary content.
    const signed = (by: string): Buffer => {
      created.write('statement', statement);
      const who = ['-signer', `${by}.pem`, '-inkey', `${by}.key`, '-certfile', 'authority.pem'];
      const what = ['-in', 'statement', '-econtent_type', '1.2.840.113549.1.9.16.1.4', '-outform', 'DER'];
      return created.run('cms', '-sign', '-binary', '-cades', '-nodetach', ...what, ...who);
    };
    const now = days(30);
    assert.equal(verdictOf(opened(created, withToken(der, signed('stamper')), { now })), 'valid');
    for (const by of ['twofold', 'p256']) {
      assert.match(verdictOf(opened(created, withToken(der, signed(by)), { now })), /^indeterminate .*timestampWrong$/);
    }
  });

  test('a changed timestamp is not accepted', () => {
    const der = stamped(created, seal(created, 'short'));
    const at = der.lastIndexOf(Buffer.from('20', 'latin1'));
    const info = der.indexOf(Buffer.from(bytesOf(oid('1.2.3.4.1'))));
    assert.ok(info > 0 && at > 0);
    const bytes = Buffer.from(der);
    bytes[info + 5] = (bytes[info + 5] ?? 0) ^ 1;
    assert.match(
      verdictOf(opened(created, bytes, { now: days(30) })),
      /^indeterminate certificateExpired .*timestampWrong$/,
    );
  });

  test('a time authority of the store is trusted for timestamps only', async () => {
    const { readCertificates } = await import('#lib/signatures/certificate.ts');
    const { pemBytes } = await import('#test/support/signatures/signing.ts');
    const clock = readCertificates([pemBytes(created.read('stranger.pem'))]);
    const trust = { ...trustIn(created), timeAnchors: clock };
    assert.equal(
      verdictOf(opened(created, stamped(created, seal(created, 'short'), 'clock'), { now: days(30), trust })),
      'valid',
    );
    created.issue('friend', { issuer: 'stranger' });
    const other = opened(created, seal(created, 'friend', ['-certfile', 'stranger.pem']), { trust });
    assert.match(verdictOf(other), /^indeterminate issuerUntrusted/);
  });

  test('a revocation list without the certificate makes it good, from the store or from the container', () => {
    const list = created.list('authority', { revoked: days(-2) });
    const der = seal(created, 'p256');
    for (const result of [
      opened(created, der, { trust: trustIn(created, [list]) }),
      opened(created, withLists(der, [list]), { trust: trustIn(created, []) }),
    ]) {
      assert.equal(verdictOf(result), 'valid');
      assert.deepEqual([result.signers[0]?.revocation.status, result.signers[0]?.revocation.source], ['good', 'crl']);
    }
  });

  test('a revoked certificate makes the verdict indeterminate and the chain revoked', () => {
    const list = created.list('authority', { revoked: days(-2) });
    const result = opened(created, seal(created, 'revoked'), { trust: trustIn(created, [list]) });
    assert.equal(verdictOf(result), 'indeterminate certificateRevoked');
    assert.equal(result.signers[0]?.chain, 'revoked');
  });

  test('a certificate revoked after the timestamp counts as good at signing', () => {
    const der = stamped(created, seal(created, 'revoked'));
    const list = created.list('authority', { revoked: days(3) });
    const result = opened(created, der, { now: days(5), trust: trustIn(created, [list]) });
    assert.equal(verdictOf(result), 'valid revokedLater');
    assert.equal(result.signers[0]?.revocation.status, 'later');
    const before = created.list('authority', { revoked: days(-2) });
    assert.equal(
      verdictOf(opened(created, der, { trust: trustIn(created, [before]) })),
      'indeterminate certificateRevoked',
    );
  });

  test('an expired revocation list proves nothing about unlisted certificates', () => {
    const list = created.list('authority', {}, 1);
    const result = opened(created, seal(created, 'p256'), { now: days(3), trust: trustIn(created, [list]) });
    assert.equal(verdictOf(result), NOTE);
  });

  test('a revocation list of another authority and a changed one are ignored', () => {
    const list = created.list('authority', { revoked: days(-2) });
    const changed = Buffer.from(list);
    changed[changed.length - 3] = (changed[changed.length - 3] ?? 0) ^ 1;
    for (const wrong of [created.list('stranger'), changed, list.subarray(0, 90), Buffer.from('nothing')]) {
      const result = opened(created, seal(created, 'revoked'), { trust: trustIn(created, [wrong]) });
      assert.equal(verdictOf(result), NOTE);
    }
  });

  test('a revoked authority makes all certificates below it untrusted', () => {
    const list = created.list('root', { authority: days(-2) });
    const result = opened(created, seal(created, 'p256'), { trust: trustIn(created, [list]) });
    assert.equal(verdictOf(result), 'indeterminate issuerRevoked');
  });

  test('an embedded OCSP answer counts if the authority or its responder signed it', () => {
    created.list('authority', { revoked: days(-2) });
    for (const [by, subject, expected] of [
      ['authority', 'p256', 'valid'],
      ['responder', 'p256', 'valid'],
      ['responder', 'revoked', 'indeterminate certificateRevoked'],
      ['p256', 'revoked', NOTE],
    ] as const) {
      const who = ['-rsigner', `${by}.pem`, '-rkey', `${by}.key`, '-CA', 'authority.pem'];
      created.run('ocsp', '-issuer', 'authority.pem', '-cert', `${subject}.pem`, '-reqout', 'ask.der');
      created.run(
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
      const answer = treeOf(created.read('answer.der'));
      const tree = sealTree(seal(created, subject));
      const other = node(0xa1, oid('1.3.6.1.5.5.7.16.2'), answer);
      tree.signedData.parts.splice(-1, 0, node(0xa1, other));
      const trust = trustIn(created, []);
      const result = opened(created, tree.bytes(), { trust });
      assert.equal(verdictOf(result), expected, `${by} about ${subject}`);

      const basic = treeOf(answer.parts[1]?.parts[0]?.parts[1]?.body as Buffer);
      const archived = sealTree(seal(created, subject));
      const values = bytesOf(node(0x30, node(0xa1, node(0x30, basic))));
      addUnsigned(archived.signerInfos[0] as never, '1.2.840.113549.1.9.16.2.24', values);
      assert.equal(
        verdictOf(opened(created, archived.bytes(), { trust })),
        expected,
        `${by} about ${subject}, archived`,
      );
    }
  });

  /** The content of a timestamp token, without its signature. */
  const statementOf = (bytes: Buffer): Buffer =>
    sealTree(bytes).encapsulated.parts[1]?.parts[0]?.body ?? Buffer.alloc(0);

  function withToken(der: Buffer, value: Buffer): Buffer {
    const tree = sealTree(der);
    addUnsigned(tree.signerInfos[0] as never, '1.2.840.113549.1.9.16.2.14', value);
    return tree.bytes();
  }
});
