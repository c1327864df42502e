/** Peculiarities of real signed files from public collections, reproduced with openssl: none of them is an alteration. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Authorities, makeAuthorities } from '#test/support/signatures/authorities.ts';
import { bytesOf, oid, sealTree, signedAttributes, type Tree } from '#test/support/signatures/der-tree.ts';
import { withoutOpenssl } from '#test/support/signatures/openssl.ts';
import { opened, opensslSays, seal, VALID, verdictOf } from '#test/support/signatures/signing.ts';

describe('signatures of real writers', { skip: withoutOpenssl() }, () => {
  let created: Authorities;
  before(() => {
    created = makeAuthorities();
    created.issue('rsa', { key: 'rsa' });
  });
  after(() => created.remove());

  const infoOf = (signerInfos: Tree[]): Tree => signerInfos[0] as Tree;

  test('signed attributes in another order than the signed one are valid', () => {
    const tree = sealTree(seal(created, 'rsa'));
    const attributes = signedAttributes(infoOf(tree.signerInfos));
    const inOrder = attributes.parts.map(bytesOf);
    attributes.parts.reverse();
    assert.notDeepEqual(attributes.parts.map(bytesOf), inOrder);
    assert.equal(verdictOf(opened(created, tree.bytes())), VALID);
    // A changed attribute is invalid in any order.
    const type = attributes.parts.find(({ parts }) => parts[0]?.body.equals(oid('1.2.840.113549.1.9.5').body));
    const time = type?.parts[1]?.parts[0] as Tree;
    time.body[3] = (time.body[3] ?? 0) ^ 1;
    assert.match(verdictOf(opened(created, tree.bytes())), /^invalid signatureWrong/);
  });

  test('contradictory digest names make the verdict indeterminate with intact content', () => {
    const tree = sealTree(seal(created, 'rsa'));
    const info = infoOf(tree.signerInfos);
    const scheme = info.parts.findLast(({ tag, parts }) => tag === 0x30 && parts[0]?.tag === 0x06) as Tree;
    // sha512WithRSAEncryption, while the digest and the signature use SHA-256.
    scheme.parts[0] = oid('1.2.840.113549.1.1.13');
    const result = opened(created, tree.bytes());
    assert.equal(verdictOf(result), 'indeterminate algorithmsDisagree');
    assert.equal(result.signers[0]?.integrity, 'intact');
    assert.equal(opensslSays(created, tree.bytes()), true);
  });

  for (const digest of ['sha3-224', 'sha3-256', 'sha3-384', 'sha3-512']) {
    test(`${digest} is supported`, () => {
      const der = seal(created, 'rsa', ['-md', digest]);
      assert.equal(verdictOf(opened(created, der)), VALID);
      const bytes = Buffer.from(der);
      bytes[bytes.indexOf('scaune')] = 0x53;
      assert.match(verdictOf(opened(created, bytes)), /^invalid contentAltered/);
    });
  }
});
