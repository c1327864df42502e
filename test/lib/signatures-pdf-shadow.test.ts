/** Shadow attacks: PDFs prepared for a later change, or changed in hidden places. Permitted changes cannot display other content. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Authorities, makeAuthorities } from '#test/support/signatures/authorities.ts';
import { withoutOpenssl } from '#test/support/signatures/openssl.ts';
import {
  FORM_STREAM,
  type Objects,
  OPEN,
  PACKED,
  packedPdf,
  signedAgain,
  updated,
} from '#test/support/signatures/packed-pdf.ts';
import { signatureValue, signed } from '#test/support/signatures/signed-pdf.ts';
import { CHANGED, EARLIER, judgedPdf, UNCLEAR, VALID } from '#test/support/signatures/signing.ts';

const root = (more: string, form = '/Fields [6 0 R 8 0 R] /SigFlags 3'): string =>
  `<< /Type /Catalog /Pages 2 0 R /AcroForm << ${form} >> ${more} >>`;
const page = (annotations: string, more = ''): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R /Annots [${annotations}] ${more} >>`;
const field = (more: string, area = '0 0 0 0'): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Sig /T (S1) /P 3 0 R /Rect [${area}] ${more} >>`;

describe('PDFs prepared before signing', { skip: withoutOpenssl() }, () => {
  let created: Authorities;
  before(() => {
    created = makeAuthorities();
    created.issue('rsa', { key: 'rsa' });
    created.issue('p256');
  });
  after(() => created.remove());
  const verdicts = (bytes: Buffer): string => judgedPdf(created, bytes);
  /** The verdict after an update of a document that is valid before it. */
  const since = (objects: Objects, update: Objects, open: Objects = OPEN): string => {
    const prepared = packedPdf(created, { ...PACKED, ...objects }, open);
    assert.equal(verdicts(prepared), VALID);
    return verdicts(updated(prepared, { open: update }));
  };

  test('an object with several uses is compared under its strictest use', () => {
    const action = (file: string, more = ''): string => field(`/S /GoToR /D [0 /Fit] /F (${file}) ${more}`);
    const used = (at: string): Objects => ({ 1: root(at), 3: page('6 0 R 8 0 R'), 8: action('oferta.pdf') });
    assert.equal(since(used('/OpenAction 8 0 R'), { 8: action('alta.pdf') }), CHANGED);
    assert.equal(since(used('/Names << /Dests << /Names [(a) 8 0 R] >> >>'), { 8: action('alta.pdf') }), CHANGED);
    // Without other uses it is a signature field, whose flags have no effect without a rectangle.
    assert.equal(since(used(''), { 8: action('alta.pdf') }), EARLIER);
    const form = (more: string): string => `<< /Fields [6 0 R] ${more} >>`;
    const shared = {
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 9 0 R >>',
      3: page('6 0 R', '/PieceInfo 9 0 R'),
      9: form('/SigFlags 3'),
    };
    assert.equal(since(shared, { 9: form('/SigFlags 1') }), CHANGED);
    assert.equal(since({ ...shared, 3: page('6 0 R') }, { 9: form('/SigFlags 1') }), EARLIER);
  });

  test('a page that outlines, names, actions and structure refer to may be signed again', () => {
    const objects = {
      1: root(
        '/OpenAction [3 0 R /Fit] /Outlines 9 0 R /Names << /Dests << /Names [(a) [3 0 R /XYZ 0 0 0]] >> >> /StructTreeRoot << /K << /Pg 3 0 R /K << /Type /OBJR /Obj 6 0 R /Pg 3 0 R >> >> >>',
        '/Fields [6 0 R] /SigFlags 3',
      ),
      9: '<< /First 10 0 R /Last 10 0 R >>',
      10: '<< /Title (x) /Parent 9 0 R /A << /S /GoTo /D [3 0 R /Fit] >> >>',
    };
    const prepared = packedPdf(created, { ...PACKED, ...objects });
    const again = {
      1: (objects[1] ?? '').replace('/Fields [6 0 R]', '/Fields [6 0 R 32 0 R]'),
      3: page('6 0 R 32 0 R'),
      32: field('/V 33 0 R /F 132'),
      33: signatureValue(),
    };
    assert.equal(verdicts(signedAgain(created, prepared, { open: again }, 'p256')), `${EARLIER}; ${VALID}`);
    assert.equal(verdicts(updated(prepared, { open: { 3: page('6 0 R 32 0 R'), 32: field('/F 132') } })), EARLIER);
  });

  test('an unsigned field cannot get an appearance, with or without a rectangle', () => {
    const looks = { 34: FORM_STREAM('9999999') };
    const waiting = { 1: root(''), 3: page('6 0 R 8 0 R'), 8: field('') };
    assert.equal(since(waiting, { 8: field('/AP << /N 34 0 R >>'), ...looks }), CHANGED);
    assert.equal(since(waiting, { 8: field('/AP << >>') }), EARLIER);
    const added = (more: string): Objects => ({
      1: root('', '/Fields [6 0 R 32 0 R] /SigFlags 3'),
      3: page('6 0 R 32 0 R'),
      32: field(more),
      ...looks,
    });
    assert.equal(since({}, added('')), EARLIER);
    assert.equal(since({}, added('/AP << /N 34 0 R >>')), CHANGED);
    // A signature that is not among the verified ones.
    assert.equal(
      since({}, { ...added('/AP << /N 34 0 R >> /V 33 0 R'), 33: '<< /ByteRange 35 0 R >>', 35: '[0 0 0 0]' }),
      `indeterminate rangeWrong; ${CHANGED}`,
    );
    const already = { 8: field('/F 2 /AP << /N 9 0 R >>'), 1: root(''), 3: page('6 0 R 8 0 R') };
    const open = { ...OPEN, 9: FORM_STREAM('9999999') };
    assert.equal(since(already, { 8: field('/F 4 /AP << /N 9 0 R >>') }, open), CHANGED);
  });

  test('fonts and defaults of the form cannot change if text is drawn with them', () => {
    const widget =
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Pret) /V (9999999) /Rect [0 0 90 90] /AP << /N 9 0 R >> >>';
    const form = (more: string): string => root('', `/Fields [6 0 R] /SigFlags 3 ${more}`);
    const objects = { 1: form(''), 3: page('6 0 R 8 0 R'), 8: widget };
    const open = { ...OPEN, 9: FORM_STREAM('1000') };
    assert.equal(since(objects, { 1: form('/NeedAppearances true') }, open), CHANGED);
    // One viewer draws fields as HTML elements, by type and not by appearance.
    for (const looks of ['/AP << /N 9 0 R >>', '/AP << >>', '/AP 77 0 R', '/AP << /N null >>']) {
      const bare = { ...objects, 8: widget.replace('/AP << /N 9 0 R >>', looks) };
      assert.equal(since(bare, { 1: form('/DA (/F1 0 Tf)') }, open), CHANGED, looks);
      const entries = { ...bare, 1: root('') };
      const fonts = { 1: root('', '/Fields [6 0 R 8 0 R] /SigFlags 3 /DR << /Font << /F1 4 0 R >> >>') };
      assert.equal(since(entries, fonts, open), CHANGED, `${looks} in the list`);
    }
    const note = '<< /Type /Annot /Subtype 9 0 R /Rect [72 600 500 640] /Contents (900000 LEI) /DA (/F1 20 Tf) >>';
    const written = { 1: form(''), 3: page('6 0 R 8 0 R'), 8: note, 9: '/FreeText' };
    assert.equal(since(written, { 1: form('/DR << /Font << /F1 4 0 R >> >>') }), CHANGED);
    assert.equal(since({ 1: form('') }, { 1: form('/DA (/F1 0 Tf) /DR << /Font << /F1 4 0 R >> >>') }), EARLIER);
  });

  test('a key that some programs truncate, or that has no value, is a change', () => {
    for (const key of [
      '/Contents\xff30\xff0\xffR null',
      '/Rotate\x8090 null',
      '/Contents#00 null',
      `/${'X'.repeat(128)} 1`,
    ])
      assert.equal(since({}, { 3: page('6 0 R', key) }), UNCLEAR, JSON.stringify(key));
    const inheriting = { 2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /Rotate 90 /CropBox [0 300 595 842] >>' };
    for (const key of ['/Rotate null', '/CropBox null', '/CropBox 34 0 R'])
      assert.equal(since(inheriting, { 3: page('6 0 R', key), 34: 'null' }), CHANGED, key);
    const without = { ...inheriting, 3: page('6 0 R', '/Rotate null') };
    assert.equal(since(without, { 3: page('6 0 R') }), CHANGED);
    assert.equal(since(without, { 3: page('6 0 R', '/Rotate null') }), EARLIER);
  });

  test('a second catalog in the validation data makes the verdict indeterminate', () => {
    const proofs = (PACKED[1] ?? '').replace('/Pages', '/DSS << /X 30 0 R >> /Pages');
    assert.equal(since({}, { 1: proofs, 30: '<< /Type /Catalog /Pages 2 0 R >>' }), UNCLEAR);
    assert.equal(since({}, { 1: proofs, 30: '<< /Type /Other >>' }), EARLIER);
  });

  test('a certified document without permitted changes accepts timestamps and no further signature', () => {
    const certified = (permission: number): Buffer =>
      packedPdf(
        created,
        { ...PACKED, 1: root('/Perms << /DocMDP 7 0 R >>', '/Fields [6 0 R] /SigFlags 3') },
        OPEN,
        '',
        signatureValue().replace(
          '/Type /Sig ',
          `/Type /Sig /Reference [<< /TransformMethod /DocMDP /TransformParams << /P ${permission} /V /1.2 >> >>] `,
        ),
      );
    const again = {
      1: root('/Perms << /DocMDP 7 0 R >>', '/Fields [6 0 R 32 0 R] /SigFlags 3'),
      32: '<< /FT /Sig /T (S2) /V 33 0 R >>',
      33: signatureValue(),
    };
    const rewritten = 'indeterminate revisionRewritten';
    const signedBy = (permission: number): string =>
      verdicts(signedAgain(created, certified(permission), { open: again }, 'p256'));
    assert.equal(signedBy(1), `${rewritten}; ${VALID}`);
    assert.equal(signedBy(2), `${EARLIER}; ${VALID}`);
    const empty = { 1: again[1], 32: '<< /FT /Sig /T (S2) >>' };
    assert.equal(verdicts(updated(certified(1), { open: empty })), CHANGED);
    assert.equal(verdicts(updated(certified(2), { open: empty })), EARLIER);
    assert.equal(verdicts(updated(certified(1), { open: { 40: '<< >>' } })), EARLIER);
  });

  test('a usage-rights signature is not a signature of the document', () => {
    const catalog = (fields: string): string => root('/Perms << /UR3 7 0 R >>', `/Fields [${fields}] /SigFlags 3`);
    const { 6: _, ...unsigned } = { ...PACKED, 1: catalog(''), 3: page('') } as Objects;
    const rights = packedPdf(created, unsigned).toString('latin1').replace('1000 LEI', '2000 LEI');
    const again = { 1: catalog('32 0 R'), 32: '<< /FT /Sig /T (S2) /V 33 0 R >>', 33: signatureValue() };
    assert.equal(verdicts(signedAgain(created, Buffer.from(rights, 'latin1'), { open: again }, 'p256')), VALID);
    // In a field it counts like any other signature.
    const both = { ...again, 1: catalog('34 0 R 32 0 R'), 34: '<< /FT /Sig /T (S1) /V 7 0 R >>' };
    assert.match(
      verdicts(signedAgain(created, Buffer.from(rights, 'latin1'), { open: both }, 'p256')),
      /^invalid contentAltered/,
    );
  });

  test('an inherited field is compared in full, and field names must be unique', () => {
    const text = (more: string): string => `<< /Type /Annot /Subtype /Widget /Rect [72 600 500 640] ${more} >>`;
    const group = (colour: string): string => `<< /FT /Sig /T (G) /DA (/F1 20 Tf ${colour} rg) /Kids [9 0 R] >>`;
    const kid = {
      1: root(''),
      3: page('6 0 R 9 0 R'),
      8: group('1 1 1'),
      9: text('/FT /Tx /V (900000) /Parent 8 0 R'),
    };
    assert.equal(since(kid, { 8: group('0 0 0') }), CHANGED);
    const named = (colour: string): string => text(`/T (W) /DA (/F1 20 Tf ${colour} rg) /Parent 10 0 R`);
    const parent = {
      1: root(''),
      3: page('6 0 R 9 0 R'),
      8: '<< /FT /Sig /T (G) /Kids [9 0 R] >>',
      9: named('1 1 1'),
      10: '<< /FT /Tx /V (900000) >>',
    };
    assert.equal(since(parent, { 9: named('0 0 0') }), CHANGED);
    const fields = { 1: root(''), 8: '<< /FT /Tx /T (Pret) >>' };
    const added = (name: string): Objects => ({
      1: root('', '/Fields [32 0 R 6 0 R 8 0 R] /SigFlags 3'),
      32: `<< /FT /Sig /T (${name}) >>`,
    });
    assert.equal(since(fields, added('S2')), EARLIER);
    for (const name of ['Pret', 'S0', 'Pret.x', '\\376\\377\\000P\\000r\\000e\\000t', 'Pret\\000'])
      assert.equal(since(fields, added(name)), CHANGED, name);
    const unnamed = { ...added(''), 32: '<< /Kids [33 0 R] >>', 33: '<< /FT /Sig /T (Pret) /Parent 32 0 R >>' };
    assert.equal(since(fields, unnamed), CHANGED);
  });

  test('a visible signature keeps its appearance: it gets no kids, and the form does not request new appearances', () => {
    const area = { 6: (PACKED[6] ?? '').replace('[0 0 0 0]', '[72 72 200 120] /AP << /N 9 0 R >>') };
    const open = { ...OPEN, 9: FORM_STREAM('semnat') };
    for (const kids of ['/Kids []', '/Kids [32 0 R]'])
      assert.equal(
        since(area, { 6: area[6].replace('/FT', `${kids} /FT`), 32: '<< /Parent 6 0 R >>' }, open),
        CHANGED,
        kids,
      );
    const form = root('', '/Fields [6 0 R] /SigFlags 3 /NeedAppearances true');
    assert.equal(since(area, { 1: form }, open), CHANGED);
  });

  test('the usual additions of common writers at a second signature or timestamp are accepted', () => {
    const blank = '<< /Type /XObject /Subtype /Form /BBox [0 0 0 0] /Length 0 >>\nstream\n\nendstream';
    const form = root('', '/Fields [6 0 R 32 0 R] /SigFlags 3');
    const stamped = (more: string, look = blank): Objects => ({
      1: form,
      3: page('6 0 R 32 0 R'),
      32: field(more),
      34: look,
    });
    // An empty appearance and the name of the appearance state.
    assert.equal(since({}, stamped('/AP << /N 34 0 R >> /AS /N')), EARLIER);
    assert.equal(since({}, stamped('/AP << /N 34 0 R >>', FORM_STREAM('9999999'))), CHANGED);
    const pages = (more: string): Objects => ({ 2: `<< /Type /Pages /Kids [3 0 R] /Count 1 ${more} >>` });
    assert.equal(since({}, pages('/ITXT (2.1.7)')), EARLIER);
    for (const more of ['/ITXT 34 0 R', '/ITXT null', '/OTHER (2.1.7)'])
      assert.equal(since({}, pages(more)), CHANGED, more);
    const waiting = { 1: root(''), 3: page('6 0 R 8 0 R'), 8: field('', '72 72 200 120') };
    const signedAs = (area: string, before: Objects = waiting): string =>
      verdicts(
        signedAgain(
          created,
          packedPdf(created, { ...PACKED, ...before }),
          { open: { 8: field('/V 33 0 R', area), 33: signatureValue() } },
          'p256',
        ),
      );
    assert.equal(signedAs('0 0 0 0'), `${EARLIER}; ${VALID}`);
    assert.equal(signedAs('72 300 200 400').slice(0, 13), 'indeterminate');
    assert.equal(
      signedAs('0 0 0 0', { ...waiting, 8: field('/MK << /BG [1] >>', '72 72 200 120') }).slice(0, 13),
      'indeterminate',
    );
  });

  test('a shared object gets no exception for its use in the form or on the page', () => {
    const tree = (kids: string): string => `<< /Type /Pages /Kids [${kids}] /Count 1 >>`;
    const node = (kids: string): string => `<< /T (N) /Parent 2 0 R /Kids [${kids}] /Count 1 >>`;
    const nodes = { 1: root('', '/Fields [6 0 R 8 0 R] /SigFlags 3'), 2: tree('8 0 R'), 8: node('3 0 R') };
    assert.equal(since(nodes, { 8: node('32 0 R 3 0 R'), 32: field('/F 132').replace('(S1)', '(S2)') }), CHANGED);
    const annotations = { 3: page('', '').replace('/Annots []', '/Annots 9 0 R'), 9: '[6 0 R]' };
    const colours = {
      ...annotations,
      3: annotations[3].replace('/Font', '/ColorSpace << /Annots 9 0 R >> /Font'),
    };
    const more = { 1: root('', '/Fields [6 0 R 32 0 R] /SigFlags 3'), 9: '[6 0 R 32 0 R]', 32: field('/F 132') };
    assert.equal(since(annotations, more), EARLIER);
    assert.equal(since(colours, more), CHANGED);
    const layer = (policy: string): Objects => ({ 8: `<< /FT /Sig /T (S1) /OCGs [] /P /${policy} >>` });
    const layers = {
      1: root(''),
      3: page('6 0 R').replace('/Font', '/Properties << /Obj 8 0 R >> /Font'),
      ...layer('AllOn'),
    };
    assert.equal(since(layers, layer('AnyOn')), CHANGED);
  });

  test('a signature field that is also another annotation is compared as that annotation', () => {
    const icon = '<< /Type /Annot /Subtype /Text /FT /Sig /T (N8) /Rect [258 722 258 722] /F 4 /P 3 0 R >>';
    const added = (value: string): Objects => ({
      1: root('', '/Fields [6 0 R 32 0 R] /SigFlags 3'),
      3: page('6 0 R 32 0 R'),
      32: value,
    });
    assert.equal(since({}, added(icon)), CHANGED);
    assert.equal(since({}, added(icon.replace('/Text', '/Widget'))), EARLIER);
    assert.equal(since({}, { ...added(icon.replace('/Text', '35 0 R')), 35: '/Text' }), CHANGED);
    const note = (colour: string): string =>
      `<< /Type /Annot /Subtype /FreeText /FT /Sig /T (S1) /P 3 0 R /Rect [72 600 500 640] /Contents (900000 LEI) /DA (/Helv 20 Tf ${colour} rg) >>`;
    const prepared = { 1: root(''), 3: page('6 0 R 8 0 R'), 8: note('1 1 1') };
    assert.equal(since(prepared, { 8: note('0 0 0') }), CHANGED);
    // A kid of a signature field with its type in another object.
    const kid = (colour: string): string =>
      `<< /Type /Annot /Subtype /Widget /FT 10 0 R /T (x) /Parent 8 0 R /V (900000 LEI) /Rect [72 600 500 640] /DA (/Helv 20 Tf ${colour} rg) >>`;
    const below = { 1: root(''), 3: page('6 0 R 9 0 R'), 8: '<< /FT /Sig /T (S1) /Kids [9 0 R] >>', 10: '/Tx' };
    assert.equal(since({ ...below, 9: kid('1 1 1') }, { 9: kid('0 0 0') }), CHANGED);
  });

  test('a dangling reference or an odd table end makes the verdict indeterminate, since programs rebuild the object list', () => {
    assert.equal(since({}, { 1: (PACKED[1] ?? '').replace('/Pages', '/Version 90 0 R /Pages') }), UNCLEAR);
    assert.equal(since({}, { 1: (PACKED[1] ?? '').replace('/Pages', '/Version /1.7 /Pages') }), EARLIER);
    assert.equal(since({ 3: page('6 0 R', '/Rotate 0') }, { 3: page('6 0 R', '/Rotate 90 0 R') }), UNCLEAR);
    assert.equal(since({}, { 1: (PACKED[1] ?? '').replace('/Pages', '/Version 4 7 R /Pages') }), CHANGED);
    const later = updated(packedPdf(created), { open: { 40: '<< >>' } });
    assert.equal(verdicts(later), EARLIER);
    for (const ending of ['startxref\0$1\n%%EOF\n', 'startxref\n\0$1\n%%EOF\n', 'startxref\n$1\0\n%%EOF\n']) {
      const odd = later.toString('latin1').replace(/startxref\n([0-9]+)\n%%EOF\n$/, ending);
      assert.equal(verdicts(Buffer.from(odd, 'latin1')), UNCLEAR, JSON.stringify(ending));
    }
  });

  test('an update of a file with its true linearized size is a change', () => {
    const open = (first: string): Objects => ({ 4: first, ...OPEN, 7: signatureValue(), 8: PACKED[4] ?? '' });
    const { 4: _, ...others }: Objects = { ...PACKED, 3: page('6 0 R').replace('/F1 4', '/F1 8') };
    const whole = (first: string): Buffer =>
      updated(Buffer.from('%PDF-1.7\n'), { packed: others, listed: true, open: open(first), table: 21 });
    const sizeOf = (size: number, more = ''): string =>
      `<< /Linearized 1 /L ${String(size).padStart(10, '0')} /O 3 /N 1 ${more} >>`;
    const linear = (size: number, more = ''): string => {
      const sealed = signed(created, whole(sizeOf(size, more)), 0, 'rsa');
      return verdicts(updated(sealed, { open: { 40: '<< >>' } }));
    };
    const { length } = whole(sizeOf(0));
    assert.equal(linear(length), CHANGED);
    assert.equal(linear(length - 1), EARLIER);
    assert.notEqual(linear(length, '/X 1 /X 2').slice(0, 5), 'valid');
  });

  test('an integer and a real are different values, except in page boxes', () => {
    const note = (flags: string): string =>
      `<< /Type /Annot /Subtype /FreeText /Rect [0 0 90 90] /Contents (9999999) /DA (/F1 9 Tf) /F ${flags} >>`;
    const objects = { 1: root('', '/Fields [6 0 R] /SigFlags 3'), 3: page('6 0 R 8 0 R', '/Rotate 90'), 8: note('2') };
    assert.equal(since(objects, { 8: note('2.0') }), CHANGED);
    assert.equal(since(objects, { 8: note('+2') }), EARLIER);
    assert.equal(since(objects, { 3: page('6 0 R 8 0 R', '/Rotate 90.0') }), CHANGED);
    const boxed = page('6 0 R 8 0 R', '/Rotate 90').replace('[0 0 595 842]', '[0.0 0. 595.000 842]');
    assert.equal(since(objects, { 3: boxed }), EARLIER);
    assert.equal(since(objects, { 3: boxed.replace('595.000', '595.001') }), CHANGED);
  });

  test('the signature placeholder is not part of a stream or the text of an annotation', () => {
    const range = 'indeterminate rangeWrong';
    const content = 'BT /F1 18 Tf 72 700 Td (PRET TOTAL: 1000 LEI) Tj ET';
    const stream = (length: string): Objects => ({ 5: `<< /Length ${length} >>\nstream\n${content}\n` });
    assert.equal(verdicts(packedPdf(created)), VALID);
    // Lengths that span the signature, or that have no valid end.
    for (const length of ['16900', '0', '-1', 'null'])
      assert.equal(verdicts(packedPdf(created, PACKED, stream(length))), range, length);
    const note = signatureValue().replace('/Type /Sig', '/Type /Annot /Subtype /FreeText /Rect [0 0 595 842]');
    const visible = { ...PACKED, 3: page('6 0 R 7 0 R') };
    assert.equal(verdicts(packedPdf(created, visible, OPEN, '', note)), range);
    // The contents of another dictionary beside the ranges.
    const inside = signatureValue().replace('/Contents', '/Note << /Contents').replace(/>>$/, '>> >>');
    assert.equal(verdicts(packedPdf(created, PACKED, OPEN, '', inside)), range);
    const direct = { ...PACKED, 6: 'null' };
    const inField = `<< /Type /Annot /Subtype /Widget /FT /Sig /T (S0) /P 3 0 R /Rect [0 0 0 0] /V ${signatureValue()} >>`;
    const fields = { ...direct, 1: root('', '/Fields [7 0 R] /SigFlags 3'), 3: page('7 0 R') };
    assert.equal(verdicts(packedPdf(created, fields, OPEN, '', inField)), VALID);
  });

  test('pages and layers are identified by reference: copies and merged references are changes', () => {
    const layer = '<< /Type /OCG /Name (L) >>';
    const layers = (off: string): string =>
      root(`/OCProperties << /OCGs [8 0 R 9 0 R] /D << /Order [] /OFF [${off}] >> >>`, '/Fields [6 0 R] /SigFlags 3');
    const visible = page('6 0 R').replace('/Font <<', '/Properties << /A 8 0 R /B 9 0 R >> /Font <<');
    const objects = { 1: layers('8 0 R'), 3: visible, 8: layer, 9: layer };
    assert.equal(since(objects, { 1: layers('8 0 R').replace('/Order []', '/Order [ ]') }), EARLIER);
    assert.equal(since(objects, { 1: layers(layer) }), CHANGED);
    assert.equal(since(objects, { 1: layers('8 0 R').replace('[8 0 R 9', `[${layer} 9`) }), CHANGED);
    assert.equal(since(objects, { 3: visible.replace('/A 8 0 R', `/A ${layer}`) }), CHANGED);
    const merged = {
      1: layers('9 0 R').replace('[8 0 R 9 0 R]', '[9 0 R 9 0 R]'),
      3: visible.replace('8 0 R', '9 0 R'),
    };
    assert.equal(since(objects, merged), CHANGED);
    // Programs read an indirect array of layers as one layer, or as none.
    const member = (list: string): string => visible.replace('/A 8 0 R', `/A << /Type /OCMD /OCGs ${list} >>`);
    const entries = { ...objects, 3: member('[8 0 R]') };
    assert.equal(since(entries, { 3: member('[ 8 0 R ]') }), EARLIER);
    assert.equal(since(entries, { 3: member('35 0 R'), 35: '[8 0 R]' }), CHANGED);
    const tree = (kid: string): string => `<< /Type /Pages /Kids [${kid}] /Count 1 >>`;
    assert.equal(since({}, { 2: tree('3 0 R') }), EARLIER);
    assert.equal(since({}, { 2: tree(page('6 0 R')) }), CHANGED);
    assert.equal(since({}, { 1: (PACKED[1] ?? '').replace('/Pages 2 0 R', `/Pages ${tree('3 0 R')}`) }), CHANGED);
  });

  test('a field without a rectangle is a change, since it may be drawn over the whole page', () => {
    const bare = '<< /Type /Annot /Subtype /Widget /FT /Sig /T (S1) /P 3 0 R >>';
    const added = { 1: root('', '/Fields [6 0 R 32 0 R] /SigFlags 3'), 3: page('6 0 R 32 0 R'), 32: bare };
    assert.equal(since({}, added), CHANGED);
  });

  test('the signature placeholder is located by the tables, and unreadable objects before it are refused', () => {
    const range = 'indeterminate rangeWrong';
    const content = 'BT /F1 18 Tf 72 700 Td (PRET TOTAL: 1000 LEI) Tj ET';
    for (const odd of [
      `<< /Length 16900 >>\nstream\r${content}\n`,
      `<< /Length 16900 /Length 16900 >>\nstream\n${content}\n`,
    ])
      assert.equal(verdicts(packedPdf(created, PACKED, { 5: odd })), range, odd);
    // The last object header in the text is no proof: it may be in a comment.
    const [before = '', behind = ''] = signatureValue().split('/ByteRange');
    const note = before.replace('/Type /Sig', '/Type /Annot /Subtype /FreeText /Rect [0 0 595 842]');
    const commented = `${note} % 7 0 obj <<\n /ByteRange${behind}`;
    assert.equal(verdicts(packedPdf(created, { ...PACKED, 3: page('6 0 R 7 0 R') }, OPEN, '', commented)), range);
  });

  test('with unreadable tables the verdict is indeterminate', () => {
    const open = { ...OPEN, 7: signatureValue() };
    const whole = updated(Buffer.from('%PDF-1.7\n'), { packed: PACKED, listed: true, open, table: 21 }).toString(
      'latin1',
    );
    assert.equal(verdicts(signed(created, Buffer.from(whole, 'latin1'), 0, 'rsa')), VALID);
    const unknown = whole.replace(/startxref\n[0-9]+\n%%EOF\n$/, 'startxref\n7\n%%EOF\n');
    const broken = signed(created, Buffer.from(unknown, 'latin1'), 0, 'rsa');
    assert.equal(verdicts(broken), 'indeterminate revisionUnclear');
  });

  test('every signature of the form counts, in any notation of its ranges', () => {
    for (const ranges of ['[0 +1 2 3]', '%\n[0 1 2 3]', '[0 -1 2 3]', '[0 1.0 2 3]', '35 0 R']) {
      const hidden = {
        1: root('', '/Fields [6 0 R 32 0 R] /SigFlags 3'),
        32: '<< /FT /Sig /T (S1) /V 33 0 R >>',
        33: `<< /Type /Sig /ByteRange ${ranges} /Contents <00> >>`,
        35: '[0 1 2 3]',
      };
      assert.equal(since({}, hidden), `indeterminate rangeWrong; ${EARLIER}`, ranges);
      const escaped = { ...hidden, 33: '<< /Type /Sig /Byte#52ange [0 1 2 3] /Contents <00> >>' };
      assert.equal(since({}, escaped), `indeterminate rangeWrong; ${EARLIER}`);
    }
  });

  test('a second signature with the ranges of another one counts separately', () => {
    const prepared = packedPdf(created);
    const [, numbers = ''] = /\/ByteRange \[([0-9 ]+)\]/.exec(prepared.toString('latin1')) ?? [];
    const [a, b, c, d] = numbers.split(' ').map(Number);
    for (const key of [`/ByteRange [${a} ${b} %x\n ${c} ${d}]`, `/Byte#52ange [${a} ${b} ${c} ${d}]`]) {
      const second = {
        1: root('', '/Fields [6 0 R 32 0 R] /SigFlags 3'),
        32: '<< /FT /Sig /T (S1) /V 33 0 R >>',
        33: `<< /Type /Sig ${key} /Contents <00> >>`,
      };
      assert.match(verdicts(updated(prepared, { open: second })), /^indeterminate rangeWrong; /, key);
    }
  });

  test('an invalid signature does not become a timestamp by a comment or a text', () => {
    for (const disguise of ['%/SubFilter /ETSI.RFC3161\n', '/Reason (/SubFilter /ETSI.RFC3161 )']) {
      const again = {
        1: root('', '/Fields [6 0 R 32 0 R] /SigFlags 3'),
        3: page('6 0 R 32 0 R'),
        32: field('/V 33 0 R /F 132'),
        33: signatureValue().replace('/Filter', `${disguise} /Filter`),
      };
      const twice = signedAgain(created, packedPdf(created), { open: again }, 'p256');
      assert.equal(verdicts(twice), `${EARLIER}; ${VALID}`);
      const altered = Buffer.from(twice);
      altered.write('(S2)', altered.lastIndexOf('(S1)'), 'latin1');
      assert.match(verdicts(altered), /; invalid contentAltered/, disguise);
    }
  });

  test('an unreadable form makes a signed document indeterminate and has no effect on an unsigned one', () => {
    const twice = { ...PACKED, 1: root('', '/Fields [6 0 R] /Fields [6 0 R] /SigFlags 3') };
    assert.match(verdicts(packedPdf(created, twice)), /^indeterminate rangeWrong; /);
    const unsigned = { packed: { ...twice, 6: 'null' }, listed: true, open: OPEN, table: 21 };
    assert.equal(verdicts(updated(Buffer.from('%PDF-1.7\n'), unsigned)), '');
  });
});
