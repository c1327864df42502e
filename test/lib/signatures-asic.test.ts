/** ASiC containers (ZIP) with files and CAdES signatures: signed by openssl, packed by the test. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { type MadeEntry, madeZip } from '#test/support/raw-zip.ts';
import { type Authorities, makeAuthorities } from '#test/support/signatures/authorities.ts';
import { withoutOpenssl } from '#test/support/signatures/openssl.ts';
import {
  entriesOf as contents,
  detached,
  entry as file,
  FILES as files,
  manifest,
  opened,
  container as packed,
  extended as packedList,
  SHA256,
  TEXT,
  VALID,
  verdictOf,
} from '#test/support/signatures/signing.ts';

const MISSING = 'indeterminate containerFileMissing';
const LEFT_OUT = 'indeterminate containerLeftOut';
const UNCLEAR = 'indeterminate containerUnclear';
const ALTERED = /^invalid containerAltered/;

describe('ASiC containers', { skip: withoutOpenssl() }, () => {
  let created: Authorities;
  before(() => {
    created = makeAuthorities();
    created.issue('p256');
    created.issue('rsa', { key: 'rsa' });
  });
  after(() => created.remove());

  const signed = (content: Buffer | string, signer = 'p256', more: string[] = []): Buffer =>
    detached(created, content, signer, more);
  const extended = (list: string, signature = signed(list), given = contents()): Buffer =>
    packedList(list, signature, given);

  test('a container with one file is verified, and the container is the content', () => {
    const simple = packed('s', file('a.txt', TEXT), file('META-INF/signature.p7s', signed(TEXT)));
    const result = opened(created, simple);
    assert.equal(verdictOf(result), VALID);
    assert.deepEqual(
      [result.kind, result.signers[0]?.level, result.content?.sizeBytes],
      ['asic', 'CAdES-B', simple.length],
    );
    const altered = packed('s', file('a.txt', `${TEXT}!`), file('META-INF/signature.p7s', signed(TEXT)));
    assert.match(verdictOf(opened(created, altered)), /^invalid contentAltered/);
  });

  test('an uncompressed PDF in a container does not turn the container into a PDF', () => {
    const pdf = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n';
    const signature = signed(pdf);
    const around = (content: string, given = signature) =>
      opened(created, packed('s', file('a.pdf', content), file('META-INF/signature.p7s', given)));
    assert.deepEqual([around(pdf).kind, verdictOf(around(pdf))], ['asic', VALID]);
    assert.equal(verdictOf(around(pdf, signed(pdf, 'p256', ['-nodetach']))), VALID);
    assert.match(verdictOf(around(pdf.replace('Catalog', 'Another'))), /^invalid contentAltered/);
  });

  test('a manifest covers several files by their digests', () => {
    const list = manifest(files);
    assert.equal(verdictOf(opened(created, extended(list))), VALID);
    assert.equal(verdictOf(opened(created, extended(list, signed(list, 'rsa', ['-nodetach'])))), VALID);
    const other = extended(list, signed(list), contents({ ...files, 'b.txt': 'Alta' }));
    assert.match(verdictOf(opened(created, other)), ALTERED);
    assert.equal(opened(created, other).signers[0]?.integrity, 'altered');
    const fewer = extended(list, signed(list), contents({ 'b.txt': 'Anexa' }));
    assert.equal(verdictOf(opened(created, fewer)), MISSING);
    assert.equal(opened(created, fewer).signers[0]?.integrity, 'unknown');
    const fewerAndOther = extended(list, signed(list), contents({ 'b.txt': 'Alta' }));
    assert.match(verdictOf(opened(created, fewerAndOther)), ALTERED);
  });

  test('weak digests in the manifest make the verdict indeterminate', () => {
    const list = manifest(files).replaceAll(
      'http://www.w3.org/2001/04/xmlenc#sha256',
      'http://www.w3.org/2000/09/xmldsig#sha1',
    );
    assert.notEqual(list, manifest(files));
    assert.equal(verdictOf(opened(created, extended(list))), 'indeterminate containerDigest');
    assert.equal(opened(created, extended(list)).signers[0]?.integrity, 'unknown', 'the files were not compared');
  });

  test('other notations of names and digests are accepted, and paths outside of the container are not', () => {
    const given = contents({ 'b.txt': 'Anexa' });
    const written = (from: string | RegExp, to: string): string => {
      const list = manifest({ 'b.txt': 'Anexa' }).replace(from, to);
      return verdictOf(opened(created, extended(list, signed(list), given)));
    };
    assert.equal(written('URI="b.txt"', 'URI="./b.txt"'), VALID);
    assert.equal(
      written(/<ds:DigestValue>(.+)<\/ds:DigestValue>/, '<ds:DigestValue><![CDATA[$1]]></ds:DigestValue>'),
      VALID,
    );
    for (const uri of ['/b.txt', 'file:///b.txt', 'http://example.com/b.txt', '../b.txt', 'x/../b.txt'])
      assert.equal(written('URI="b.txt"', `URI="${uri}"`), UNCLEAR, uri);
    assert.equal(written('URI="b.txt"', 'URI="c.txt"'), MISSING);
    const twice = /(<asic:DataObjectReference.+<\/asic:DataObjectReference>)/;
    assert.equal(written(twice, '$1$1'), UNCLEAR);
  });

  test('a manifest with an unknown critical extension makes the verdict indeterminate', () => {
    const list = (critical: string): string =>
      manifest(files).replace(
        '</asic:ASiCManifest>',
        `<asic:ASiCManifestExtensions><asic:Extension Critical="${critical}"><x/></asic:Extension></asic:ASiCManifestExtensions></asic:ASiCManifest>`,
      );
    for (const critical of ['true', '1']) assert.equal(verdictOf(opened(created, extended(list(critical)))), UNCLEAR);
    assert.equal(verdictOf(opened(created, extended(list('false')))), VALID);
  });

  test('containers and office files with XML signatures are signed, though not judged', () => {
    const signature = '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>';
    for (const [kind, ...entries] of [
      [
        'asic',
        file('mimetype', 'application/vnd.lt.archyvai.adoc-2008'),
        file('META-INF/signatures/signatures0.xml', signature),
      ],
      [
        'xades',
        file('mimetype', 'application/vnd.oasis.opendocument.text'),
        file('content.xml', '<a/>'),
        file('META-INF/documentsignatures.xml', signature),
      ],
      [
        'xades',
        file('[Content_Types].xml', '<Types/>'),
        file('word/document.xml', '<a/>'),
        file('_xmlsignatures/sig1.xml', signature),
      ],
    ] as const) {
      const result = opened(created, madeZip([...entries], { stored: true }));
      assert.deepEqual([result.kind, verdictOf(result)], [kind, 'indeterminate formatUnsupported']);
    }
    const unsigned = [file('[Content_Types].xml', '<Types/>'), file('word/document.xml', '_xmlsignatures')];
    assert.equal(opened(created, madeZip(unsigned, { stored: true })).kind, 'none');
  });

  test('a changed manifest makes the signature invalid', () => {
    const list = manifest({ ...files, 'b.txt': 'Alta' });
    const swapped = extended(list, signed(manifest(files)), contents({ ...files, 'b.txt': 'Alta' }));
    assert.match(verdictOf(opened(created, swapped)), /^invalid contentAltered/);
  });

  test('a file missing from the manifest makes the verdict indeterminate', () => {
    const list = manifest(files);
    const more = extended(list, signed(list), [...contents(), file('c.txt', 'Adăugat')]);
    assert.equal(verdictOf(opened(created, more)), 'indeterminate containerLeftOut');
    const none = manifest({});
    assert.match(verdictOf(opened(created, extended(none))), /^indeterminate containerLeftOut/);
  });

  test('in META-INF only signature files with exact names may be missing from the manifest', () => {
    const list = manifest(files);
    const beside = (name: string, content = 'PRET TOTAL: 9999999 LEI'): Buffer =>
      extended(list, signed(list), [...contents(), file(name, content)]);
    for (const name of [
      'META-INF/oferta-corectata.txt',
      'Meta-Inf/oferta-corectata.txt',
      'META-INF/asicmanifest2.xml',
      'META-INF/Signature002.p7s.txt',
      'META-INF/dosar/timestamp.tst',
      'META-INF/oferta.xml',
      'META-INF/.p7s',
      'Mimetype',
    ]) {
      assert.equal(verdictOf(opened(created, beside(name))), LEFT_OUT, name);
    }
    for (const name of [
      'META-INF/timestamp001.tst',
      'META-INF/ASiCArchiveManifest.xml',
      'META-INF/ASiCEvidenceRecordManifest001.xml',
      'META-INF/evidencerecord.ers',
      'META-INF/manifest.xml',
      'META-INF/',
    ]) {
      assert.equal(verdictOf(opened(created, beside(name, name.endsWith('/') ? '' : '<x/>'))), VALID, name);
    }
    const visible = '<x>1 0 obj << /Type /Catalog >> endobj trailer << /Root 1 0 R >></x>';
    assert.equal(verdictOf(opened(created, beside('META-INF/metadata.xml', visible))), LEFT_OUT);
    const named = manifest({ ...files, 'META-INF/anexa.txt': 'Anexa 2' });
    const covered = extended(named, signed(named), [...contents(), file('META-INF/anexa.txt', 'Anexa 2')]);
    assert.equal(verdictOf(opened(created, covered)), VALID);
    const simple = (...more: MadeEntry[]): Buffer =>
      packed('s', file('a.txt', TEXT), file('META-INF/signature.p7s', signed(TEXT)), ...more);
    assert.equal(verdictOf(opened(created, simple(file('META-INF/b.txt', 'x')))), LEFT_OUT);
    assert.equal(verdictOf(opened(created, simple(file('Meta-Inf/b.txt', 'x')))), 'indeterminate containerUnclear');
    const typed = madeZip(
      [
        file('mimetype', 'PRET TOTAL: 9999999 LEI'),
        ...contents(),
        file('META-INF/ASiCManifest001.xml', list),
        file('META-INF/signature001.p7s', signed(list)),
      ],
      { stored: true },
    );
    assert.equal(verdictOf(opened(created, typed)), LEFT_OUT);
  });

  test('an ambiguous manifest makes the verdict indeterminate', () => {
    const list = manifest(files);
    const signature = signed(list);
    const twice = packed(
      'e',
      ...contents(),
      file('META-INF/ASiCManifest001.xml', list),
      file('META-INF/ASiCManifest002.xml', list),
      file('META-INF/signature001.p7s', signature),
    );
    assert.equal(verdictOf(opened(created, twice)), 'indeterminate containerUnclear');
    const nowhere = packed('e', ...contents(), file('META-INF/signature001.p7s', signature));
    assert.equal(verdictOf(opened(created, nowhere)), 'indeterminate containerUnclear');
    const own = packed('s', file('a.txt', 'Alta'), file('META-INF/signature.p7s', signed(TEXT, 'rsa', ['-nodetach'])));
    assert.equal(verdictOf(opened(created, own)), 'indeterminate signatureUnreadable');
  });

  test('two signatures with two manifests are verified separately, and an XML signature beside them is reported', () => {
    const [one, two] = [manifest(files), manifest(files, 'META-INF/signature002.p7s')];
    const both = packed(
      'e',
      ...contents(),
      file('META-INF/ASiCManifest001.xml', one),
      file('META-INF/ASiCManifest002.xml', two),
      file('META-INF/signature001.p7s', signed(one)),
      file('META-INF/signature002.p7s', signed(two, 'rsa')),
      file('META-INF/signatures003.xml', '<x/>'),
    );
    assert.equal(verdictOf(opened(created, both)), `${VALID}; ${VALID}; indeterminate formatUnsupported`);
  });

  test('a manifest can cover an earlier signature', () => {
    const one = manifest(files);
    const first = signed(one);
    const earlier = 'META-INF/signature001.p7s';
    const hash = createHash('sha256').update(first).digest('base64');
    const reference = `<asic:DataObjectReference URI="${earlier}"><ds:DigestMethod Algorithm="${SHA256}"/><ds:DigestValue>${hash}</ds:DigestValue></asic:DataObjectReference></asic:ASiCManifest>`;
    const two = manifest(files, 'META-INF/signature002.p7s').replace('</asic:ASiCManifest>', reference);
    const all = (given: Buffer): Buffer =>
      packed(
        'e',
        ...contents(),
        file('META-INF/ASiCManifest001.xml', one),
        file(earlier, given),
        file('META-INF/ASiCManifest002.xml', two),
        file('META-INF/signature002.p7s', signed(two, 'rsa')),
      );
    assert.equal(verdictOf(opened(created, all(first))), `${VALID}; ${VALID}`);
    assert.match(verdictOf(opened(created, all(signed(one, 'rsa')))), /^valid; invalid containerAltered/);
  });

  test('with more signatures than the limit the verdict is indeterminate', () => {
    const signature = signed(TEXT);
    const many = (count: number): MadeEntry[] =>
      Array.from({ length: count }, (_, i) => file(`META-INF/signature${i}.p7s`, signature));
    const all = opened(created, packed('s', file('a.txt', TEXT), ...many(50)));
    assert.equal(verdictOf(all), Array(50).fill(VALID).join('; '));
    const more = opened(created, packed('s', file('a.txt', TEXT), ...many(51)));
    assert.match(verdictOf(more), /; indeterminate containerUnclear$/);
  });

  test('containers that two programs could read differently are never valid', () => {
    const list = manifest(files);
    const good = extended(list);
    const otherFile = madeZip([file('a.txt', 'PRET TOTAL: 9999999 LEI')], { stored: true }).subarray(0, 57);
    const beside = (entry: MadeEntry): Buffer => {
      const named = 'c.txt' === entry.name ? manifest({ ...files, 'c.txt': 'x' }) : list;
      return extended(named, signed(named), [...contents(), entry]);
    };
    assert.equal(verdictOf(opened(created, beside(file('META-INF/metadata.xml', '<x/>')))), VALID);
    assert.equal(verdictOf(opened(created, beside({ ...file('c.txt', 'x'), method: 8 }))), VALID);
    assert.equal(verdictOf(opened(created, withinLast(good, 30, Buffer.from('\xfe\xca\x00\x00', 'latin1')))), VALID);
    assert.equal(verdictOf(opened(created, withAttributes(good, 'b.txt', 0o100644 * 65_536))), VALID);
    const folder = withAttributes(beside(file('dosar/', '')), 'dosar/', 0o040755 * 65_536 + 0x10);
    assert.equal(verdictOf(opened(created, folder)), VALID);
    const bad = Object.entries({
      'a duplicate name': extended(list, signed(list), [...contents(), file('b.txt', 'Alta')]),
      'bytes before the archive': Buffer.concat([Buffer.from('PK\x03\x04'), good]),
      'bytes after the archive': Buffer.concat([good, Buffer.from('x')]),
      'a path outside of the archive': extended(list, signed(list), [...contents(), file('../c.txt', 'x')]),
      'a manifest with its own entity': extended(
        list.replace('<asic:ASiCManifest', '<!DOCTYPE a [<!ENTITY b "c">]><asic:ASiCManifest'),
      ),
      'another name in the local header': Buffer.from(good.toString('latin1').replace('b.txt', 'c.txt'), 'latin1'),
      'another size in the local header': patched(good, good.indexOf('PK\x03\x04', 4) + 22, 1),
      'another checksum in the local header': patched(good, good.indexOf('PK\x03\x04', 4) + 14, 1),
      'other flags in the local header': patched(good, good.indexOf('PK\x03\x04', 4) + 6, 8),
      'a data descriptor behind a stored file': patched(
        patched(good, good.indexOf('PK\x03\x04', 4) + 6, 8),
        good.indexOf('PK\x01\x02', good.indexOf('PK\x01\x02') + 4) + 8,
        8,
      ),
      'a central directory at another offset': patched(good, good.length - 14, 1),
      'a folder with content': extended(list, signed(list), [...contents(), file('dosar/', 'PRET TOTAL: 9999999 LEI')]),
      'another name in an extra field': withUnicodePath(good),
      'bytes after the end of a compressed file': beside({ ...file('c.txt', 'x'), method: 8, behind: otherFile }),
      'bytes in a folder': beside({ ...file('dosar/', ''), behind: otherFile }),
      'bytes after an empty file': beside({
        ...file('META-INF/metadata.xml', ''),
        behind: otherFile,
      }),
      'a symbolic link': withAttributes(good, 'b.txt', 0o120777 * 65_536),
      'a file marked as a folder': withAttributes(good, 'b.txt', 0x10),
      'a comment of a file': withinLast(good, 32, Buffer.from('x')),
      'a ZIP64 locator in an extra field': withinLast(good, 30, largeEnd),
      'a manifest without content': beside(file('META-INF/ASiCManifest-signatures.xml', '<a/>')),
      'a false size': extended(list, signed(list), [
        ...contents(),
        { ...file('c.txt', 'x'), declaredBytes: 4_000_000_000 },
      ]),
    });
    for (const [what, bytes] of bad) assert.doesNotMatch(verdictOf(opened(created, bytes)), /^valid/, what);
  });
});

const patched = (bytes: Buffer, at: number, flipped: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ flipped;
  return copy;
};

/** Sets the external attributes in the central directory, with which Unix and DOS mark file types. */
function withAttributes(zip: Buffer, name: string, attributes: number): Buffer {
  const copy = Buffer.from(zip);
  copy.writeUInt32LE(attributes, zip.lastIndexOf(name) - 8);
  return copy;
}

