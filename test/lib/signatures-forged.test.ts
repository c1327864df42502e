/** Forgeries and damage: none is called valid, though openssl takes two of them for good. */
import assert from 'node:assert/strict';
import { createPrivateKey, createSign } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { WINDOW_BYTES } from '#lib/signatures/bounds.ts';
import { bytesInMemory } from '#lib/signatures/bytes-at.ts';
import { holdsDocument } from '#lib/signatures/signed-data.ts';
import { type Authorities, makeAuthorities } from '#test/support/signatures/authorities.ts';
import {
  addUnsigned,
  bytesOf,
  encoded,
  leaf,
  node,
  oid,
  type SealTree,
  sealTree,
  signatureOf,
  signedAttributes,
  treeOf,
} from '#test/support/signatures/der-tree.ts';
import { withoutOpenssl } from '#test/support/signatures/openssl.ts';
import { NOTE, opened, opensslSays, pemBytes, seal, TEXT, verdictOf } from '#test/support/signatures/sealing.ts';

const NOT_CHECKED = 'revocationNotChecked';

describe('forged seals', { skip: withoutOpenssl() }, () => {
  let made: Authorities;
  let good: Buffer;
  before(() => {
    made = makeAuthorities();
    made.issue('rsa', { key: 'rsa' });
    made.issue('p256');
    made.issue('expired', { from: new Date(Date.now() - 86_400_000 * 50), to: new Date(Date.now() - 86_400_000) });
    made.issue('stranger', { issuer: 'stranger', extensions: 'root', key: 'p256-stranger' });
    made.issue('untrusted', { issuer: 'stranger' });
    // Another certificate of the same key, as one who asks twice gets it.
    made.issue('twin', { key: 'rsa', subject: '/C=RO/CN=Somebody else' });
    good = seal(made, 'rsa');
  });
  after(() => made.remove());

  const changed = (change: (tree: SealTree) => void, der = good): Buffer => {
    const tree = sealTree(der);
    change(tree);
    return tree.bytes();
  };
  const info = (tree: SealTree) => tree.signerInfos[0] as SealTree['tree'];
  const attributeOf = (tree: SealTree, type: string) =>
    signedAttributes(info(tree)).parts.find(({ parts }) => parts[0]?.body.equals(oid(type).body)) as SealTree['tree'];
  const digestsOf = ({ signedData }: SealTree): SealTree['tree'][] => signedData.parts[1]?.parts ?? [];
  /** Signs the attributes anew, with the signer's own key: a forger who has it can write what he likes, but it must agree. */
  const signAgain = (tree: SealTree, digest = 'sha256'): void => {
    const set = encoded(0x31, Buffer.concat(signedAttributes(info(tree)).parts.map(bytesOf)));
    const key = createPrivateKey(made.read('rsa.key'));
    signatureOf(info(tree)).body = createSign(digest).update(set).sign(key);
  };

  test('the file from which they are made is valid', () => {
    assert.equal(verdictOf(opened(made, good)), NOTE);
    assert.equal(
      verdictOf(
        opened(
          made,
          changed(() => {}),
        ),
      ),
      NOTE,
    );
  });

  test('one changed letter of the content makes it invalid', () => {
    const at = good.indexOf('scaune');
    const bytes = Buffer.from(good);
    bytes[at] = 0x53;
    const result = opened(made, bytes);
    assert.equal(verdictOf(result), `invalid contentAltered ${NOT_CHECKED}`);
    assert.equal(result.signers[0]?.integrity, 'altered');
    assert.equal(opensslSays(made, bytes), false);
  });

  test('a changed signature is invalid', () => {
    const bytes = changed((tree) => {
      const { body } = signatureOf(info(tree));
      body[20] = (body[20] ?? 0) ^ 1;
    });
    assert.equal(verdictOf(opened(made, bytes)), `invalid signatureWrong ${NOT_CHECKED}`);
    assert.equal(opensslSays(made, bytes), false);
  });

  test('a signing time that was changed afterwards makes it invalid', () => {
    const bytes = changed((tree) => {
      const time = attributeOf(tree, '1.2.840.113549.1.9.5').parts[1]?.parts[0];
      if (time) time.body = Buffer.from('200101000000Z');
    });
    assert.equal(verdictOf(opened(made, bytes)), `invalid signatureWrong ${NOT_CHECKED}`);
  });

  test('signed attributes that are written with other lengths than they were signed with are what was signed', () => {
    const ends = Buffer.alloc(2);
    const forms: Record<string, (tag: number, body: Buffer) => Buffer> = {
      'long lengths': (tag, body) =>
        Buffer.concat([Buffer.from([tag, 0x82, body.length >> 8, body.length & 255]), body]),
      'open ends': (tag, body) =>
        tag & 0x20 ? Buffer.concat([Buffer.from([tag, 0x80]), body, ends]) : encoded(tag, body),
      'strings in pieces': (tag, body) =>
        tag === 0x04
          ? encoded(0x24, Buffer.concat([encoded(4, body.subarray(0, 9)), encoded(4, body.subarray(9))]))
          : encoded(tag, body),
    };
    for (const [what, form] of Object.entries(forms)) {
      const rewritten = (change: (tree: SealTree) => void = () => {}): string => {
        const tree = sealTree(good);
        change(tree);
        const attributes = signedAttributes(info(tree));
        const write = (each: SealTree['tree'], isInside = false): Buffer => {
          const parts = each.parts.map((part) => write(part, isInside || each === attributes));
          return (isInside ? form : encoded)(each.tag, each.tag & 0x20 ? Buffer.concat(parts) : each.body);
        };
        return verdictOf(opened(made, write(tree.tree)));
      };
      assert.equal(rewritten(), NOTE, what);
      const other = rewritten((tree) => {
        const time = attributeOf(tree, '1.2.840.113549.1.9.5').parts[1]?.parts[0];
        if (time) time.body = Buffer.from('200101000000Z');
      });
      assert.equal(other, `invalid signatureWrong ${NOT_CHECKED}`, what);
    }
  });

  test('content declared as another type than the signed one is invalid, which openssl does not see', () => {
    const bytes = changed((tree) => {
      tree.encapsulated.parts[0] = oid('1.2.840.113549.1.7.6');
    });
    assert.equal(verdictOf(opened(made, bytes)), `invalid contentTypeDiffers ${NOT_CHECKED}`);
    assert.equal(opensslSays(made, bytes), true);
  });

  test('signed attributes put in the place of the content are invalid, which openssl does not see', () => {
    const bytes = changed((tree) => {
      const attributes = signedAttributes(info(tree));
      const set = encoded(0x31, Buffer.concat(attributes.parts.map(bytesOf)));
      tree.encapsulated.parts[1] = node(0xa0, leaf(0x04, set));
      info(tree).parts = info(tree).parts.filter((part) => part !== attributes);
    });
    assert.match(verdictOf(opened(made, bytes)), /^invalid attributesAsContent attributesMissing/);
    assert.equal(opensslSays(made, bytes), true);
  });

  test('signed attributes that are left out leave a signature that does not fit the content', () => {
    const bytes = changed((tree) => {
      info(tree).parts = info(tree).parts.filter((part) => part !== signedAttributes(info(tree)));
    });
    assert.match(verdictOf(opened(made, bytes)), /^invalid signatureWrong attributesMissing/);
  });

  test('another certificate with the same key in place of the named one is invalid', () => {
    const bytes = changed((tree) => {
      const certificates = tree.signedData.parts.find(({ tag }) => tag === 0xa0) as SealTree['tree'];
      const twin = treeOf(Buffer.from(pemBytes(made.read('twin.pem'))));
      certificates.parts.push(twin);
      const tbs = twin.parts[0]?.parts ?? [];
      info(tree).parts[1] = node(0x30, tbs[3] as SealTree['tree'], tbs[1] as SealTree['tree']);
    });
    assert.equal(verdictOf(opened(made, bytes)), `invalid certificateSwapped ${NOT_CHECKED}`);
  });

  test('a certificate with the name and number of another makes no signature of the other wrong', () => {
    const bytes = changed((tree) => {
      const certificates = tree.signedData.parts.find(({ tag }) => tag === 0xa0) as SealTree['tree'];
      const rsa = treeOf(Buffer.from(pemBytes(made.read('rsa.pem'))));
      const bogus = treeOf(Buffer.from(pemBytes(made.read('p256.pem'))));
      const [own, its] = [rsa.parts[0]?.parts ?? [], bogus.parts[0]?.parts ?? []];
      its[1] = own[1] as SealTree['tree'];
      certificates.parts.unshift(bogus);
      // The signer named none.
      const attributes = signedAttributes(info(tree));
      attributes.parts = attributes.parts.filter((part) => part !== attributeOf(tree, '1.2.840.113549.1.9.16.2.47'));
      signAgain(tree);
    });
    assert.equal(verdictOf(opened(made, bytes)), NOTE);
  });

  test('a signing-certificate attribute about another certificate is invalid, though it is signed', () => {
    const bytes = changed((tree) => {
      const id = attributeOf(tree, '1.2.840.113549.1.9.16.2.47').parts[1]?.parts[0]?.parts[0]?.parts[0];
      const hash = id?.parts.find(({ tag }) => tag === 0x04);
      if (hash) hash.body = Buffer.alloc(32, 7);
      signAgain(tree);
    });
    assert.equal(verdictOf(opened(made, bytes)), `invalid certificateSwapped ${NOT_CHECKED}`);
  });

  test('a certificate that is named by an unknown digest, or beside another one, is a doubt', () => {
    const named = (tree: SealTree) => attributeOf(tree, '1.2.840.113549.1.9.16.2.47').parts[1] as SealTree['tree'];
    const other = node(0x30, node(0x30, node(0x30, leaf(0x04, Buffer.alloc(32, 7)))));
    const second = node(0x30, oid('1.2.840.113549.1.9.16.2.47'), node(0x31, other));
    const cases: [reason: string, change: (tree: SealTree) => unknown][] = [
      [
        'algorithmUnsupported',
        (tree) => named(tree).parts[0]?.parts[0]?.parts[0]?.parts.unshift(node(0x30, oid('1.2.3'))),
      ],
      ['attributesTwice', (tree) => named(tree).parts.push(other)],
      ['attributesTwice', (tree) => signedAttributes(info(tree)).parts.push(second)],
    ];
    for (const [reason, change] of cases) {
      const bytes = changed((tree) => {
        change(tree);
        signAgain(tree);
      });
      assert.equal(verdictOf(opened(made, bytes)), `indeterminate ${reason} ${NOT_CHECKED}`);
    }
  });

  test('a digest attribute that stands there twice is invalid', () => {
    const bytes = changed((tree) => {
      const attribute = attributeOf(tree, '1.2.840.113549.1.9.4');
      signedAttributes(info(tree)).parts.push(attribute);
      signAgain(tree);
    });
    assert.equal(verdictOf(opened(made, bytes)), `invalid attributesTwice ${NOT_CHECKED}`);
  });

  test('a missing digest attribute is invalid, though the rest is signed', () => {
    const bytes = changed((tree) => {
      const attributes = signedAttributes(info(tree));
      attributes.parts = attributes.parts.filter((part) => part !== attributeOf(tree, '1.2.840.113549.1.9.4'));
      signAgain(tree);
    });
    assert.equal(verdictOf(opened(made, bytes)), `invalid contentAltered ${NOT_CHECKED}`);
  });

  test('a missing content type is invalid', () => {
    const bytes = changed((tree) => {
      const attributes = signedAttributes(info(tree));
      attributes.parts = attributes.parts.filter((part) => part !== attributeOf(tree, '1.2.840.113549.1.9.3'));
      signAgain(tree);
    });
    assert.equal(verdictOf(opened(made, bytes)), `invalid contentTypeDiffers ${NOT_CHECKED}`);
  });

  test('a signature over another digest than the announced one is not valid', () => {
    const bytes = changed((tree) => {
      const algorithm = info(tree).parts.find(({ tag }, index) => tag === 0x30 && index > 3);
      if (algorithm) algorithm.parts = [oid('1.2.840.113549.1.1.13'), leaf(0x05, Buffer.alloc(0))];
      signAgain(tree, 'sha512');
    });
    assert.equal(verdictOf(opened(made, bytes)), `indeterminate algorithmsDisagree ${NOT_CHECKED}`);
  });

  test('an algorithm that nobody knows is indeterminate and named', () => {
    const bytes = changed((tree) => {
      const algorithm = info(tree).parts.find(({ tag }, index) => tag === 0x30 && index > 3);
      if (algorithm) algorithm.parts = [oid('1.2.3.4.5.6')];
    });
    const result = opened(made, bytes);
    assert.equal(verdictOf(result), `indeterminate algorithmUnsupported ${NOT_CHECKED}`);
    assert.deepEqual(result.signers[0]?.reasons[0]?.values, { algorithm: '1.2.3.4.5.6' });
  });

  test('an elliptic scheme over a key of RSA is no signature', () => {
    const bytes = changed((tree) => {
      const algorithm = info(tree).parts.find(({ tag }, index) => tag === 0x30 && index > 3);
      if (algorithm) algorithm.parts = [oid('1.2.840.10045.4.3.2')];
    });
    assert.equal(verdictOf(opened(made, bytes)), `invalid signatureWrong ${NOT_CHECKED}`);
  });

  test('a good certificate beside that of the signer makes no expired and no untrusted signer trusted', () => {
    for (const [signer, expected] of [
      ['expired', `indeterminate certificateExpired ${NOT_CHECKED}`],
      ['untrusted', `indeterminate issuerMissing ${NOT_CHECKED}`],
    ] as const) {
      const others = ['rsa', 'p256', 'authority', 'root'].map((name) =>
        treeOf(Buffer.from(pemBytes(made.read(`${name}.pem`)))),
      );
      for (const order of [others, others.toReversed()]) {
        const bytes = changed(
          (tree) => {
            const certificates = tree.signedData.parts.find(({ tag }) => tag === 0xa0) as SealTree['tree'];
            certificates.parts = [...order, ...certificates.parts, ...order];
          },
          seal(made, signer),
        );
        assert.equal(verdictOf(opened(made, bytes)), expected);
      }
    }
  });

  test('a root of the same name with another key is not the trusted one', () => {
    made.issue('false-root', {
      issuer: 'false-root',
      extensions: 'root',
      key: 'p256-false',
      subject: '/C=RO/O=Primăria Exemplu/CN=root',
    });
    made.issue('cheat', { issuer: 'false-root' });
    const bytes = seal(made, 'cheat', ['-certfile', 'false-root.pem']);
    assert.equal(verdictOf(opened(made, bytes)), `indeterminate issuerUntrusted ${NOT_CHECKED}`);
  });

  test('bytes behind the seal, which a program may show in its place, are a reason for doubt; filling is not', () => {
    const result = opened(made, Buffer.concat([good, Buffer.from('and more')]));
    assert.equal(verdictOf(result), 'indeterminate moreBehind revocationNotChecked');
    assert.equal(result.text, TEXT);
    assert.equal(verdictOf(opened(made, Buffer.concat([good, Buffer.from('\0\0\r\n')]))), NOTE);
  });

  test('what stands in the seal and was not signed shows no document in its place', () => {
    const ending = leaf(0x04, Buffer.from('1 0 obj << >> endobj xref trailer << /Root 1 0 R >> startxref\n9\n%%EOF\n'));
    const attribute = changed((tree) => addUnsigned(info(tree), '1.2.3.4', bytesOf(ending)));
    assert.equal(verdictOf(opened(made, attribute)), 'indeterminate moreBehind revocationNotChecked');
    const beside = (text: string): string =>
      verdictOf(
        opened(
          made,
          changed((tree) => addUnsigned(info(tree), '1.2.3.4', bytesOf(leaf(0x04, Buffer.from(text))))),
        ),
      );
    const parts = [
      'startxref',
      'trailer\n<< /Root 1 0 R >>',
      'trailer<</Root 1 0 R>>',
      '1 0 obj\n<< /Type /Catalog >>',
      '1 0%\nobj<</Type/Catalog>>',
      'PK\x03\x04\x14\0',
      'PK\x05\x06\0\0',
    ];
    for (const part of parts) {
      assert.equal(beside(part), 'indeterminate moreBehind revocationNotChecked', part);
      // Across the end of what is held at once.
      for (let inFront = 1; inFront < part.length; inFront++) {
        const bytes = Buffer.concat([Buffer.alloc(WINDOW_BYTES - inFront, 'x'), Buffer.from(part)]);
        assert.ok(holdsDocument(bytesInMemory(bytes), 0), `${part} ${inFront}`);
      }
    }
    for (const text of ['x', 'office@trailer.example', 'obj', 'an object', 'PKI'])
      assert.equal(beside(text), NOTE, text);
    // Where the structure has no further part.
    const places: Record<string, (tree: SealTree) => unknown> = {
      'a second content': ({ encapsulated }) => encapsulated.parts[1]?.parts.push(ending),
      'behind the type of the content': ({ encapsulated }) => encapsulated.parts.push(ending),
      'behind the signed data': ({ tree }) => tree.parts[1]?.parts.push(ending),
      'behind the content information': ({ tree }) => tree.parts.push(ending),
      'in the information of the signer': (tree) => info(tree).parts.push(ending),
    };
    for (const [place, add] of Object.entries(places)) {
      const bytes = changed((tree) => void add(tree));
      assert.doesNotMatch(verdictOf(opened(made, bytes)), /^valid/, place);
    }
  });

  test('what stands in front of the content and was not signed is no text that a program shows', () => {
    const html = Buffer.from('<html><h1>PRET TOTAL: 9999999 LEI</h1><!--');
    const sha256 = oid('2.16.840.1.101.3.4.2.1');
    const places: Record<string, [(tree: SealTree) => unknown, RegExp]> = {
      'parameters of a digest': [(tree) => digestsOf(tree).push(node(0x30, sha256, leaf(0x04, html))), /^$/],
      'a further part of a digest': [
        (tree) => digestsOf(tree).push(node(0x30, sha256, leaf(0x05, Buffer.alloc(0)), leaf(0x04, html))),
        /^$/,
      ],
      'no empty parameters': [(tree) => digestsOf(tree).push(node(0x30, sha256, leaf(0x05, html))), /^$/],
      'a digest that nobody knows': [
        (tree) => digestsOf(tree).push(node(0x30, leaf(0x06, html))),
        /^indeterminate moreB/,
      ],
      'the version': [({ signedData }) => signedData.parts.splice(0, 1, leaf(0x02, html.subarray(0, 6))), /^$/],
    };
    for (const [place, [add, expected]] of Object.entries(places)) {
      const bytes = changed((tree) => void add(tree));
      assert.match(verdictOf(opened(made, bytes)), expected, place);
    }
    const harmless = changed((tree) => void digestsOf(tree).push(node(0x30, oid('2.16.840.1.101.3.4.2.3'))));
    assert.equal(verdictOf(opened(made, harmless)), NOTE);
  });

  test('a signature that cannot be read does not hide the one beside it', () => {
    const bytes = changed((tree) => {
      tree.signerInfos.push(node(0x30, leaf(0x02, Buffer.from([1]))));
    });
    assert.equal(verdictOf(opened(made, bytes)), `${NOTE}; indeterminate signatureUnreadable`);
  });

  test('a seal without signers is doubted, around a valid seal and inside of one too', () => {
    const UNSIGNED = 'indeterminate signatureUnreadable';
    const withoutSigners = (content: Buffer): Buffer =>
      changed((tree) => {
        tree.signerInfos.length = 0;
        tree.encapsulated.parts[1] = node(0xa0, leaf(0x04, content));
      });
    const empty = withoutSigners(Buffer.from(TEXT));
    assert.deepEqual([verdictOf(opened(made, empty)), opened(made, empty).text], [UNSIGNED, TEXT]);
    assert.equal(verdictOf(opened(made, withoutSigners(good))), `${UNSIGNED}; ${NOTE}`);
    made.write('empty.p7m', empty);
    assert.equal(verdictOf(opened(made, seal(made, 'rsa', ['-in', 'empty.p7m']))), `${NOTE}; ${UNSIGNED}`);
    const detached = changed((tree) => {
      tree.signerInfos.length = 0;
      tree.encapsulated.parts.length = 1;
    });
    const signed = made.write('good.p7m', good);
    assert.equal(verdictOf(opened(made, detached, { signed })), `${UNSIGNED}; ${NOTE}`);
    // Certificates in a file, as authorities hand them out.
    assert.deepEqual(opened(made, detached).signers, []);
  });
});
