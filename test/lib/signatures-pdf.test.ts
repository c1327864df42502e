/** Signed PDFs, verified by the product and by pdfsig; also formats that are recognised and not verified. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Authorities, makeAuthorities } from '#test/support/signatures/authorities.ts';
import { pdfsig, withoutOpenssl, withoutPdfsig } from '#test/support/signatures/openssl.ts';
import { appended, signedPdf } from '#test/support/signatures/signed-pdf.ts';
import { opened, VALID, verdictOf } from '#test/support/signatures/signing.ts';
import { longTest } from '#test/support/tier.ts';

describe('signed PDFs', { skip: withoutOpenssl() || withoutPdfsig() }, () => {
  let created: Authorities;
  let pdf: Buffer;
  before(() => {
    created = makeAuthorities();
    created.issue('rsa', { key: 'rsa' });
    created.issue('p256');
    created.issue('stamper', { extensions: 'stamper' });
    created.issue('short', { to: new Date(Date.now() + 86_400_000) });
    pdf = signedPdf(created, [{ signer: 'rsa' }]);
  });
  after(() => created.remove());
  const pdfsigSays = (bytes: Buffer): string => pdfsig(created.write('judged.pdf', bytes));

  test('a signature over the whole document is valid, and the document is the content', () => {
    const result = opened(created, pdf);
    assert.equal(verdictOf(result), VALID);
    const [signer] = result.signers;
    assert.deepEqual(
      [
        result.kind,
        signer?.level,
        signer?.coversWholeDocument,
        typeof signer?.claimedSigningTime,
        result.content?.mediaType,
      ],
      ['pades', 'PAdES-B', true, 'string', 'application/pdf'],
    );
    assert.equal(result.content?.sizeBytes, pdf.length);
    assert.match(pdfsigSays(pdf), /Total document signed[\s\S]*Signature is Valid/);
  });

  test('a signature of the older subfilter has the level PDF', () => {
    const older = opened(created, signedPdf(created, [{ signer: 'rsa', subFilter: 'adbe.pkcs7.detached' }]));
    assert.equal(verdictOf(older), VALID);
    assert.equal(older.signers[0]?.level, 'PDF');
  });

  test('one changed byte makes it invalid, for the product and for pdfsig', () => {
    const bytes = Buffer.from(pdf);
    bytes.write('300', bytes.indexOf('200 200'), 'latin1');
    assert.equal(verdictOf(opened(created, bytes)), 'invalid contentAltered');
    assert.match(pdfsigSays(bytes), /Digest Mismatch/);
  });

  test('an addition after the signature makes the verdict indeterminate', () => {
    const bytes = Buffer.concat([pdf, Buffer.from('\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n')]);
    const result = opened(created, bytes);
    assert.equal(verdictOf(result), 'indeterminate revisionUnclear');
    assert.deepEqual([result.signers[0]?.coversWholeDocument, result.signers[0]?.integrity], [false, 'unknown']);
    assert.match(pdfsigSays(bytes), /Not total document signed/);
  });

  test('of two signatures the first covers its own revision, and the second the whole document', () => {
    const both = signedPdf(created, [{ signer: 'rsa' }, { signer: 'p256' }]);
    const result = opened(created, both);
    assert.equal(verdictOf(result), `${VALID} revisionEarlier; ${VALID}`);
    assert.deepEqual(
      result.signers.map(({ coversWholeDocument, identity }) => [coversWholeDocument, identity?.name]),
      [
        [false, 'rsa'],
        [true, 'p256'],
      ],
    );
  });

  test('a change between two signatures invalidates the first', () => {
    const both = signedPdf(created, [{ signer: 'rsa' }, { signer: 'p256' }]);
    const bytes = Buffer.from(both);
    bytes.write('300', bytes.indexOf('200 200'), 'latin1');
    assert.match(verdictOf(opened(created, bytes)), /^invalid contentAltered.*; invalid contentAltered/);
  });

  test('a document timestamp keeps a signature valid after its certificate has expired', () => {
    const stored = signedPdf(created, [{ signer: 'short' }, { signer: 'stamper', subFilter: 'ETSI.RFC3161' }]);
    const later = new Date(Date.now() + 30 * 86_400_000);
    const result = opened(created, stored, { now: later });
    assert.match(verdictOf(result), /^valid revisionEarlier$/);
    assert.deepEqual(
      result.levels[0]?.documentTimestamps.map(({ isValid }) => isValid),
      [true],
    );
    const without = opened(created, signedPdf(created, [{ signer: 'short' }]), { now: later });
    assert.match(verdictOf(without), /^indeterminate certificateExpired/);
  });

  test('byte ranges that omit more than the signature are refused', () => {
    const text = pdf.toString('latin1');
    const [, b = '', c = '', d = ''] = /\/ByteRange \[0 ([0-9]+) ([0-9]+) ([0-9]+)\]/.exec(text) ?? [];
    const ranges = (...numbers: number[]): Buffer => {
      const [first = 0, ...rest] = numbers;
      const padded = rest.map((each) => String(each).padStart(10, '0'));
      return Buffer.from(text.replace(/\/ByteRange \[[^\]]*\]/, `/ByteRange [${first} ${padded.join(' ')}]`), 'latin1');
    };
    for (const numbers of [
      [1, Number(b) - 1, Number(c), Number(d)],
      [0, Number(b) - 20, Number(c), Number(d)],
      [0, Number(b), Number(c) + 20, Number(d) - 20],
      [0, Number(b), Number(c), Number(d) + 1_000_000],
      [0, Number(c), Number(b), Number(d)],
      [0, 0, 0, 0],
    ]) {
      assert.equal(verdictOf(opened(created, ranges(...numbers))), 'indeterminate rangeWrong', numbers.join(' '));
    }
  });

  test('a dictionary with the ranges of another signature is reported separately', () => {
    const [range = ''] = /\/ByteRange \[[^\]]*\]/.exec(pdf.toString('latin1')) ?? [];
    const contents = /\/Contents <([0-9A-Fa-f]*)>/.exec(pdf.toString('latin1'))?.[1] ?? '';
    const dictionary = (value: string): Buffer =>
      appended(
        pdf,
        `13 0 obj\n<< /Type /Sig /SubFilter /ETSI.CAdES.detached ${range} /Contents <${value}> >>\nendobj\n`,
      );
    const other = contents.replace('30', '31');
    assert.equal(verdictOf(opened(created, dictionary(other))), `indeterminate rangeWrong; ${VALID} revisionEarlier`);
    // Some writers copy the whole dictionary and pad it in their own way.
    const copy = contents.toUpperCase().replace(/0{100}$/, '');
    assert.equal(verdictOf(opened(created, dictionary(copy))), `${VALID} revisionEarlier`);
  });

  test('other than two ranges are reported, and a placeholder for a signature is ignored', () => {
    const written = (ranges: string): string =>
      verdictOf(opened(created, `%PDF-1.7\n1 0 obj\n<< /ByteRange [${ranges}] /Contents <00> >>\nendobj\n%%EOF\n`));
    assert.equal(written('0 9'), 'indeterminate rangeWrong');
    assert.equal(written('0 9 20 4 30 5'), 'indeterminate rangeWrong');
    assert.equal(written('0 /********** /********** /**********'), '');
  });

  longTest('twenty-five signatures are all verified, and the last one covers the whole document', () => {
    const all = signedPdf(created, Array(25).fill({ signer: 'p256' }));
    const { signers } = opened(created, all);
    assert.deepEqual([signers.length, signers.at(-1)?.coversWholeDocument], [25, true]);
    assert.ok(signers.every(({ verdict }) => verdict === 'valid'));
  });

  test('a CMS signature with embedded content does not count as a signature of the document', () => {
    const bytes = signedPdf(created, [{ signer: 'rsa', more: ['-nodetach'] }]);
    assert.equal(verdictOf(opened(created, bytes)), 'indeterminate formatUnsupported');
  });

  test('a PDF inside of a signed container is verified together with it', () => {
    created.write('inner.pdf', pdf);
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
      'inner.pdf',
      '-outform',
      'DER',
      '-out',
      'pdf.p7m',
    );
    const result = opened(created, created.read('pdf.p7m'));
    assert.deepEqual([result.kind, result.levels.map(({ kind }) => kind)], ['cms', ['cms', 'pades']]);
    assert.equal(verdictOf(result), `${VALID}; ${VALID}`);
    assert.equal(result.content?.sizeBytes, pdf.length);
  });

  test('a PDF without a signature has no signers', () => {
    const result = opened(created, '%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n');
    assert.deepEqual([result.kind, result.levels, result.content?.mediaType], ['none', [], 'application/pdf']);
  });

  test('XAdES and incomplete ASiC files are recognised and get no verdict', () => {
    const xml =
      '<?xml version="1.0"?><a><ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"></ds:Signature></a>';
    const asic = Buffer.concat([
      Buffer.from('PK\x03\x04', 'latin1'),
      Buffer.alloc(26),
      Buffer.from('mimetypeapplication/vnd.etsi.asic-e+zipPK\x03\x04', 'latin1'),
    ]);
    for (const [bytes, kind] of [
      [xml, 'xades'],
      [asic, 'asic'],
    ] as const) {
      const result = opened(created, bytes);
      assert.deepEqual([result.kind, verdictOf(result)], [kind, 'indeterminate formatUnsupported']);
    }
    assert.equal(opened(created, '<?xml version="1.0"?><a/>').kind, 'none');
  });
});
