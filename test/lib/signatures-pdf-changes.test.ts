/** Changes to a PDF after signing: added validation data keeps it valid, and a change of the displayed content does not. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { type Authorities, makeAuthorities } from '#test/support/signatures/authorities.ts';
import { withoutOpenssl } from '#test/support/signatures/openssl.ts';
import { appended, catalogAndPage, PAGE, signedPdf } from '#test/support/signatures/signed-pdf.ts';
import { CHANGED, opened, REWRITTEN, VALID, verdictOf } from '#test/support/signatures/signing.ts';

const STAMP = { signer: 'stamper', subFilter: 'ETSI.RFC3161' };
const stream = (number: number, bytes: Buffer, more = ''): string =>
  `${number} 0 obj\n<< /Length ${bytes.length} ${more}>>\nstream\n${bytes.toString('latin1')}\nendstream\nendobj\n`;

describe('PDFs changed after signing', { skip: withoutOpenssl() }, () => {
  let created: Authorities;
  let pdf: Buffer;
  before(() => {
    created = makeAuthorities();
    created.issue('rsa', { key: 'rsa' });
    created.issue('p256');
    created.issue('robbed');
    created.issue('stamper', { extensions: 'stamper' });
    created.issue('stranger', { issuer: 'stranger', extensions: 'root', key: 'p256-stranger' });
    pdf = signedPdf(created, [{ signer: 'rsa' }]);
  });
  after(() => created.remove());

  const proofs = (list: Buffer): string =>
    `40 0 obj\n<< /CRLs [41 0 R] >>\nendobj\n${stream(41, deflateSync(list), '/Filter /FlateDecode ')}`;
  const withProofs = (bytes: Buffer, list: Buffer): Buffer =>
    appended(bytes, catalogAndPage(1, { root: '/DSS 40 0 R' }) + proofs(list));

  test('added validation data keeps the signature valid, and its revocation lists are used', () => {
    const result = opened(created, withProofs(pdf, created.list('authority')));
    assert.equal(verdictOf(result), 'valid revisionEarlier');
    const [signer] = result.signers;
    assert.deepEqual([signer?.revocation.status, signer?.coversWholeDocument], ['good', false]);
    const robbed = signedPdf(created, [{ signer: 'robbed' }]);
    const list = created.list('authority', { robbed: new Date(Date.now() - 3_600_000) });
    assert.equal(
      verdictOf(opened(created, withProofs(robbed, list))),
      'indeterminate certificateRevoked revisionEarlier',
    );
  });

  test('a missing issuer certificate is found in the added validation data', () => {
    const alone = signedPdf(created, [{ signer: 'rsa', more: ['-nocerts'] }]);
    const der = (name: string): Buffer => created.run('x509', '-in', `${name}.pem`, '-outform', 'DER');
    const certificates = ['rsa', 'authority'].map((name, index) => stream(41 + index, der(name))).join('');
    const store = `40 0 obj\n<< /Certs [41 0 R 42 0 R] >>\nendobj\n${certificates}`;
    const stored = appended(alone, catalogAndPage(1, { root: '/DSS 40 0 R' }) + store);
    assert.match(verdictOf(opened(created, alone)), /^indeterminate certificateMissing/);
    assert.equal(verdictOf(opened(created, stored)), `${VALID} revisionEarlier`);
  });

  const rendered = '/Contents 50 0 R';
  const changes: [string, string][] = [
    ['another page size', catalogAndPage(1, { page: '/MediaBox [0 0 300 300]' })],
    ['a drawing on a page', `${catalogAndPage(1, { page: `${PAGE} ${rendered}` })}${stream(50, Buffer.from('0 0 m'))}`],
    [
      'an annotation on a page',
      `3 0 obj\n<< /Type /Page /Parent 2 0 R ${PAGE} /Annots [10 0 R 50 0 R] >>\nendobj
50 0 obj\n<< /Type /Annot /Subtype /FreeText /Rect [0 0 100 100] /Contents (x) >>\nendobj\n`,
    ],
    ['an additional page', '2 0 obj\n<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>\nendobj\n'],
    ['a removed signature', catalogAndPage(0, {})],
    ['a renamed field', '10 0 obj\n<< /Type /Annot /Subtype /Widget /FT /Sig /T (X) /V 11 0 R >>\nendobj\n'],
    ['an action on opening', catalogAndPage(1, { root: '/OpenAction << /S /JavaScript /JS (x) >>' })],
    ['a visible signature field without a signature', visible()],
  ];
  function visible(): string {
    return `${catalogAndPage(2, {})}12 0 obj
<< /Type /Annot /Subtype /Widget /FT /Sig /T (S1) /P 3 0 R /Rect [0 0 200 200] /AP << /N 50 0 R >> >>\nendobj\n${stream(50, Buffer.from('0 0 m'), '/Type /XObject /Subtype /Form /BBox [0 0 200 200] ')}`;
  }
  for (const [what, update] of changes) {
    test(`${what} makes the verdict indeterminate`, () => {
      assert.equal(verdictOf(opened(created, appended(pdf, update))), CHANGED);
    });
  }

  test('an object that was missing at signing and is added later is a change', () => {
    const hiding = signedPdf(created, [{ signer: 'rsa', page: `${PAGE} ${rendered}` }]);
    assert.equal(verdictOf(opened(created, hiding)), VALID);
    assert.equal(verdictOf(opened(created, appended(hiding, stream(50, Buffer.from('0 0 m'))))), CHANGED);
  });

  test('an unchanged object may be rewritten, and a stream with other bytes may not', () => {
    const objects = stream(50, Buffer.from('0 0 m'));
    const written = signedPdf(created, [{ signer: 'rsa', page: `${PAGE} ${rendered}`, objects }]);
    const copied = appended(written, '2 0 obj\n<< /Count 1 /Kids [ 3 0 R ] /Type/Pages >>\nendobj\n');
    assert.equal(verdictOf(opened(created, copied)), `${VALID} revisionEarlier`);
    assert.equal(verdictOf(opened(created, appended(written, stream(50, Buffer.from('9 9 m'))))), CHANGED);
  });

  test('a timestamp over a changed document does not validate the earlier signature', () => {
    const result = opened(
      created,
      signedPdf(created, [{ signer: 'rsa' }, { ...STAMP, page: '/MediaBox [0 0 300 300]' }]),
    );
    assert.equal(verdictOf(result), CHANGED);
    assert.deepEqual(
      result.levels[0]?.documentTimestamps.map(({ isValid }) => isValid),
      [true],
    );
  });

  test('a trusted signature over a changed document covers the change for its own signer only', () => {
    const twice = signedPdf(created, [{ signer: 'rsa' }, { signer: 'p256', page: '/MediaBox [0 0 300 300]' }]);
    assert.equal(verdictOf(opened(created, twice)), `${REWRITTEN}; ${VALID}`);
  });

  test('a trusted second signature may have an appearance, and an untrusted one may not', () => {
    const drawn = (signer: string) => signedPdf(created, [{ signer: 'rsa' }, { signer, area: '10 10 90 40' }]);
    assert.equal(verdictOf(opened(created, drawn('p256'))), `${VALID} revisionEarlier; ${VALID}`);
    const stored = signedPdf(created, [{ signer: 'rsa' }, { signer: 'p256', area: '10 10 90 40' }, STAMP]);
    assert.equal(verdictOf(opened(created, stored)), `${VALID} revisionEarlier; ${VALID} revisionEarlier`);
    assert.match(verdictOf(opened(created, drawn('stranger'))), new RegExp(`^${CHANGED}; indeterminate issuer`));
  });

  test('cross-reference streams and object streams are read like plain ones', () => {
    const list = created.list('authority');
    assert.equal(verdictOf(opened(created, packed(pdf, list))), 'valid revisionEarlier');
    const other = packed(pdf, list, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Annots [10 0 R] >>');
    assert.equal(verdictOf(opened(created, other)), 'indeterminate revisionChanged');
  });

  /** An update with the catalog, and optionally the page, in an object stream, and with a cross-reference stream. */
  function packed(bytes: Buffer, list: Buffer, page?: string): Buffer {
    const catalog = /1 0 obj\n([\s\S]*?)\nendobj/.exec(catalogAndPage(1, { root: '/DSS 40 0 R' }))?.[1] ?? '';
    const values = [catalog, ...(page ? [page] : [])];
    const numbers = ['1', '3'].slice(0, values.length);
    const locations = values.map((_, index) => values.slice(0, index).join(' ').length + (index ? 1 : 0));
    const head = numbers.map((number, index) => `${number} ${locations[index]}`).join(' ');
    const content = Buffer.from(`${head}\n${values.join(' ')}`, 'latin1');
    const objects = `${proofs(list)}${stream(
      60,
      deflateSync(content),
      `/Type /ObjStm /N ${values.length} /First ${head.length + 1} /Filter /FlateDecode `,
    )}`;
    const at = (number: number): number => bytes.length + objects.indexOf(`${number} 0 obj`);
    const start = bytes.length + objects.length;
    const rows = [
      ...numbers.map((_, index) => [2, 60, index]),
      ...[40, 41, 60].map((number) => [1, at(number), 0]),
      [1, start, 0],
    ].map(([kind = 0, second = 0, third = 0]) => [kind, second >> 16, (second >> 8) & 255, second & 255, third]);
    // Each row is encoded as its difference from the row above.
    const reported = rows.flatMap((row, index) => [
      2,
      ...row.map((byte, each) => (byte - (rows[index - 1]?.[each] ?? 0)) & 255),
    ]);
    const index = `[${numbers.map((number) => `${number} 1`).join(' ')} 40 2 60 2]`;
    const previous = bytes.toString('latin1').lastIndexOf('\nxref\n') + 1;
    const table = stream(
      61,
      deflateSync(Buffer.from(reported)),
      `/Type /XRef /Size 90 /Root 1 0 R /W [1 3 1] /Index ${index} /Prev ${previous} /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 5 >> `,
    );
    return Buffer.concat([bytes, Buffer.from(`${objects}${table}startxref\n${start}\n%%EOF\n`, 'latin1')]);
  }

  test('a long array in the document is accepted', () => {
    const long = signedPdf(created, [{ signer: 'rsa', page: `${PAGE} /X [${'0 '.repeat(90_000)}]` }]);
    const stored = appended(long, `40 0 obj\n<< >>\nendobj\n`);
    assert.equal(verdictOf(opened(created, stored)), `${VALID} revisionEarlier`);
  });

  test('cyclic, oversized or false cross-reference tables make the verdict indeterminate', () => {
    const good = withProofs(pdf, created.list('authority')).toString('latin1').slice(pdf.length);
    const start = Number(/startxref\n([0-9]+)\n%%EOF\n$/.exec(good)?.[1]);
    for (const [what, bytes] of [
      ['a circle', good.replace(/\/Prev [0-9]+/, `/Prev ${start}`)],
      ['a billion rows', good.replace(/\n1 1\n/, '\n1 999999999\n')],
      ['another object at the offset of the page', good.replace(/(\n3 1\n)[0-9]{10}/, '$10000000009')],
      ['no table at the end', good.replace(/startxref\n[0-9]+\n%%EOF\n$/, '')],
      ['an object after the end', `${good}1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n`],
      ['a dictionary with a duplicate key', good.replace('/DSS 40', '/DSS 40 0 R /DSS 40')],
      ['an excessive array', good.replace('/DSS 40 0 R', `/DSS 40 0 R /X [${'<<>>'.repeat(500_000)}]`)],
      ['deeply nested arrays', good.replace('/DSS 40 0 R', `/DSS 40 0 R /X ${'['.repeat(60)}`)],
    ] as const) {
      assert.notEqual(bytes, good, what);
      const result = opened(created, Buffer.concat([pdf, Buffer.from(bytes, 'latin1')]));
      assert.match(verdictOf(result), /^indeterminate revisionUnclear/, what);
      assert.equal(result.signers[0]?.integrity, 'unknown', what);
    }
  });
});
