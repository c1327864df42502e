/** CMS signatures made by openssl, verified by the product and by openssl: every kind of key, encoding and certificate. */
import assert from 'node:assert/strict';
import { createHash, sign } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type Authorities, issueSigners, makeAuthorities } from '#test/support/signatures/authorities.ts';
import {
  bytesOf,
  leaf,
  node,
  oid,
  type SealTree,
  sealTree,
  signatureOf,
  signedAttributes,
  type Tree,
  treeOf,
} from '#test/support/signatures/der-tree.ts';
import { withoutOpenssl } from '#test/support/signatures/openssl.ts';
import {
  DOUBTED,
  GOOD,
  opened,
  opensslSays,
  pemBytes,
  seal,
  TEXT,
  trustIn,
  VALID,
  verdictOf,
} from '#test/support/signatures/signing.ts';

describe('verdicts on CMS signatures', { skip: withoutOpenssl() }, () => {
  let created: Authorities;
  before(() => {
    created = makeAuthorities();
    issueSigners(created);
    created.issue('person', {
      subject: '/C=RO/serialNumber=PNORO-1800101223344/GN=Ana/SN=Pop/CN=ANA POP 1800101223344',
    });
  });
  after(() => created.remove());

  for (const [what, [signer, more]] of Object.entries(GOOD)) {
    test(`${what} is valid, and the content is extracted`, () => {
      const der = seal(created, signer, more);
      const result = opened(created, der);
      assert.equal(verdictOf(result), VALID);
      assert.equal(result.text, TEXT);
      assert.deepEqual(
        [result.kind, result.signers[0]?.level, result.signers[0]?.integrity],
        ['cms', 'CAdES-B', 'intact'],
      );
      assert.equal(result.content?.mediaType, 'text/plain');
      assert.equal(opensslSays(created, der), true, 'openssl agrees');
    });
  }

  for (const [what, [signer, more, reasons]] of Object.entries(DOUBTED)) {
    test(`${what} makes the verdict indeterminate`, () => {
      const result = opened(created, seal(created, signer, more));
      assert.equal(verdictOf(result), `indeterminate ${reasons}`);
      assert.equal(result.text, TEXT);
    });
  }

  test('a certificate signed with an unknown scheme is not accepted', () => {
    // An older identifier of SHA-1 with RSA, which openssl still verifies.
    const certificate = reissued(created, 'rooted', '1.3.14.3.2.29', 'sha1');
    const result = opened(created, withCertificate(bareSeal(created, 'rooted'), certificate).bytes());
    assert.equal(verdictOf(result), 'indeterminate algorithmUnsupported');
  });

  test('an RSA key with the exponent 1 is a weak key, since anybody can forge its signatures', () => {
    const certificate = reissued(created, 'rooted', '1.2.840.113549.1.1.11', 'sha256', (tbs) => {
      const key = tbs.parts[6]?.parts[1] as Tree;
      const pair = treeOf(key.body.subarray(1));
      pair.parts[1] = leaf(0x02, Buffer.from([1]));
      key.body = Buffer.concat([Buffer.alloc(1), bytesOf(pair)]);
    });
    const tree = withCertificate(bareSeal(created, 'rooted'), certificate);
    const [info] = tree.signerInfos as [Tree];
    const signed = bytesOf({ ...signedAttributes(info), tag: 0x31 });
    const digest = createHash('sha256').update(signed).digest();
    const algorithm = node(0x30, oid('2.16.840.1.101.3.4.2.1'), leaf(0x05, Buffer.alloc(0)));
    const statement = bytesOf(node(0x30, algorithm, leaf(0x04, digest)));
    const padding = Buffer.alloc(256 - 3 - statement.length, 0xff);
    signatureOf(info).body = Buffer.concat([Buffer.from([0, 1]), padding, Buffer.from([0]), statement]);
    assert.equal(verdictOf(opened(created, tree.bytes())), 'indeterminate weakKey');
  });

  test('a certificate issued by a certificate without that right is not trusted', () => {
    const result = opened(created, seal(created, 'leaf', ['-certfile', 'p256.pem']), {
      trust: trustIn(created, [], ['authority']),
    });
    assert.equal(verdictOf(result), 'indeterminate issuerUnfit revocationNotChecked');
    assert.equal(result.signers[0]?.chain, 'untrusted');
  });

  test('a helper certificate of the store replaces the issuer that a file omits', () => {
    created.write('content.txt', TEXT);
    created.run(
      'cms',
      '-sign',
      '-binary',
      '-nodetach',
      '-signer',
      'p256.pem',
      '-inkey',
      'p256.key',
      '-in',
      'content.txt',
      '-outform',
      'DER',
      '-out',
      'alone.p7m',
    );
    const der = created.read('alone.p7m');
    assert.equal(verdictOf(opened(created, der)), 'indeterminate issuerMissing revocationNotChecked');
    const helped = opened(created, der, { trust: trustIn(created, undefined, ['authority']) });
    assert.equal(verdictOf(helped), VALID);
    assert.equal(helped.signers[0]?.level, 'CMS');
  });

  test('with an empty store no signer is trusted', () => {
    const trust = { ...trustIn(created), anchors: [] };
    const result = opened(created, seal(created, 'p256'), { trust });
    assert.equal(verdictOf(result), 'indeterminate trustStoreEmpty revocationNotChecked');
    assert.equal(result.signers[0]?.chain, 'unknown');
  });

  test('PEM and bare base64 are read like binary containers', () => {
    const der = seal(created, 'p256');
    const base64 = der.toString('base64');
    const lines = base64.replace(/(.{64})/g, '$1\r\n');
    for (const text of [
      `-----BEGIN CMS-----\n${lines}\n-----END CMS-----\n`,
      `-----BEGIN PKCS7-----\r\n${lines}\r\n-----END PKCS7-----\r\n`,
      `\ufeff${base64}`,
      base64,
      lines,
    ]) {
      const result = opened(created, text);
      assert.equal(verdictOf(result), VALID);
      assert.equal(result.text, TEXT);
    }
    const armoured = `-----BEGIN CMS-----\n${lines}\n-----END CMS-----\n`;
    for (const more of ['%PDF-1.7 …', armoured])
      assert.equal(
        verdictOf(opened(created, armoured + more)),
        '',
        'bytes after the container may be displayed instead',
      );
  });

  test('a detached signature is verified with its file, and without it the content is missing', () => {
    const der = seal(created, 'p256', ['-nodetach']);
    assert.equal(opened(created, der).text, TEXT);
    created.run(
      'cms',
      '-sign',
      '-binary',
      '-cades',
      '-signer',
      'p256.pem',
      '-inkey',
      'p256.key',
      '-certfile',
      'authority.pem',
      '-in',
      'content.txt',
      '-outform',
      'DER',
      '-out',
      'detached.p7s',
    );
    const detached = created.read('detached.p7s');
    const alone = opened(created, detached);
    assert.equal(verdictOf(alone), 'indeterminate contentMissing');
    assert.deepEqual([alone.content, alone.signers[0]?.integrity], [null, 'unknown']);
    const together = opened(created, detached, { signed: created.path('content.txt') });
    assert.equal(verdictOf(together), VALID);
    assert.equal(together.text, TEXT);
    const other = created.write('other.txt', `${TEXT} `);
    assert.equal(verdictOf(opened(created, detached, { signed: other })), 'invalid contentAltered');
  });

  test('two signers are verified separately', () => {
    created.write('first.p7m', seal(created, 'p256'));
    created.run(
      'cms',
      '-resign',
      '-inform',
      'DER',
      '-in',
      'first.p7m',
      '-signer',
      'expired.pem',
      '-inkey',
      'expired.key',
      '-outform',
      'DER',
      '-out',
      'both.p7m',
      '-binary',
      '-nodetach',
    );
    const result = opened(created, created.read('both.p7m'));
    assert.deepEqual(verdictOf(result).split('; ').toSorted(), [
      'indeterminate certificateExpired revocationNotChecked',
      VALID,
    ]);
  });

  test('nested containers are opened down to the content, with the signers of each level', () => {
    created.write('inner.p7m', seal(created, 'p256'));
    created.run(
      'cms',
      '-sign',
      '-binary',
      '-cades',
      '-nodetach',
      '-stream',
      '-signer',
      'rsa.pem',
      '-inkey',
      'rsa.key',
      '-certfile',
      'authority.pem',
      '-in',
      'inner.p7m',
      '-outform',
      'DER',
      '-out',
      'outer.p7m',
    );
    const result = opened(created, created.read('outer.p7m'));
    assert.equal(verdictOf(result), `${VALID}; ${VALID}`);
    assert.deepEqual(
      result.levels.map(({ signers }) => signers[0]?.identity?.name),
      ['rsa', 'p256'],
    );
    assert.equal(result.text, TEXT);
  });

  test('nested containers are opened up to five levels, and the sixth is the content', () => {
    for (let depth = 0; depth < 6; depth++) {
      const input = depth === 0 ? 'content.txt' : `deep-${depth}.p7m`;
      created.run(
        'cms',
        '-sign',
        '-binary',
        '-nodetach',
        '-signer',
        'p256.pem',
        '-inkey',
        'p256.key',
        '-certfile',
        'authority.pem',
        '-in',
        input,
        '-outform',
        'DER',
        '-out',
        `deep-${depth + 1}.p7m`,
      );
    }
    const five = opened(created, created.read('deep-5.p7m'));
    assert.deepEqual([five.levels.length, five.trouble, five.text], [5, null, TEXT]);
    const six = opened(created, created.read('deep-6.p7m'));
    assert.deepEqual([six.levels.length, six.trouble?.code], [5, 'seals.tooDeep']);
    assert.equal(six.content?.mediaType, 'application/pkcs7-mime');
  });

  test('an empty content is signed and extracted like any other', () => {
    const result = opened(created, seal(created, 'p256', [], ''));
    assert.equal(verdictOf(result), VALID);
    assert.equal(result.text, '');
  });

  test('the identity of a signer is separate and excludes the personal number in the certificate', () => {
    const { signers } = opened(created, seal(created, 'person'));
    const [signer] = signers;
    assert.deepEqual(signer?.identity && { ...signer.identity, certificateSerial: '' }, {
      name: 'ANA POP',
      organisation: null,
      country: 'RO',
      issuer: 'authority',
      certificateSerial: '',
    });
    const { identity: _, ...rest } = signer ?? {};
    assert.doesNotMatch(JSON.stringify(rest), /POP|1800101223344/);
    assert.doesNotMatch(JSON.stringify(signer), /1800101223344/);
  });

  test('an encrypted file is reported as encrypted', () => {
    created.run(
      'cms',
      '-encrypt',
      '-binary',
      '-in',
      'content.txt',
      '-outform',
      'DER',
      '-out',
      'secret.p7m',
      '-aes256',
      'rsa.pem',
    );
    const result = opened(created, created.read('secret.p7m'));
    assert.deepEqual([result.kind, result.trouble?.code, result.content], ['cms', 'seals.encrypted', null]);
  });

  test('a file without a signature is its own content', () => {
    const result = opened(created, TEXT);
    assert.deepEqual([result.kind, result.levels, result.text, result.trouble], ['none', [], TEXT, null]);
  });
});