/** A ZIP64 locator in an extra field; some programs look for it right before the end of the archive. */
const largeEnd = Buffer.concat([Buffer.from('\xfe\xca\x14\x00PK\x06\x07', 'latin1'), Buffer.alloc(16)]);

/** Inserts bytes after the name of the last directory entry: offset 30 has the length of extra fields, 32 that of a comment. */
function withinLast(zip: Buffer, lengthAt: number, bytes: Buffer): Buffer {
  const end = zip.length - 22;
  const head = Buffer.from(zip.subarray(0, end));
  head.writeUInt16LE(bytes.length, zip.lastIndexOf('PK\x01\x02') + lengthAt);
  const tail = Buffer.from(zip.subarray(end));
  tail.writeUInt32LE(tail.readUInt32LE(12) + bytes.length, 12);
  return Buffer.concat([head, bytes, tail]);
}

/** Gives the last file a second name in the central directory (field 0x7075), which Info-ZIP and others display. */
function withUnicodePath(zip: Buffer): Buffer {
  const at = zip.lastIndexOf('PK\x01\x02');
  const name = zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28));
  const other = Buffer.from('META-INF/oferta.txt');
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x7075, 0);
  field.writeUInt16LE(5 + other.length, 2);
  field.writeUInt8(1, 4);
  field.writeUInt32LE(crc32(name), 5);
  return withinLast(zip, 30, Buffer.concat([field, other]));
}
