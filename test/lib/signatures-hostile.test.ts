/** Broken and hostile files: each gets a verdict quickly and leaves no files. */
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { readdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { listsIn } from '#lib/signatures/trust-store.ts';
import { readTrustedList } from '#lib/signatures/trusted-list.ts';
import { type Authorities, makeAuthorities } from '#test/support/signatures/authorities.ts';
import { bytesOf, encoded, node, oid, sealTree, type Tree } from '#test/support/signatures/der-tree.ts';
import { withoutOpenssl } from '#test/support/signatures/openssl.ts';
import { opened, seal, trustIn, VALID, verdictOf } from '#test/support/signatures/signing.ts';

const SIGNED = bytesOf(oid('1.2.840.113549.1.7.2'));
const DATA = bytesOf(oid('1.2.840.113549.1.7.1'));
const END = Buffer.from([0, 0]);
const open = (tag: number, ...parts: Buffer[]): Buffer => Buffer.concat([Buffer.from([tag, 0x80]), ...parts, END]);
const VERSION = Buffer.from([2, 1, 1]);

/** A signed container with this content, no certificates and no signers. */
const around = (content: Buffer, ...rest: Buffer[]): Buffer =>
  open(
    0x30,
    SIGNED,
    open(0xa0, open(0x30, VERSION, encoded(0x31, Buffer.alloc(0)), open(0x30, DATA, open(0xa0, content)), ...rest)),
  );
const SIGNERS = encoded(0x31, Buffer.alloc(0));

describe('hostile containers', { skip: withoutOpenssl() }, () => {
  let created: Authorities;
  before(() => {
    created = makeAuthorities();
    created.issue('p256');
  });
  after(() => created.remove());

  const outcome = (bytes: Buffer | string): (string | null | undefined)[] => {
    const before = readdirSync(created.path('out'));
    const { kind, trouble, content, signers } = opened(created, bytes);
    if (content === null) {
      const folder = readdirSync(created.path('out')).find((name) => !before.includes(name) && !name.endsWith('.in'));
      assert.deepEqual(readdirSync(created.path(`out/${folder}`)), [], 'no file is left');
    }
    assert.ok(signers.every(({ verdict }) => verdict !== 'valid'));
    return [kind, trouble?.code.replace('seals.', '') ?? null, content && 'content'];
  };

  test('a container truncated at any point is reported as truncated', () => {
    for (const more of [[], ['-stream']]) {
      const der = seal(created, 'p256', more);
      for (let length = 24; length < der.length; length += 37) {
        const [kind, trouble, content] = outcome(der.subarray(0, length));
        assert.deepEqual([kind, trouble, content], ['cms', 'truncated', null], `${length} of ${der.length}`);
      }
    }
  });

  test('a container with any changed byte gets a verdict and never passes other content as valid', () => {
    const der = seal(created, 'p256');
    const whole = opened(created, der);
    for (let at = 0; at < der.length; at += 7) {
      const bytes = Buffer.from(der);
      bytes[at] = (bytes[at] ?? 0) ^ 0x55;
      const result = opened(created, bytes);
      const isValid = result.signers.some(({ verdict }) => verdict === 'valid');
      if (isValid) assert.equal(result.content?.sha256, whole.content?.sha256, `byte ${at}`);
    }
  });

  test('a length beyond the end of the file is reported, however large', () => {
    const huge = Buffer.from('84ffffffff', 'hex');
    assert.deepEqual(outcome(Buffer.concat([Buffer.from([0x30]), huge, SIGNED])), ['cms', 'truncated', null]);
    const content = Buffer.concat([Buffer.from([0x04]), huge, Buffer.from('small')]);
    assert.deepEqual(outcome(around(content, SIGNERS)), ['cms', 'truncated', null]);
    const eight = Buffer.concat([Buffer.from([0x04]), Buffer.from('88ffffffffffffffff', 'hex')]);
    assert.deepEqual(outcome(around(eight, SIGNERS)), ['cms', 'malformed', null]);
  });

  test('content in very many empty chunks is refused, and in many small ones it is read', () => {
    const empty = open(0x24, ...Array.from({ length: 100_000 }, () => Buffer.from([4, 0])));
    assert.deepEqual(outcome(around(empty, SIGNERS)), ['cms', 'tooManyParts', null]);
    const small = open(0x24, ...Array.from({ length: 100_000 }, () => encoded(0x04, Buffer.alloc(64, 0x61))));
    const result = opened(created, around(small, SIGNERS));
    assert.deepEqual([result.trouble, result.content?.sizeBytes], [null, 6_400_000]);
  });

  test('deeply nested chunks are refused', () => {
    let content: Buffer = encoded(0x04, Buffer.from('deep'));
    for (let depth = 0; depth < 5; depth++) content = open(0x24, content);
    assert.equal(opened(created, around(content, SIGNERS)).text, 'deep');
    for (let depth = 0; depth < 5_000; depth++) content = open(0x24, content);
    assert.deepEqual(outcome(around(content, SIGNERS)), ['cms', 'malformed', null]);
  });

  test('excessive numbers of certificates, signers and nested elements are refused', () => {
    const empty = Buffer.from([0x30, 0]);
    const many = Buffer.concat(Array.from({ length: 100_000 }, () => empty));
    const content = encoded(0x04, Buffer.from('x'));
    assert.deepEqual(outcome(around(content, encoded(0xa0, many), SIGNERS)), ['cms', 'tooManyParts', null]);
    assert.deepEqual(outcome(around(content, open(0xa0, many), SIGNERS)), ['cms', 'tooManyParts', null]);
    assert.deepEqual(outcome(around(content, encoded(0x31, many))), ['cms', 'tooManyParts', null]);
    const deep = Buffer.concat([...Array.from({ length: 100_000 }, () => Buffer.from([0x30, 0x80]))]);
    assert.deepEqual(outcome(around(content, open(0xa0, deep))), ['cms', 'tooManyParts', null]);
  });

  test('each element occurs once and in order, so that the limits apply to it once', () => {
    const der = seal(created, 'p256');
    const changed = (change: (parts: Tree[]) => void): Buffer => {
      const tree = sealTree(der);
      change(tree.signedData.parts);
      return tree.bytes();
    };
    const empty = node(0xa1);
    assert.deepEqual(outcome(changed((parts) => parts.push(parts[3] as Tree))), ['cms', 'malformed', null]);
    assert.deepEqual(outcome(changed((parts) => parts.push(parts[4] as Tree))), ['cms', 'malformed', null]);
    assert.deepEqual(outcome(changed((parts) => parts.splice(3, 0, empty))), ['cms', 'malformed', null]);
    assert.equal(
      verdictOf(
        opened(
          created,
          changed((parts) => parts.splice(4, 0, empty)),
        ),
      ),
      VALID,
    );
    const lists = node(0xa1, ...Array.from({ length: 50 }, () => node(0x30)));
    const many = changed((parts) => {
      parts.splice(4, 0, lists);
      const signers = parts[5] as Tree;
      signers.parts = Array.from({ length: 6 }, () => signers.parts[0] as Tree);
    });
    assert.deepEqual(outcome(many), ['cms', 'tooManyParts', null]);
  });

  test('certificates are parsed once for any number of signers', () => {
    const tree = sealTree(seal(created, 'p256'));
    const [certificates, signers] = tree.signedData.parts.slice(3) as [Tree, Tree];
    certificates.parts.push(...Array.from({ length: 20 }, () => certificates.parts[0] as Tree));
    signers.parts.push(...Array.from({ length: 19 }, () => signers.parts[0] as Tree));
    const requested = { trust: trustIn(created) };
    const Plain = crypto.X509Certificate;
    let count = 0;
    crypto.X509Certificate = class extends Plain {
      constructor(bytes: Uint8Array) {
        super(bytes);
        count += 1;
      }
    };
    syncBuiltinESMExports();
    try {
      assert.equal(verdictOf(opened(created, tree.bytes(), requested)), Array(20).fill(VALID).join('; '));
      assert.equal(count, certificates.parts.length);
    } finally {
      crypto.X509Certificate = Plain;
      syncBuiltinESMExports();
    }
  });

  test('a cycle of certificates ends quickly without a trusted chain', () => {
    created.issue('one', { issuer: 'one', extensions: 'root', key: 'p256-circle', subject: '/CN=circle' });
    const certificates = Array.from({ length: 150 }, (_, index) => {
      if (index < 3)
        created.issue(`same-${index}`, {
          issuer: 'one',
          extensions: 'root',
          key: 'p256-circle',
          subject: '/CN=circle',
        });
      return created.path(`same-${index % 3}.pem`);
    });
    created.issue('lost', { issuer: 'one' });
    created.write(
      'circle.pem',
      Buffer.concat(certificates.slice(0, 3).map((path) => created.read(path.split('/').at(-1) ?? ''))),
    );
    const result = opened(created, seal(created, 'lost', ['-certfile', 'circle.pem']));
    assert.match(verdictOf(result), /^indeterminate issuer(?:Untrusted|Missing)/);
  });

  test('a signature with malformed attributes is unreadable and does not throw', () => {
    const tree = sealTree(seal(created, 'p256'));
    const info = tree.signerInfos[0];
    if (info) info.parts = info.parts.map((part) => (part.tag === 0xa0 ? node(0xa0, node(0x30, node(0x30))) : part));
    assert.equal(verdictOf(opened(created, tree.bytes())), 'indeterminate signatureUnreadable');
  });

  test('text that only resembles a container is broken or has no signature', () => {
    const base64 = seal(created, 'p256').toString('base64');
    assert.deepEqual(outcome(`${base64.slice(0, 200)}!${base64.slice(201)}`), ['cms', 'malformed', null]);
    assert.deepEqual(outcome(base64.slice(0, 400)), ['cms', 'truncated', null]);
    assert.deepEqual(outcome('-----BEGIN CMS-----\nnothing\n-----END CMS-----\n'), ['none', null, 'content']);
    assert.deepEqual(outcome('MIIB is how some sentences begin.'), ['none', null, 'content']);
    assert.deepEqual(outcome(Buffer.from([0x30])), ['none', null, 'content']);
    assert.deepEqual(outcome(''), ['none', null, 'content']);
  });

  test('a PDF with 100,000 byte ranges is scanned once', () => {
    const many = `%PDF-1.7\n${Array.from({ length: 100_000 }, (_, index) => `/ByteRange [0 ${index} 1 2]`).join('\n')}`;
    const result = opened(created, many);
    assert.deepEqual([result.kind, result.signers.length], ['pades', 100]);
    assert.ok(result.signers.every(({ verdict }) => verdict === 'indeterminate'));
  });
});

test('beginnings of PEM blocks before one end are one block', () => {
  const [begin, end] = ['-----BEGIN X509 CRL-----', '-----END X509 CRL-----'];
  assert.equal(listsIn(Buffer.from(begin.repeat(2_000) + end)).length, 1);
  assert.equal(listsIn(Buffer.from(`${begin}\nMAA=\n${end}\n`.repeat(3))).length, 3);
});

test('a trusted list of a hundred thousand levels is refused in a moment', () => {
  const [open, close] = ['<a>', '</a>'].map((tag) => tag.repeat(100_000)) as [string, string];
  const list = `<TrustServiceStatusList>${open}${close}</TrustServiceStatusList>`;
  assert.throws(() => readTrustedList(list, new Date()), /nested too deeply/);
});
