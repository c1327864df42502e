/** Signed PDFs that were prepared for a later change, or changed where nobody looks: what may change is no way to show something else. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Authorities, makeAuthorities } from './seals/authorities.ts';
import { withoutOpenssl } from './seals/openssl.ts';
import { FORM_STREAM, type Objects, OPEN, PACKED, packedPdf, signedAgain, updated } from './seals/packed-pdf.ts';
import { CHANGED, EARLIER, judgedPdf, NOTE } from './seals/sealing.ts';
import { signatureValue, signed } from './seals/signed-pdf.ts';

const root = (more: string, form = '/Fields [6 0 R 8 0 R] /SigFlags 3'): string =>
  `<< /Type /Catalog /Pages 2 0 R /AcroForm << ${form} >> ${more} >>`;
const page = (annotations: string, more = ''): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R /Annots [${annotations}] ${more} >>`;
const field = (more: string, area = '0 0 0 0'): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Sig /T (S1) /P 3 0 R /Rect [${area}] ${more} >>`;

describe('PDFs that were prepared before they were signed', { skip: withoutOpenssl() }, () => {
  let made: Authorities;
  before(() => {
    made = makeAuthorities();
    made.issue('rsa', { key: 'rsa' });
    made.issue('p256');
  });
  after(() => made.remove());
  const verdicts = (bytes: Buffer): string => judgedPdf(made, bytes);
  /** The verdict after an update, of a document that is valid before it. */
  const since = (objects: Objects, update: Objects, open: Objects = OPEN): string => {
    const prepared = packedPdf(made, { ...PACKED, ...objects }, open);
    assert.equal(verdicts(prepared), NOTE);
    return verdicts(updated(prepared, { open: update }));
  };

  test('an object that has a part of its own, and that something else uses, is compared as that', () => {
    const action = (file: string, more = ''): string => field(`/S /GoToR /D [0 /Fit] /F (${file}) ${more}`);
    const used = (at: string): Objects => ({ 1: root(at), 3: page('6 0 R 8 0 R'), 8: action('oferta.pdf') });
    assert.equal(since(used('/OpenAction 8 0 R'), { 8: action('alta.pdf') }), CHANGED);
    assert.equal(since(used('/Names << /Dests << /Names [(a) 8 0 R] >> >>'), { 8: action('alta.pdf') }), CHANGED);
    // Under no other key it is a signature field, whose flags say nothing without an area.
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

  test('a page that outlines, names, actions and structure lead to may be signed', () => {
    const objects = {
      1: root(
        '/OpenAction [3 0 R /Fit] /Outlines 9 0 R /Names << /Dests << /Names [(a) [3 0 R /XYZ 0 0 0]] >> >> /StructTreeRoot << /K << /Pg 3 0 R /K << /Type /OBJR /Obj 6 0 R /Pg 3 0 R >> >> >>',
        '/Fields [6 0 R] /SigFlags 3',
      ),
      9: '<< /First 10 0 R /Last 10 0 R >>',
      10: '<< /Title (x) /Parent 9 0 R /A << /S /GoTo /D [3 0 R /Fit] >> >>',
    };
    const prepared = packedPdf(made, { ...PACKED, ...objects });
    const again = {
      1: (objects[1] ?? '').replace('/Fields [6 0 R]', '/Fields [6 0 R 32 0 R]'),
      3: page('6 0 R 32 0 R'),
      32: field('/V 33 0 R /F 132'),
      33: signatureValue(),
    };
    assert.equal(verdicts(signedAgain(made, prepared, { open: again }, 'p256')), `${EARLIER}; ${NOTE}`);
    assert.equal(verdicts(updated(prepared, { open: { 3: page('6 0 R 32 0 R'), 32: field('/F 132') } })), EARLIER);
  });

  test('a field that nobody signed gets no looks, with or without an area', () => {
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
    // A signature that is none of those that are judged.
    assert.equal(
      since({}, { ...added('/AP << /N 34 0 R >> /V 33 0 R'), 33: '<< /ByteRange 35 0 R >>', 35: '[0 0 0 0]' }),
      `indeterminate rangeWrong; ${CHANGED}`,
    );
    const already = { 8: field('/F 2 /AP << /N 9 0 R >>'), 1: root(''), 3: page('6 0 R 8 0 R') };
    const open = { ...OPEN, 9: FORM_STREAM('9999999') };
    assert.equal(since(already, { 8: field('/F 4 /AP << /N 9 0 R >>') }, open), CHANGED);
  });

  test('a widget outside of the list of fields is drawn anew like any other', () => {
    const widget =
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Pret) /V (9999999) /Rect [0 0 90 90] /AP << /N 9 0 R >> >>';
    const form = (more: string): string => root('', `/Fields [6 0 R] /SigFlags 3 ${more}`);
    const objects = { 1: form(''), 3: page('6 0 R 8 0 R'), 8: widget };
    const open = { ...OPEN, 9: FORM_STREAM('1000') };
    assert.equal(since(objects, { 1: form('/NeedAppearances true') }, open), CHANGED);
    assert.equal(since(objects, { 1: form('/DA (/F1 0 Tf)') }, open), EARLIER);
    for (const none of ['/AP << >>', '/AP << /N << >> >>', '/AP 77 0 R', '/AP << /N null >>']) {
      const bare = { ...objects, 8: widget.replace('/AP << /N 9 0 R >>', none) };
      assert.equal(since(bare, { 1: form('/DA (/F1 0 Tf)') }, open), CHANGED, none);
      const listed = { ...bare, 1: root('') };
      const fonts = { 1: root('', '/Fields [6 0 R 8 0 R] /SigFlags 3 /DR << /Font << /F1 4 0 R >> >>') };
      assert.equal(since(listed, fonts, open), CHANGED, `${none} in the list`);
    }
  });

  test('a whole number with a point is another value, but for the sides of a box', () => {
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

  test('the place of the signature is no part of a stream, and not the text of an annotation', () => {
    const range = 'indeterminate rangeWrong';
    const content = 'BT /F1 18 Tf 72 700 Td (PRET TOTAL: 1000 LEI) Tj ET';
    const stream = (length: string): Objects => ({ 5: `<< /Length ${length} >>\nstream\n${content}\n` });
    assert.equal(verdicts(packedPdf(made)), NOTE);
    // Over the signature, to an end behind it; and without an end before it.
    for (const length of ['16900', '0', '-1', 'null'])
      assert.equal(verdicts(packedPdf(made, PACKED, stream(length))), range, length);
    const note = signatureValue().replace('/Type /Sig', '/Type /Annot /Subtype /FreeText /Rect [0 0 595 842]');
    const shown = { ...PACKED, 3: page('6 0 R 7 0 R') };
    assert.equal(verdicts(packedPdf(made, shown, OPEN, '', note)), range);
    const direct = { ...PACKED, 6: 'null' };
    const inField = `<< /Type /Annot /Subtype /Widget /FT /Sig /T (S0) /P 3 0 R /Rect [0 0 0 0] /V ${signatureValue()} >>`;
    const fields = { ...direct, 1: root('', '/Fields [7 0 R] /SigFlags 3'), 3: page('7 0 R') };
    assert.equal(verdicts(packedPdf(made, fields, OPEN, '', inField)), NOTE);
  });

  test('pages and layers are identified by their references: none becomes a copy inside of another object, and no two become one', () => {
    const layer = '<< /Type /OCG /Name (L) >>';
    const layers = (off: string): string =>
      root(`/OCProperties << /OCGs [8 0 R 9 0 R] /D << /Order [] /OFF [${off}] >> >>`, '/Fields [6 0 R] /SigFlags 3');
    const shown = page('6 0 R').replace('/Font <<', '/Properties << /A 8 0 R /B 9 0 R >> /Font <<');
    const objects = { 1: layers('8 0 R'), 3: shown, 8: layer, 9: layer };
    assert.equal(since(objects, { 1: layers('8 0 R').replace('/Order []', '/Order [ ]') }), EARLIER);
    assert.equal(since(objects, { 1: layers(layer) }), CHANGED);
    assert.equal(since(objects, { 1: layers('8 0 R').replace('[8 0 R 9', `[${layer} 9`) }), CHANGED);
    assert.equal(since(objects, { 3: shown.replace('/A 8 0 R', `/A ${layer}`) }), CHANGED);
    const merged = { 1: layers('9 0 R').replace('[8 0 R 9 0 R]', '[9 0 R 9 0 R]'), 3: shown.replace('8 0 R', '9 0 R') };
    assert.equal(since(objects, merged), CHANGED);
    const tree = (kid: string): string => `<< /Type /Pages /Kids [${kid}] /Count 1 >>`;
    assert.equal(since({}, { 2: tree('3 0 R') }), EARLIER);
    assert.equal(since({}, { 2: tree(page('6 0 R')) }), CHANGED);
    assert.equal(since({}, { 1: (PACKED[1] ?? '').replace('/Pages 2 0 R', `/Pages ${tree('3 0 R')}`) }), CHANGED);
  });

  test('a field on a page that says nothing of its area may be drawn over all of it', () => {
    const bare = '<< /Type /Annot /Subtype /Widget /FT /Sig /T (S1) /P 3 0 R >>';
    const added = { 1: root('', '/Fields [6 0 R 32 0 R] /SigFlags 3'), 3: page('6 0 R 32 0 R'), 32: bare };
    assert.equal(since({}, added), CHANGED);
  });

  test('the place of the signature is found by the tables, and nothing before it is unreadable', () => {
    const range = 'indeterminate rangeWrong';
    const content = 'BT /F1 18 Tf 72 700 Td (PRET TOTAL: 1000 LEI) Tj ET';
    for (const odd of [
      `<< /Length 16900 >>\nstream\r${content}\n`,
      `<< /Length 16900 /Length 16900 >>\nstream\n${content}\n`,
    ])
      assert.equal(verdicts(packedPdf(made, PACKED, { 5: odd })), range, odd);
    // Not by the last head in the text, which may stand in a comment.
    const [before = '', behind = ''] = signatureValue().split('/ByteRange');
    const note = before.replace('/Type /Sig', '/Type /Annot /Subtype /FreeText /Rect [0 0 595 842]');
    const commented = `${note} % 7 0 obj <<\n /ByteRange${behind}`;
    assert.equal(verdicts(packedPdf(made, { ...PACKED, 3: page('6 0 R 7 0 R') }, OPEN, '', commented)), range);
  });

  test('where the tables of the file cannot be read, nobody knows what is shown', () => {
    const open = { ...OPEN, 7: signatureValue() };
    const whole = updated(Buffer.from('%PDF-1.7\n'), { packed: PACKED, listed: true, open, table: 21 }).toString(
      'latin1',
    );
    assert.equal(verdicts(signed(made, Buffer.from(whole, 'latin1'), 0, 'rsa')), NOTE);
    const unknown = whole.replace(/startxref\n[0-9]+\n%%EOF\n$/, 'startxref\n7\n%%EOF\n');
    const broken = signed(made, Buffer.from(unknown, 'latin1'), 0, 'rsa');
    assert.equal(verdicts(broken), 'indeterminate revisionUnclear revocationNotChecked');
  });

  test('every signature that the form names counts, however its ranges are written', () => {
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

  test('a form that cannot be read makes a signed document doubtful, and no other one signed', () => {
    const twice = { ...PACKED, 1: root('', '/Fields [6 0 R] /Fields [6 0 R] /SigFlags 3') };
    assert.match(verdicts(packedPdf(made, twice)), /^indeterminate rangeWrong; /);
    const unsigned = { packed: { ...twice, 6: 'null' }, listed: true, open: OPEN, table: 21 };
    assert.equal(verdicts(updated(Buffer.from('%PDF-1.7\n'), unsigned)), '');
  });
});
