import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentRow } from '#domain/documents/tables/rows.ts';
import { candidatesFor, fileNameOf } from './file-names.ts';

const PDF = 'application/pdf';

test('a name loses the suffixes of opened signature containers, and gets the suffix of its type if it has none', () => {
  const named = (name: string, isOpened = true) => fileNameOf(name, 'CN1-1', isOpened, PDF);
  assert.equal(named('Ofertă.pdf.p7s'), 'Ofertă.pdf');
  assert.equal(named('Ofertă.PDF.P7M.p7s'), 'Ofertă.PDF');
  assert.equal(named('Ofertă.p7m'), 'Ofertă.pdf');
  assert.equal(named('Ofertă.pdf.p7s', false), 'Ofertă.pdf.p7s');
  assert.equal(named('Anexa nr. 2 - plan.pdf'), 'Anexa nr. 2 - plan.pdf');
});

test('no name leaves the folder, hides its suffix, names a device or exceeds the length limit', () => {
  const named = (name: string) => fileNameOf(name, 'CN1-1', true, PDF);
  assert.equal(named('../../etc/passwd.pdf'), '_.._etc_passwd.pdf');
  assert.equal(named('C:\\boot.pdf'), 'C__boot.pdf');
  assert.equal(named('\u202efdp.exe.pdf'), '_fdp.exe.pdf');
  assert.equal(named('con.pdf'), '_con.pdf');
  assert.equal(named('.pdf'), 'pdf.pdf');
  assert.equal(named('...'), 'CN1-1.pdf');
  assert.equal(named('a\u0000\n\tb.pdf'), 'a___b.pdf');
  const long = named(`${'ș'.repeat(400)}.pdf`);
  assert.ok(Buffer.byteLength(long) <= 210 && long.endsWith('ș.pdf'), long);
});

test('a detached signature is matched with the file of its full name first, and never with another signature', () => {
  const row = (id: string, name: string, section = 'dfNoticeDocs') =>
    ({ id, name, section, file_sha256: id }) as unknown as DocumentRow;
  const all = [
    row('1', 'X.docx'),
    row('2', 'X.pdf', 'duaeDocs'),
    row('3', 'x.PDF'),
    row('4', 'X.pdf.p7s'),
    row('5', 'X.p7s'),
    row('6', 'Y.pdf'),
  ];
  const ids = (at: number) => candidatesFor(all[at] as DocumentRow, all).map(({ id }) => id);
  assert.deepEqual(ids(3), ['3', '2', '1']);
  assert.deepEqual(ids(4), ['1', '3', '2']);
  assert.deepEqual(ids(5), []);
});
