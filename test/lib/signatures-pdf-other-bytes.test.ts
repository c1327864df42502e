/**
 * Signed PDFs with bytes after the signature that the cross-reference tables do not reach, or not for every program: programs that
 * rebuild the object list, older programs, and those that start at another table display another document.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { bytesInMemory } from '#lib/signatures/bytes-at.ts';
import { verifyPdf } from '#lib/signatures/pdf/pades.ts';
import { type Authorities, makeAuthorities } from '#test/support/signatures/authorities.ts';
import { withoutOpenssl } from '#test/support/signatures/openssl.ts';
import {
  containerOf,
  FORGED,
  FORGED_PAGE,
  hiddenUpdates,
  type Objects,
  OPEN,
  PACKED,
  packedPdf,
  SIZE,
  signedAgain,
  streamOf,
  table,
  text,
  textStream,
  type Update,
  updated,
} from '#test/support/signatures/packed-pdf.ts';
import { appended, signatureValue, signed, signedPdf } from '#test/support/signatures/signed-pdf.ts';
import { CHANGED, EARLIER, judgedPdf, trustIn, UNCLEAR, VALID } from '#test/support/signatures/signing.ts';

describe('PDFs with other bytes after the signature', { skip: withoutOpenssl() }, () => {
  let created: Authorities;
  let pdf: Buffer;
  before(() => {
    created = makeAuthorities();
    created.issue('rsa', { key: 'rsa' });
    created.issue('p256');
    pdf = packedPdf(created);
  });
  after(() => created.remove());
  const verdict = (bytes: Buffer) => verifyPdf(bytesInMemory(bytes), trustIn(created), new Date())?.signers ?? [];
  const verdicts = (bytes: Buffer): string => judgedPdf(created, bytes);
  const signedOver = (objects: Objects, more: Update = {}): Buffer => {
    const open = { ...objects, 7: signatureValue() };
    const start = Buffer.from('%PDF-1.7\n', 'latin1');
    return signed(created, updated(start, { packed: PACKED, listed: true, open, table: 21, ...more }), 0, 'rsa');
  };

  const list: Update = { open: { 40: '<< >>' } };
  for (const [what, update] of Object.entries(hiddenUpdates)) {
    test(`${what}: the signature is not valid, and its integrity is unknown`, () => {
      const forged = updated(pdf, update);
      assert.equal(verdicts(forged), UNCLEAR);
      assert.deepEqual(
        verdict(forged).map(({ integrity }) => integrity),
        ['unknown'],
      );
    });
  }

  test('a table that some programs treat as damaged makes the verdict indeterminate, since they rebuild it', () => {
    const later = text(updated(pdf, list));
    const index = (more: string): string =>
      verdicts(Buffer.from(later.replace(/(?<=\/Index \[31 1 40 1)(?=\])/, more), 'latin1'));
    assert.equal(index(' 41 0'), EARLIER);
    for (const more of [' 8388608 0', ' 4194304 0', ' 99999999999 0']) assert.equal(index(more), UNCLEAR, more);
    // After the table, where programs that rebuild the object list find it.
    const behind = later.replace(/startxref\n(?=[0-9]+\n%%EOF\n$)/, '60 0 obj\n<< >>\nendobj\nstartxref\n');
    assert.equal(verdicts(Buffer.from(behind, 'latin1')), UNCLEAR);
    const plain = signedPdf(created, [{ signer: 'rsa' }]);
    const section = (head: string): string =>
      verdicts(
        Buffer.from(
          text(appended(plain, '40 0 obj\n<< >>\nendobj\n')).replace(/(?<=xref\n)(?=40 1\n)/, head),
          'latin1',
        ),
      );
    assert.equal(section(''), EARLIER);
    for (const head of ['4194304 0\n', '2147483648 0\n', '9999999999 0\n']) assert.equal(section(head), UNCLEAR, head);
  });

  test('an object stream is accepted if every program finds the same objects', () => {
    const forged = (head: string, body: string, entries = ''): string => {
      const content = Buffer.from(`${head}${body}`, 'latin1');
      const packed = streamOf(content, `/Type /ObjStm /N 1 /First ${head.length} ${entries}`);
      return verdicts(updated(pdf, { open: { 30: FORGED, 41: text(packed) }, within: new Map([[3, 41]]) }));
    };
    const signedPage = PACKED[3] ?? '';
    assert.equal(forged('3 0 ', signedPage), EARLIER);
    // Split within the offset: other programs start ten bytes later, or at another object.
    assert.equal(forged('3 1', `0 ${signedPage}`), UNCLEAR);
    assert.equal(forged('3 % 9\n0 ', signedPage), UNCLEAR);
    const two = (locations: string, body: string): string => {
      const content = Buffer.from(`${locations}${body}`, 'latin1');
      const packed = text(streamOf(content, `/Type /ObjStm /N 2 /First ${locations.length}`));
      return verdicts(updated(pdf, { open: { 41: packed }, within: new Map([[3, 41]]) }));
    };
    for (const locations of ['3 0 60 20 ', '3 0 60 0 ', '3 2 60 0 '])
      assert.equal(two(locations, `  ${signedPage}`), UNCLEAR, locations);
    // One program applies the options, and others do not.
    const rows = Buffer.from(`\0${`3 0 ${signedPage}`.padEnd(200)}`, 'latin1');
    const options = '/DecodeParms [<< /Predictor 12 /Columns 200 >>]';
    const odd = text(streamOf(rows, `/Type /ObjStm /N 1 /First 4 ${options}`));
    assert.equal(verdicts(updated(pdf, { open: { 41: odd }, within: new Map([[3, 41]]) })), UNCLEAR);
  });

  test('a cross-reference table needs an object number of its own and standard rows', () => {
    assert.equal(verdicts(updated(pdf, { ...list, table: 60 })), EARLIER);
    for (const number of [3, 5, SIZE, 0])
      assert.equal(verdicts(updated(pdf, { ...list, table: number })), UNCLEAR, `${number}`);
    const plain = signedPdf(created, [{ signer: 'rsa' }]);
    const later = text(appended(plain, '40 0 obj\n<< >>\nendobj\n'));
    const written = (from: RegExp, to: string): string => verdicts(Buffer.from(later.replace(from, to), 'latin1'));
    for (const [from, to] of [
      [/startxref\n(?=[0-9]+\n%%EOF\n$)/, 'startxref\n\f'],
      [/(?<=xref\n)40 1\n/, '40\t1\n'],
      [/(?<=xref\n)40 1\n/, '40  1\n'],
      [/(?<=xref\n)40 1\n/, '40 1  \n'],
      [/(?<=xref\n)40 1\n/, '0 1\n0000000000 65535 f \n\n40 1\n'],
      [/(?<=xref\n)40 1\n/, '0 1\n0000000000 65535 n \n40 1\n'],
      [/(?<=xref\n)40 1\n/, '89 3\n0000000000 00000 f \n0000000000 00000 f \n0000000000 00000 f \n40 1\n'],
    ] as const)
      assert.equal(written(from, to), UNCLEAR, to);
    // Programs shift all numbers of a table with this start.
    assert.match(written(/(?<=xref\n)40 1\n/, '1 1\n0000000000 65535 f \n40 1\n'), /^indeterminate/);
  });

  test('a revision that only names another catalog is compared like any other', () => {
    const added = updated(pdf, { open: { 50: '<< /Type /Pages >>', 51: '<< /Pages 50 0 R >>' } });
    assert.equal(verdicts(added), UNCLEAR);
    const rooted = updated(updated(pdf, { open: { 50: '<< >>' } }), { root: 50, table: 61 });
    assert.notEqual(verdicts(updated(rooted, { open: { 52: '<< >>' }, table: 62 })), EARLIER);
    assert.equal(verdicts(updated(updated(pdf, { table: 61 }), { open: { 52: '<< >>' }, table: 62 })), EARLIER);
  });

  test('object headers that only some programs recognise make the verdict indeterminate anywhere in the file', () => {
    const hidden = (head: string): string =>
      verdicts(updated(packedPdf(created, PACKED, { ...OPEN, 8: textStream(`\n${head}\n${FORGED}\n`) }), list));
    assert.equal(hidden('PRET 5 0 R'), EARLIER);
    for (const head of [`5${' '.repeat(20)}0 obj`, '5 0 %\nobj', '5\x0b0\x0bobj', '5\x800\x80obj', '5 0 objX'])
      assert.equal(hidden(head), UNCLEAR, JSON.stringify(head));
  });

  test('an intermediate revision is compared even if the last one restores the signed content', () => {
    const forged = updated(pdf, { open: { 3: FORGED_PAGE, 30: FORGED } });
    assert.equal(verdicts(updated(forged, { open: { 3: PACKED[3] ?? '' } })), CHANGED);
    const packed = updated(pdf, { packed: { ...PACKED, 3: FORGED_PAGE }, open: { 30: FORGED } });
    assert.equal(verdicts(updated(packed, { packed: PACKED })), CHANGED);
    const twice = updated(updated(pdf, list), { open: { 41: '<< >>' } });
    assert.equal(verdicts(twice), EARLIER);
  });

  test('white space, comments, unreferenced objects and duplicate tables are accepted', () => {
    for (const update of [
      { ...list, between: '\n% nothing\r\n\0\0  \n%%EOF\n' },
      { open: { 40: '<< /Type /VRI >>' } },
      { packed: { ...PACKED, 40: '<< /Type /VRI >>' }, listed: true },
    ])
      assert.equal(verdicts(updated(pdf, update)), EARLIER, JSON.stringify(update));
    const both = signed(
      created,
      tables(Buffer.from('%PDF-1.7\n'), { ...OPEN, ...PACKED, 7: signatureValue() }),
      0,
      'rsa',
    );
    assert.equal(verdicts(both), VALID);
    // As a common writer leaves it: an unreferenced cross-reference stream with the same entries.
    const rows = (at: number): Buffer => Buffer.from([1, at >> 16, (at >> 8) & 255, at & 255, 0]);
    const previous = Number(/startxref\n([0-9]+)/.exec(both.subarray(-64).toString('latin1'))?.[1]);
    const twin = (location: number, entries: string): string =>
      text(streamOf(rows(location), `/Type /XRef /Size ${SIZE} /W [1 3 1] /Index [40 1] /Prev ${previous} ${entries}`));
    const at = both.length;
    assert.equal(verdicts(tables(both, { 40: '<< >>', 41: twin(at, '/Root 1 0 R') })), EARLIER);
    assert.equal(verdicts(tables(both, { 40: '<< >>', 41: twin(at, '/Root 50 0 R') })), UNCLEAR);
    assert.equal(verdicts(tables(both, { 40: '<< >>', 41: twin(9, '/Root 1 0 R') })), UNCLEAR);
  });

  /** An update with a plain cross-reference table, `free` entries and further trailer entries. */
  function tables(earlier: Buffer, objects: Objects, more = '', free: number[] = []): Buffer {
    let update = '';
    const rows = free.map((number) => `${number} 1\n0000000000 00000 f \n`);
    for (const [number, content] of Object.entries(objects)) {
      rows.push(`${number} 1\n${String(earlier.length + update.length).padStart(10, '0')} 00000 n \n`);
      update += `${number} 0 obj\n${content}\nendobj\n`;
    }
    const previous = /startxref\n([0-9]+)\n%%EOF\n$/.exec(earlier.subarray(-64).toString('latin1'))?.[1];
    const prev = previous === undefined ? '' : `/Prev ${previous}`;
    const start = earlier.length + update.length;
    const trailer = `trailer\n<< /Size ${SIZE} /Root 1 0 R ${prev} ${more} >>\nstartxref\n${start}\n%%EOF\n`;
    const sections = `xref\n0 1\n0000000000 65535 f \n${rows.join('')}`;
    return Buffer.concat([earlier, Buffer.from(`${update}${sections}${trailer}`, 'latin1')]);
  }

  test('a hybrid cross-reference table after a signature makes the verdict indeterminate', () => {
    const both = signed(
      created,
      tables(Buffer.from('%PDF-1.7\n'), { ...OPEN, ...PACKED, 7: signatureValue() }),
      0,
      'rsa',
    );
    assert.equal(verdicts(both), VALID);
    const page = `41 0 obj\n${PACKED[3]}\nendobj\n`;
    const rows = Buffer.from([2, 0, 0, 20, 0]);
    const beside = text(streamOf(rows, `/Type /XRef /Size ${SIZE} /W [1 3 1] /Index [3 1]`));
    const objects = { 20: text(containerOf({ 3: PACKED[3] ?? '' })), 40: beside };
    const at = both.length + `20 0 obj\n${objects[20]}\nendobj\n`.length;
    // For older programs the page does not exist.
    assert.equal(verdicts(tables(both, objects, `/XRefStm ${at}`, [3])), UNCLEAR, page);
  });

  test('unlisted objects in the signed part make the verdict indeterminate', () => {
    const hidden = (between: string, update: Update = list): string => {
      const start = Buffer.from(`%PDF-1.7\n`, 'latin1');
      const open = { ...OPEN, 7: signatureValue() };
      // After the object that the table lists under the same number.
      const first = updated(start, { packed: PACKED, listed: true, open: OPEN, table: 21 });
      const whole = updated(first, { open: { 7: open[7] }, between, table: 22 });
      const sealed = signed(created, whole, 0, 'rsa');
      assert.equal(verdicts(sealed), VALID);
      return verdicts(updated(sealed, update));
    };
    assert.equal(hidden('% nothing\n'), EARLIER);
    assert.equal(hidden(`5 0 obj\n${FORGED}\nendobj\n`), UNCLEAR);
    assert.equal(hidden(`60 0 obj\n${text(containerOf({ 3: FORGED_PAGE }))}\nendobj\n`), UNCLEAR);
    assert.equal(hidden(`60 0 obj\n${table(50)}\nendobj\n`), UNCLEAR);
    assert.equal(hidden('trailer\n<< /Size 90 /Root 50 0 R >>\n'), UNCLEAR);
    assert.equal(hidden('trailer\n<< /Size 90 /Root 1 0 R >>\n'), EARLIER);
    // Also inside of a stream: a program that rebuilds the object list ignores stream boundaries.
    assert.equal(
      verdicts(updated(signedOver({ ...OPEN, 9: textStream('\n5 0 obj\n[30 0 R]\nendobj\n') }), list)),
      UNCLEAR,
    );
  });

  test('a later table cannot list unlisted objects of the signed part', () => {
    const start = Buffer.from('%PDF-1.7\n', 'latin1');
    const hidden = `60 0 obj\n${FORGED}\nendobj\n`;
    const open = { ...OPEN, 7: signatureValue() };
    const whole = updated(start, { packed: PACKED, listed: true, open, table: 21, between: hidden });
    const sealed = signed(created, whole, 0, 'rsa');
    assert.equal(verdicts(updated(sealed, list)), EARLIER);
    const bytes = tables(sealed, { 40: '<< >>' }).toString('latin1');
    const listed = bytes.replace(/\n40 1\n(?=[0-9]{10} 00000 n \ntrailer)/, '\n60 1\n0000000009 00000 n \n40 1\n');
    assert.notEqual(listed.length, bytes.length);
    const moved = listed.replace(/startxref\n[0-9]+\n%%EOF\n$/, (ending) => ending);
    assert.equal(verdicts(Buffer.from(moved, 'latin1')), UNCLEAR);
  });

  test('an update that gives a file its declared linearized size is a change', () => {
    const size = 60_000;
    const packed: Objects = { ...PACKED, 3: (PACKED[3] ?? '').replace('/F1 4', '/F1 8') };
    const font = packed[4] ?? '';
    const { 4: _, ...others } = packed;
    const objects = { 4: `<< /Linearized 1 /L ${size} /H [0 0] /O 3 /E 0 /N 1 /T 0 >>`, ...OPEN, 8: font };
    const linear = signedOver(objects, { packed: others });
    assert.equal(verdicts(linear), VALID);
    const added = updated(linear, list).length - linear.length;
    assert.equal(verdicts(updated(linear, list)), EARLIER);
    const filled = updated(linear, { ...list, between: ' '.repeat(size - linear.length - added) });
    assert.equal(filled.length, size);
    assert.equal(verdicts(filled), CHANGED);
  });

  test('a second signature, validation data and a separate form object keep earlier signatures valid', () => {
    const field = (name: string, value: number): string =>
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (${name}) /V ${value} 0 R /P 3 0 R /Rect [0 0 0 0] /F 132 /AP << /N 34 0 R >> >>`;
    const more = (fields: string, rest = ''): Objects => ({
      1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${fields}] /SigFlags 3 >> ${rest} >>`,
      3: (PACKED[3] ?? '').replace('[6 0 R]', `[${fields}]`),
    });
    const looks = '<< /Type /XObject /Subtype /Form /BBox [0 0 0 0] /Length 0 >>\nstream\n\nendstream';
    const second = { ...more('6 0 R 32 0 R'), 32: field('S1', 33), 33: signatureValue(), 34: looks };
    const both = signedAgain(created, pdf, { open: second }, 'p256');
    assert.equal(verdicts(both), `${EARLIER}; ${VALID}`);
    const proven = updated(both, { open: { 1: more('6 0 R 32 0 R', '/DSS << /Certs [] /VRI << >> >>')[1] ?? '' } });
    assert.equal(verdicts(proven), `${EARLIER}; ${EARLIER}`);
    const third = {
      ...more('6 0 R 32 0 R 35 0 R', '/DSS 37 0 R'),
      35: field('S2', 36),
      36: signatureValue(),
      37: '<< >>',
    };
    assert.equal(verdicts(signedAgain(created, proven, { open: third }, 'p256')), `${EARLIER}; ${EARLIER}; ${VALID}`);
    // The third signature must not undo the field of the second one.
    const shorter = { ...more('6 0 R 35 0 R'), 35: field('S2', 36), 36: signatureValue() };
    assert.match(
      verdicts(signedAgain(created, proven, { open: shorter }, 'p256')),
      /^indeterminate .*; indeterminate .*; valid/,
    );
  });

  test('an intermediate revision may add an empty field for a later signer', () => {
    const waiting = '<< /Type /Annot /Subtype /Widget /FT /Sig /T (S1) /P 3 0 R /Rect [10 10 90 40] /F 4 >>';
    const prepared = updated(pdf, {
      open: {
        1: (PACKED[1] ?? '').replace('[6 0 R]', '[6 0 R 32 0 R]'),
        3: (PACKED[3] ?? '').replace('[6 0 R]', '[6 0 R 32 0 R]'),
        32: waiting,
      },
    });
    assert.equal(verdicts(prepared), CHANGED);
    const looks = '<< /Type /XObject /Subtype /Form /BBox [0 0 80 30] /Length 0 >>\nstream\n\nendstream';
    const filled = waiting.replace('/F 4', '/F 132 /V 33 0 R /AP << /N 34 0 R >>');
    const both = signedAgain(created, prepared, { open: { 32: filled, 33: signatureValue(), 34: looks } }, 'p256');
    assert.equal(verdicts(both), `${EARLIER}; ${VALID}`);
  });
});