/** A container without the signing-certificate attribute, so that its certificate can be replaced. */
function bareSeal(created: Authorities, signer: string): SealTree {
  created.write('content.txt', TEXT);
  const who = ['-signer', `${signer}.pem`, '-inkey', `${signer}.key`];
  const what = ['-in', 'content.txt', '-outform', 'DER'];
  return sealTree(created.run('cms', '-sign', '-binary', '-nodetach', ...who, ...what));
}

function withCertificate(tree: SealTree, certificate: Tree): SealTree {
  tree.signedData.parts[3] = node(0xa0, certificate);
  return tree;
}

/** A certificate of the root, changed and signed again with another algorithm. */
function reissued(
  created: Authorities,
  name: string,
  algorithm: string,
  digest: string,
  change: (tbs: Tree) => void = () => {},
): Tree {
  const certificate = treeOf(Buffer.from(pemBytes(created.read(`${name}.pem`))));
  const [tbs] = certificate.parts as [Tree];
  const scheme = node(0x30, oid(algorithm), leaf(0x05, Buffer.alloc(0)));
  tbs.parts[2] = scheme;
  change(tbs);
  const signature = sign(digest, bytesOf(tbs), created.read('root.key'));
  certificate.parts = [tbs, scheme, leaf(0x03, Buffer.concat([Buffer.alloc(1), signature]))];
  return certificate;
}
