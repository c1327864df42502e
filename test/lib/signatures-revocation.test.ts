/** Revocation lists (CRL) and OCSP answers: which of them prove that a certificate is good, and which only that it is revoked. */
import assert from 'node:assert/strict';
import { sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { readCertificates } from '#lib/signatures/certificate.ts';
import { importTrust, type TrustImport } from '#lib/signatures/trust-import.ts';
import { loadTrust, pemOf, readTrustStore } from '#lib/signatures/trust-store.ts';
import { type Authorities, makeAuthorities } from '#test/support/signatures/authorities.ts';
import { bytesOf, leaf, node, oid, sealTree, type Tree, treeOf } from '#test/support/signatures/der-tree.ts';
import { withoutOpenssl } from '#test/support/signatures/openssl.ts';
import { NOTE, opened, pemBytes, seal, stamped, trustIn, verdictOf } from '#test/support/signatures/signing.ts';

const DAY_MS = 86_400_000;
const days = (count: number): Date => new Date(Date.now() + count * DAY_MS);
const REVOKED = 'indeterminate certificateRevoked';
const SCOPE = '2.5.29.28';
const REASON = '2.5.29.21';
const SHA256 = '1.2.840.10045.4.3.2';
const SHA1 = '1.2.840.10045.4.1';

const octets = (value: Tree): Tree => leaf(0x04, bytesOf(value));
const yes = leaf(0x01, Buffer.from([0xff]));
const extension = (type: string, value: Tree): Tree => node(0x30, oid(type), yes, octets(value));
const scope = (...fields: Tree[]): Tree => extension(SCOPE, node(0x30, ...fields));
/** The distribution point of a list, by an address or a directory name. */
const location = (name: Tree): Tree => node(0xa0, node(0xa0, name));
const address = (url: string): Tree => leaf(0x86, Buffer.from(url));

const differences = extension('2.5.29.27', leaf(0x02, Buffer.from([1])));
const someReasons = scope(leaf(0x83, Buffer.from([6, 0x40])));
const otherIssuersToo = scope(leaf(0x84, Buffer.from([0xff])));
const unknown = extension('1.2.3.4.5', leaf(0x05, Buffer.alloc(0)));

describe('revocation', { skip: withoutOpenssl() }, () => {
  let created: Authorities;
  let [signed, listed, silent]: Buffer[] = [];
  before(() => {
    created = makeAuthorities();
    created.issue('p256');
    created.issue('placed', { extensions: 'placed' });
    created.issue('short', { to: days(1) });
    created.issue('responder', { extensions: 'responder' });
    created.issue('stamper', { extensions: 'stamper' });
    const subject = '/C=RO/O=Primăria Exemplu/CN=authority';
    created.issue('newkey', { issuer: 'newkey', extensions: 'root', key: 'p256-new', subject });
    signed = seal(created, 'p256');
    silent = created.list('authority');
    listed = created.list('authority', { p256: days(-2) });
  });
  after(() => created.remove());

  /** The list with a change, signed again. */
  function changed(
    list: Buffer | undefined,
    change: (tbs: Tree) => void,
    by = 'authority',
    algorithm = SHA256,
  ): Buffer {
    const tree = treeOf(list as Buffer);
    change(tree.parts[0] as Tree);
    return signedAgain(tree, by, algorithm, (tree.parts[0] as Tree).parts[1] as Tree);
  }

  /** `named`: the second place that names the algorithm. */
  function signedAgain(tree: Tree, by: string, algorithm: string, named?: Tree): Buffer {
    const [content, scheme] = tree.parts as [Tree, Tree];
    scheme.parts = [oid(algorithm)];
    if (named) named.parts = scheme.parts;
    const signature = sign(algorithm === SHA1 ? 'sha1' : 'sha256', bytesOf(content), created.read(`${by}.key`));
    tree.parts[2] = leaf(0x03, Buffer.concat([Buffer.alloc(1), signature]));
    return bytesOf(tree);
  }

  const extended = (list: Buffer | undefined, more: Tree): Buffer =>
    changed(list, (tbs) => void tbs.parts.find(({ tag }) => tag === 0xa0)?.parts[0]?.parts.push(more));

  const withEntry = (list: Buffer | undefined, ...more: Tree[]): Buffer =>
    changed(list, (tbs) => {
      const entries = tbs.parts.findLast(({ tag }) => tag === 0x30) as Tree;
      entries.parts[0]?.parts.push(node(0x30, ...more));
    });

  const reason = (number: number): Tree => node(0x30, oid(REASON), octets(leaf(0x0a, Buffer.from([number]))));

  const verdicts = (list: Buffer, der: Buffer | undefined = signed): string =>
    verdictOf(opened(created, der as Buffer, { trust: trustIn(created, [list]) }));

  for (const [what, more] of [
    ['with a delta indicator', differences],
    ['for certain reasons only', someReasons],
    ['for indirect issuers', otherIssuersToo],
    ['with an unknown critical extension', unknown],
  ] as const) {
    test(`a list ${what} proves revocation, and does not prove that a certificate is good`, () => {
      assert.equal(verdicts(extended(listed, more)), REVOKED);
      assert.equal(verdicts(extended(silent, more)), NOTE);
    });
  }

  test('another notation of the issuer’s name still identifies the issuer', () => {
    const renamed = (list: Buffer | undefined): Buffer =>
      changed(list, (tbs) => {
        const name = tbs.parts[2]?.parts.at(-1)?.parts[0] as Tree;
        name.parts[1] = leaf(0x13, Buffer.from(' Authority'));
      });
    assert.equal(verdicts(renamed(listed)), REVOKED);
    assert.equal(verdicts(renamed(silent)), 'valid');
  });

  test('a list by another key of the same authority proves revocation only', () => {
    const anchors = readCertificates(['root', 'newkey'].map((name) => pemBytes(created.read(`${name}.pem`))));
    const by = (list: Buffer | undefined, key: string): string => {
      const trust = { ...trustIn(created, [changed(list, () => {}, key)]), anchors };
      return verdictOf(opened(created, signed as Buffer, { trust }));
    };
    assert.deepEqual([by(listed, 'newkey'), by(silent, 'newkey'), by(listed, 'p256')], [REVOKED, NOTE, NOTE]);
  });

  test('an entry for another issuer does not affect a certificate with the same number', () => {
    const other = node(
      0x30,
      node(0xa4, node(0x30, node(0x31, node(0x30, oid('2.5.4.3'), leaf(0x0c, Buffer.from('x')))))),
    );
    assert.equal(verdicts(withEntry(extended(listed, otherIssuersToo), extension('2.5.29.29', other))), NOTE);
  });

  test('a partial list counts for certificates with its distribution point or issuer only', () => {
    const at = (name: Tree): Buffer => extended(silent, scope(location(name)));
    const issuer = node(0xa4, treeOf(silent as Buffer).parts[0]?.parts[2] as Tree);
    const placed = seal(created, 'placed');
    assert.deepEqual(
      [verdicts(at(address('http://lists.example/1.crl')), placed), verdicts(at(issuer)), verdicts(at(issuer), placed)],
      ['valid', 'valid', 'valid'],
    );
    assert.deepEqual(
      [
        verdicts(at(address('http://lists.example/2.crl')), placed),
        verdicts(at(address('http://lists.example/1.crl'))),
      ],
      [NOTE, NOTE],
    );
    assert.equal(verdicts(extended(listed, scope(location(address('http://lists.example/2.crl'))))), REVOKED);
  });

  test('an entry with the reason "removed from list" does not make a certificate good', () => {
    assert.equal(verdicts(withEntry(listed, reason(8))), NOTE);
  });

  test('a list signed with SHA-1 proves revocation only', () => {
    const weak = (list: Buffer | undefined): string => verdicts(changed(list, () => {}, 'authority', SHA1));
    assert.deepEqual([weak(listed), weak(silent)], [REVOKED, NOTE]);
  });

  describe('in the trust store', () => {
    let store: string;
    beforeEach(() => {
      store = mkdtempSync(join(created.folder, 'store-'));
      for (const name of ['root', 'newkey']) importTrust(created.path(`${name}.pem`), store, 'authorities');
      importTrust(created.path('authority.pem'), store, 'helpers');
    });

    const imported = (list: Buffer): TrustImport => importTrust(created.write('in.crl', list), store, 'authorities');
    const judgedByStore = (): string => {
      const stored = loadTrust(store);
      const listsOf = (issuer: string) => [...stored.listsOf(issuer), ...created.lists('root')];
      return verdictOf(opened(created, signed as Buffer, { trust: { ...stored, listsOf } }));
    };

    test('a delta list, or one by another key, does not replace the main list', () => {
      imported(listed as Buffer);
      imported(extended(silent, differences));
      imported(changed(silent, () => {}, 'newkey'));
      imported(changed(silent, () => {}, 'p256'));
      assert.equal(judgedByStore(), REVOKED);
      assert.equal(readTrustStore(store).lists.length, 4);
    });

    test('an older list is not imported, and a newer one replaces the stored one', () => {
      const dated = (list: Buffer | undefined, time: string): Buffer =>
        changed(list, (tbs) => void tbs.parts.splice(3, 1, leaf(0x17, Buffer.from(time))));
      imported(dated(listed, '260102000000Z'));
      const { added, older } = imported(dated(silent, '260101000000Z'));
      assert.deepEqual([added.lists, older, judgedByStore()], [0, 1, REVOKED]);
      imported(dated(silent, '260103000000Z'));
      assert.deepEqual([readTrustStore(store).lists.length, judgedByStore()], [1, 'valid']);
    });

    test('a list of many megabytes is imported, and a larger one is refused', () => {
      const padding = node(0x30, oid('1.2.3.4.5'), leaf(0x04, bytesOf(leaf(0x04, Buffer.alloc(17 * 2 ** 20)))));
      imported(withEntry(listed, padding));
      assert.equal(judgedByStore(), REVOKED);
      truncateSync(created.path('in.crl'), 65 * 2 ** 20);
      assert.throws(() => importTrust(created.path('in.crl'), store, 'authorities'), /is larger than/);
    });

    test('lists in PEM are read, and unreadable files are reported', () => {
      mkdirSync(join(store, 'lists'));
      const pem = pemOf(listed as Buffer, 'X509 CRL');
      writeFileSync(join(store, 'lists', 'both.crl'), pemOf(created.list('root'), 'X509 CRL') + pem);
      writeFileSync(join(store, 'lists', 'none.crl'), 'nothing');
      assert.equal(judgedByStore(), REVOKED);
      assert.deepEqual(readTrustStore(store).unreadable, [join(store, 'lists', 'none.crl')]);
    });
  });

  describe('by OCSP answers', () => {
    let answer: Buffer;
    before(() => {
      created.list('authority');
      const who = ['-rsigner', 'responder.pem', '-rkey', 'responder.key', '-CA', 'authority.pem'];
      created.write(
        'authority.index',
        created
          .read('authority.index')
          .toString()
          .replaceAll(/^R\t(\w+)\t\w+/gm, 'V\t$1\t'),
      );
      created.run('ocsp', '-issuer', 'authority.pem', '-cert', 'p256.pem', '-reqout', 'ask.der');
      const what = ['-reqin', 'ask.der', '-respout', 'answer.der', '-ndays', '5'];
      created.run('ocsp', '-index', 'authority.index', ...who, ...what);
      answer = treeOf(created.read('answer.der')).parts[1]?.parts[0]?.parts[1]?.body as Buffer;
    });

    const judgedWith = (basic: Buffer, lists: Buffer[] = []): string => {
      const whole = node(0x30, oid('1.3.6.1.5.5.7.48.1.1'), leaf(0x04, basic));
      const response = node(0x30, leaf(0x0a, Buffer.from([0])), node(0xa0, whole));
      const tree = sealTree(signed as Buffer);
      tree.signedData.parts.splice(-1, 0, node(0xa1, node(0xa1, oid('1.3.6.1.5.5.7.16.2'), response)));
      return verdictOf(opened(created, tree.bytes(), { trust: trustIn(created, lists) }));
    };

    test('of two statuses in one answer the worse one counts', () => {
      const tree = treeOf(answer);
      const singles = tree.parts[0]?.parts.find(({ tag }) => tag === 0x30) as Tree;
      const [good] = singles.parts as [Tree];
      const revoked = node(0xa1, leaf(0x18, Buffer.from('20260101000000Z')));
      singles.parts.push(node(0x30, good.parts[0] as Tree, revoked, ...good.parts.slice(2)));
      assert.equal(judgedWith(signedAgain(tree, 'responder', SHA256)), REVOKED);
      assert.equal(judgedWith(answer), 'valid');
    });

    test('an answer signed with SHA-1 does not prove that a certificate is good', () => {
      assert.equal(judgedWith(signedAgain(treeOf(answer), 'responder', SHA1)), NOTE);
    });

    test('a revoked responder proves nothing', () => {
      const list = extended(created.list('authority', { responder: days(-2) }), differences);
      assert.equal(judgedWith(answer, [list]), NOTE);
    });
  });

  test('a timestamp by a key that was revoked later counts unless the key may have been compromised', () => {
    const der = stamped(created, seal(created, 'short'));
    const list = changed(created.list('authority', { stamper: days(3) }), (tbs) => {
      const entries = tbs.parts.findLast(({ tag }) => tag === 0x30) as Tree;
      entries.parts = entries.parts.slice(-1);
    });
    const judgedLater = (revoked: Buffer): string =>
      verdictOf(opened(created, der, { now: days(5), trust: trustIn(created, [revoked]) }));
    for (const number of [3, 4, 5]) assert.equal(judgedLater(withEntry(list, reason(number))), 'valid');
    for (const lost of [list, withEntry(list, reason(1))]) {
      assert.match(judgedLater(lost), /^indeterminate certificateExpired.* timestampWrong$/);
    }
  });
});
