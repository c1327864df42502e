/** Forged and damaged signatures: none is valid. Verdicts of other verifiers are in signatures-differential.test.ts. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { WINDOW_BYTES } from '#lib/signatures/bounds.ts';
import { bytesInMemory } from '#lib/signatures/bytes-at.ts';
import { containsDocument } from '#lib/signatures/signed-data.ts';
import { type Authorities, makeAuthorities } from '#test/support/signatures/authorities.ts';
import {
  addUnsigned,
  attributeOf,
  bytesOf,
  certificateTree,
  encoded,
  FORGED,
  forged,
  infoOf,
  leaf,
  node,
  oid,
  type SealTree,
  sealTree,
  signedAttributes,
} from '#test/support/signatures/der-tree.ts';
import { withoutOpenssl } from '#test/support/signatures/openssl.ts';
import { opened, seal, TEXT, VALID, verdictOf } from '#test/support/signatures/signing.ts';

describe('forged signatures', { skip: withoutOpenssl() }, () => {
  let created: Authorities;
  let good: Buffer;
  before(() => {
    created = makeAuthorities();
    created.issue('rsa', { key: 'rsa' });
    created.issue('p256');
    created.issue('expired', { from: new Date(Date.now() - 86_400_000 * 50), to: new Date(Date.now() - 86_400_000) });
    created.issue('stranger', { issuer: 'stranger', extensions: 'root', key: 'p256-stranger' });
    created.issue('untrusted', { issuer: 'stranger' });
    // A second certificate for the same key, as an authority issues on repeated requests.
    created.issue('twin', { key: 'rsa', subject: '/C=RO/CN=Somebody else' });
    good = seal(created, 'rsa');
  });
  after(() => created.remove());

  const changed = (change: (tree: SealTree) => void, der = good): Buffer => {
    const tree = sealTree(der);
    change(tree);
    return tree.bytes();
  };
  const digestsOf = ({ signedData }: SealTree): SealTree['tree'][] => signedData.parts[1]?.parts ?? [];

  test('the file that the forgeries are based on is valid', () => {
    assert.equal(verdictOf(opened(created, good)), VALID);
    assert.equal(
      verdictOf(
        opened(
          created,
          changed(() => {}),
        ),
      ),
      VALID,
    );
  });

  for (const [what, [change, verdict]] of Object.entries(FORGED)) {
    test(`${what}: ${verdict}`, () => assert.equal(verdictOf(opened(created, forged(created, good, change))), verdict));
  }

  test('changed content has the integrity "altered"', () => {
    const bytes = Buffer.from(good);
    bytes[bytes.indexOf('scaune')] = 0x53;
    assert.equal(opened(created, bytes).signers[0]?.integrity, 'altered');
  });

  test('signed attributes with another length encoding are still valid', () => {
    const ends = Buffer.alloc(2);
    const forms: Record<string, (tag: number, body: Buffer) => Buffer> = {
      'long lengths': (tag, body) =>
        Buffer.concat([Buffer.from([tag, 0x82, body.length >> 8, body.length & 255]), body]),
      'open ends': (tag, body) =>
        tag & 0x20 ? Buffer.concat([Buffer.from([tag, 0x80]), body, ends]) : encoded(tag, body),
      'strings in chunks': (tag, body) =>
        tag === 0x04
          ? encoded(0x24, Buffer.concat([encoded(4, body.subarray(0, 9)), encoded(4, body.subarray(9))]))
          : encoded(tag, body),
    };
    for (const [what, form] of Object.entries(forms)) {
      const rewritten = (change: (tree: SealTree) => void = () => {}): string => {
        const tree = sealTree(good);
        change(tree);
        const attributes = signedAttributes(infoOf(tree));
        const write = (each: SealTree['tree'], isInside = false): Buffer => {
          const parts = each.parts.map((part) => write(part, isInside || each === attributes));
          return (isInside ? form : encoded)(each.tag, each.tag & 0x20 ? Buffer.concat(parts) : each.body);
        };
        return verdictOf(opened(created, write(tree.tree)));
      };
      assert.equal(rewritten(), VALID, what);
      const other = rewritten((tree) => {
        const time = attributeOf(tree, '1.2.840.113549.1.9.5').parts[1]?.parts[0];
        if (time) time.body = Buffer.from('200101000000Z');
      });
      assert.equal(other, 'invalid signatureWrong', what);
    }
  });

  test('an unknown algorithm makes the verdict indeterminate and is named', () => {
    const bytes = changed((tree) => {
      const algorithm = infoOf(tree).parts.find(({ tag }, index) => tag === 0x30 && index > 3);
      if (algorithm) algorithm.parts = [oid('1.2.3.4.5.6')];
    });
    const result = opened(created, bytes);
    assert.equal(verdictOf(result), 'indeterminate algorithmUnsupported');
    assert.deepEqual(result.signers[0]?.reasons[0]?.values, { algorithm: '1.2.3.4.5.6' });
  });

  test('a good certificate beside that of the signer does not make an expired or untrusted signer trusted', () => {
    for (const [signer, expected] of [
      ['expired', 'indeterminate certificateExpired revocationNotChecked'],
      ['untrusted', 'indeterminate issuerMissing revocationNotChecked'],
    ] as const) {
      const others = ['rsa', 'p256', 'authority', 'root'].map((name) => certificateTree(created, name));
      for (const order of [others, others.toReversed()]) {
        const bytes = changed(
          (tree) => {
            const certificates = tree.signedData.parts.find(({ tag }) => tag === 0xa0) as SealTree['tree'];
            certificates.parts = [...order, ...certificates.parts, ...order];
          },
          seal(created, signer),
        );
        assert.equal(verdictOf(opened(created, bytes)), expected);
      }
    }
  });

  test('a root with the same name and another key is not trusted', () => {
    created.issue('false-root', {
      issuer: 'false-root',
      extensions: 'root',
      key: 'p256-false',
      subject: '/C=RO/O=Primăria Exemplu/CN=root',
    });
    created.issue('cheat', { issuer: 'false-root' });
    const bytes = seal(created, 'cheat', ['-certfile', 'false-root.pem']);
    assert.equal(verdictOf(opened(created, bytes)), 'indeterminate issuerUntrusted revocationNotChecked');
  });

  test('bytes after the container make the verdict indeterminate, and padding does not', () => {
    const result = opened(created, Buffer.concat([good, Buffer.from('and more')]));
    assert.equal(verdictOf(result), 'indeterminate moreBehind');
    assert.equal(result.text, TEXT);
    assert.equal(verdictOf(opened(created, Buffer.concat([good, Buffer.from('\0\0\r\n')]))), VALID);
  });

  test('an unsigned document inside the container makes the verdict indeterminate', () => {
    const ending = leaf(0x04, Buffer.from('1 0 obj << >> endobj xref trailer << /Root 1 0 R >> startxref\n9\n%%EOF\n'));
    const attribute = changed((tree) => addUnsigned(infoOf(tree), '1.2.3.4', bytesOf(ending)));
    assert.equal(verdictOf(opened(created, attribute)), 'indeterminate moreBehind');
    const beside = (text: string): string =>
      verdictOf(
        opened(
          created,
          changed((tree) => addUnsigned(infoOf(tree), '1.2.3.4', bytesOf(leaf(0x04, Buffer.from(text))))),
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
      assert.equal(beside(part), 'indeterminate moreBehind', part);
      // Across the boundary of the read window.
      for (let inFront = 1; inFront < part.length; inFront++) {
        const bytes = Buffer.concat([Buffer.alloc(WINDOW_BYTES - inFront, 'x'), Buffer.from(part)]);
        assert.ok(containsDocument(bytesInMemory(bytes), 0), `${part} ${inFront}`);
      }
    }
    for (const text of ['x', 'office@trailer.example', 'obj', 'an object', 'PKI'])
      assert.equal(beside(text), VALID, text);
    // Places where the structure has no further element.
    const locations: Record<string, (tree: SealTree) => unknown> = {
      'a second content': ({ encapsulated }) => encapsulated.parts[1]?.parts.push(ending),
      'after the type of the content': ({ encapsulated }) => encapsulated.parts.push(ending),
      'after the signed data': ({ tree }) => tree.parts[1]?.parts.push(ending),
      'after the content information': ({ tree }) => tree.parts.push(ending),
      'in the information of the signer': (tree) => infoOf(tree).parts.push(ending),
    };
    for (const [location, add] of Object.entries(locations)) {
      const bytes = changed((tree) => void add(tree));
      assert.doesNotMatch(verdictOf(opened(created, bytes)), /^valid/, location);
    }
  });

  test('unsigned text before the content makes the container invalid or indeterminate', () => {
    const html = Buffer.from('<html><h1>PRET TOTAL: 9999999 LEI</h1><!--');
    const sha256 = oid('2.16.840.1.101.3.4.2.1');
    const locations: Record<string, [(tree: SealTree) => unknown, RegExp]> = {
      'parameters of a digest': [(tree) => digestsOf(tree).push(node(0x30, sha256, leaf(0x04, html))), /^$/],
      'a further element of a digest': [
        (tree) => digestsOf(tree).push(node(0x30, sha256, leaf(0x05, Buffer.alloc(0)), leaf(0x04, html))),
        /^$/,
      ],
      'non-empty null parameters': [(tree) => digestsOf(tree).push(node(0x30, sha256, leaf(0x05, html))), /^$/],
      'an unknown digest': [(tree) => digestsOf(tree).push(node(0x30, leaf(0x06, html))), /^indeterminate moreB/],
      'the version': [({ signedData }) => signedData.parts.splice(0, 1, leaf(0x02, html.subarray(0, 6))), /^$/],
    };
    for (const [location, [add, expected]] of Object.entries(locations)) {
      const bytes = changed((tree) => void add(tree));
      assert.match(verdictOf(opened(created, bytes)), expected, location);
    }
    const harmless = changed((tree) => void digestsOf(tree).push(node(0x30, oid('2.16.840.1.101.3.4.2.3'))));
    assert.equal(verdictOf(opened(created, harmless)), VALID);
  });

  test('a container without signers makes the verdict indeterminate, around a valid one and inside of one', () => {
    const UNSIGNED = 'indeterminate signatureUnreadable';
    const withoutSigners = (content: Buffer): Buffer =>
      changed((tree) => {
        tree.signerInfos.length = 0;
        tree.encapsulated.parts[1] = node(0xa0, leaf(0x04, content));
      });
    const empty = withoutSigners(Buffer.from(TEXT));
    assert.deepEqual([verdictOf(opened(created, empty)), opened(created, empty).text], [UNSIGNED, TEXT]);
    assert.equal(verdictOf(opened(created, withoutSigners(good))), `${UNSIGNED}; ${VALID}`);
    created.write('empty.p7m', empty);
    assert.equal(verdictOf(opened(created, seal(created, 'rsa', ['-in', 'empty.p7m']))), `${VALID}; ${UNSIGNED}`);
    const detached = changed((tree) => {
      tree.signerInfos.length = 0;
      tree.encapsulated.parts.length = 1;
    });
    const signed = created.write('good.p7m', good);
    assert.equal(verdictOf(opened(created, detached, { signed })), `${UNSIGNED}; ${VALID}`);
    // Certificates in a file, as authorities publish them.
    assert.deepEqual(opened(created, detached).signers, []);
  });
});
