/** Signed PDFs with object streams: any rewriting after signing is detected. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Authorities, makeAuthorities } from '#test/support/signatures/authorities.ts';
import { pdftotext, withoutOpenssl, withoutPdfsig } from '#test/support/signatures/openssl.ts';
import {
  containerOf,
  FORGED,
  FORM_STREAM,
  type Objects,
  OPEN,
  PACKED,
  packedPdf,
  page,
  SIZE,
  shownUpdates,
  signedAgain,
  streamOf,
  textStream,
  type Update,
  updated,
} from '#test/support/signatures/packed-pdf.ts';
import { appended, signatureValue, signed } from '#test/support/signatures/signed-pdf.ts';
import {
  CHANGED,
  EARLIER,
  judgedPdf,
  opened,
  REWRITTEN,
  UNCLEAR,
  VALID,
  verdictOf,
} from '#test/support/signatures/signing.ts';
import { isLongTier } from '#test/support/tier.ts';

const root = (more: string, form = '/Fields [6 0 R] /SigFlags 3'): string =>
  `<< /Type /Catalog /Pages 2 0 R /AcroForm << ${form} >> ${more} >>`;

describe('PDFs with object streams', { skip: withoutOpenssl() || withoutPdfsig() }, () => {
  let created: Authorities;
  let pdf: Buffer;
  before(() => {
    created = makeAuthorities();
    created.issue('rsa', { key: 'rsa' });
    created.issue('p256');
    created.issue('stranger', { issuer: 'stranger', extensions: 'root', key: 'p256-stranger' });
    pdf = packedPdf(created);
  });
  after(() => created.remove());
  const visible = (bytes: Buffer): string => pdftotext(created.write('shown.pdf', bytes));
  /** The verdict alone, computed in memory. */
  const verdicts = (bytes: Buffer): string => judgedPdf(created, bytes);

  test('an unchanged document is valid and displays the signed text', () => {
    assert.equal(verdictOf(opened(created, pdf)), VALID);
    assert.match(visible(pdf), /PRET TOTAL: 1000 LEI/);
  });

  for (const [what, [update, text]] of Object.entries(shownUpdates)) {
    test(`${what}: other readers display it, and the signature is not valid`, () => {
      const forged = updated(pdf, update);
      assert.match(visible(forged), text);
      assert.equal(verdictOf(opened(created, forged)), CHANGED);
    });
  }

  test('the visibility of a field cannot be changed after signing', () => {
    const field = (flags: number, more = ''): string =>
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (S1) /P 3 0 R /Rect [0 0 595 842] /F ${flags} /AP << /N 9 0 R >> ${more} >>`;
    const objects = (flags: number): Objects => ({
      ...PACKED,
      1: root('', '/Fields [6 0 R 8 0 R] /SigFlags 3'),
      3: page('/Contents 5 0 R', '6 0 R 8 0 R'),
      8: field(flags),
    });
    const open = { ...OPEN, 9: FORM_STREAM('9999999') };
    for (const [was, is] of [
      [2, 4],
      [32, 4],
      [4, 2],
      [6, 4],
      [2, 6],
    ] as const) {
      const prepared = packedPdf(created, objects(was), open);
      assert.equal(verdicts(prepared), VALID);
      const forged = updated(prepared, { open: { 8: field(is) } });
      if (is === 4) assert.match(visible(forged), /9999999/);
      assert.equal(verdicts(forged), CHANGED, `${was} to ${is}`);
      const countersigned = signedAgain(
        created,
        prepared,
        { open: { 8: field(is, '/V 33 0 R'), 33: signatureValue() } },
        'p256',
      );
      assert.equal(verdicts(countersigned), `${REWRITTEN}; ${VALID}`, `${was} to ${is}, signed by another`);
    }
    const border = updated(packedPdf(created, objects(4), open), { open: { 8: field(4, '/MK << /BG [1 0 0] >>') } });
    assert.equal(verdicts(border), CHANGED);
  });

  test('an empty signature field may be signed, with an appearance if the signer is trusted', () => {
    const field = (more: string): string =>
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (S1) /P 3 0 R /Rect [10 10 90 40] ${more} >>`;
    const objects = {
      ...PACKED,
      1: root('', '/Fields [6 0 R 8 0 R] /SigFlags 3'),
      3: page('/Contents 5 0 R', '6 0 R 8 0 R'),
      8: field('/F 4'),
    };
    const waiting = packedPdf(created, objects);
    const filled = (signer: string): Buffer =>
      signedAgain(
        created,
        waiting,
        {
          open: {
            8: field('/F 132 /V 33 0 R /AP << /N 34 0 R >> /MK << >> /M (D:20260102)'),
            33: signatureValue(),
            34: FORM_STREAM('Semnat'),
          },
        },
        signer,
      );
    assert.equal(verdicts(filled('p256')), `${EARLIER}; ${VALID}`);
    assert.match(verdicts(filled('stranger')), new RegExp(`^${CHANGED}; indeterminate issuer`));
    const unsigned = updated(waiting, { open: { 8: field('/F 4 /AP << /N 34 0 R >>'), 34: FORM_STREAM('9999999') } });
    assert.equal(verdicts(unsigned), CHANGED);
  });

  test('a second signature is found through nested fields and indirect arrays', () => {
    const group = '<< /T (Semnaturi) /Kids 11 0 R >>';
    const objects = {
      ...PACKED,
      1: root('', '/Fields 12 0 R /SigFlags 3'),
      10: group,
      11: '[6 0 R]',
      12: '[10 0 R]',
      6: (PACKED[6] ?? '').replace('/T (S0)', '/T (S0) /Parent 10 0 R'),
    };
    const grouped = packedPdf(created, objects);
    const field =
      '<< /Type /Annot /Subtype /Widget /FT /Sig /T (S1) /Parent 10 0 R /V 33 0 R /P 3 0 R /Rect [0 0 0 0] /F 132 >>';
    const both = signedAgain(
      created,
      grouped,
      { open: { 11: '[6 0 R 32 0 R]', 3: page('/Contents 5 0 R', '6 0 R 32 0 R'), 32: field, 33: signatureValue() } },
      'p256',
    );
    assert.equal(verdicts(both), `${EARLIER}; ${VALID}`);
    const acting = updated(grouped, {
      open: { 11: '[6 0 R 32 0 R]', 32: field.replace('/V 33 0 R', '/AA << /PO << /S /JavaScript /JS (x) >> >>') },
    });
    assert.equal(verdicts(acting), CHANGED);
  });

  const harmless: [string, Update][] = [
    ['the same object stream again', { packed: PACKED, listed: true }],
    ['unchanged objects outside of the stream', { open: { 2: PACKED[2] ?? '', 4: PACKED[4] ?? '' } }],
    ['the same content again', { open: OPEN }],
    [
      'validation data, extensions, version, metadata and flags of the form',
      {
        packed: {
          ...PACKED,
          1: root(
            '/DSS << /Certs [] >> /Extensions << /ESIC << /BaseVersion /1.7 /ExtensionLevel 5 >> >> /Version /2.0 /Metadata 40 0 R',
            '/Fields [6 0 R] /SigFlags 1 /DA (/F1 0 Tf) /DR << /Font << /F1 4 0 R >> >> /NeedAppearances false',
          ),
        },
        open: { 40: streamOf(Buffer.from('<x/>'), '/Type /Metadata /Subtype /XML').toString('latin1') },
      },
    ],
    [
      'the form as a separate object',
      { open: { 1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 40 0 R >>', 40: '<< /Fields [6 0 R] /SigFlags 3 >>' } },
    ],
    [
      'modification date and producer',
      { open: { 40: '<< /ModDate (D:20260102) /Producer (x) >>' }, trailer: '/Info 40 0 R' },
    ],
  ];
  for (const [what, update] of harmless) {
    test(`${what}: the signature stays valid`, () => assert.equal(verdicts(updated(pdf, update)), EARLIER));
  }

  test('unlisted objects and ambiguous tables make the verdict indeterminate', () => {
    const list = { open: { 40: '<< >>' } };
    assert.equal(verdicts(updated(pdf, list)), EARLIER);
    const previous = /startxref\n([0-9]+)\n%%EOF\n$/.exec(pdf.subarray(-64).toString('latin1'))?.[1] ?? '';
    // Text between the signed end and the update.
    const between = (text: string): string =>
      verdicts(updated(Buffer.concat([pdf, Buffer.from(text)]), { ...list, trailer: `/Prev ${previous}` }));
    assert.equal(between('\n% nothing\n'), EARLIER);
    assert.equal(between(`5 0 obj\n${FORGED}\nendobj\n`), UNCLEAR);
    assert.equal(between(`5 0 %\nobj\n${FORGED}\nendobj\n`), UNCLEAR);
    const small = Buffer.from(
      updated(pdf, list)
        .toString('latin1')
        .replace(new RegExp(`/Size ${SIZE}(?![\\s\\S]*/Size ${SIZE})`), '/Size 19'),
      'latin1',
    );
    assert.equal(verdicts(small), UNCLEAR);
  });

  /** One sample of each structure that readers act on, by its keys; every object is reachable from the catalog or the trailer. */
  const parts: Record<number, Record<string, string>> = {
    1: {
      Type: '/Catalog',
      Pages: '2 0 R',
      AcroForm: '10 0 R',
      Names: '11 0 R',
      OpenAction: '12 0 R',
      OCProperties: '13 0 R',
      Outlines: '14 0 R',
      ViewerPreferences: '<< /HideMenubar false >>',
      Lang: '(ro)',
    },
    2: { Type: '/Pages', Kids: '[3 0 R]', Count: '1' },
    3: {
      Type: '/Page',
      Parent: '2 0 R',
      MediaBox: '[0 0 595 842]',
      Resources: '<< /Font << /F1 4 0 R >> /Properties << /L 15 0 R >> >>',
      Contents: '[5 0 R 22 0 R]',
      Annots: '[6 0 R 8 0 R 9 0 R 18 0 R]',
      Rotate: '0',
      AA: '<< /O 12 0 R >>',
    },
    4: { Type: '/Font', Subtype: '/Type1', BaseFont: '/Helvetica' },
    6: {
      Type: '/Annot',
      Subtype: '/Widget',
      FT: '/Sig',
      T: '(S0)',
      V: '7 0 R',
      P: '3 0 R',
      Rect: '[0 0 0 0]',
      F: '132',
    },
    8: {
      Subtype: '/Widget',
      FT: '/Sig',
      T: '(S1)',
      P: '3 0 R',
      Rect: '[0 0 90 90]',
      F: '2',
      AP: '<< /N 23 0 R >>',
      MK: '<< /R 0 >>',
    },
    9: {
      Subtype: '/Widget',
      FT: '/Tx',
      T: '(Pret)',
      V: '(1000)',
      DA: '(/F1 12 Tf)',
      Rect: '[0 0 90 90]',
      AP: '<< /N 23 0 R >>',
    },
    10: {
      Fields: '[6 0 R 8 0 R 9 0 R]',
      SigFlags: '3',
      DA: '(/F1 0 Tf)',
      DR: '<< /Font << /F1 4 0 R >> >>',
      NeedAppearances: 'true',
      CO: '[9 0 R]',
    },
    11: { JavaScript: '<< /Names [(a) 12 0 R] >>' },
    12: { S: '/GoTo', D: '[3 0 R /Fit]' },
    13: { OCGs: '[15 0 R]', D: '<< /OFF [15 0 R] >>' },
    14: { Type: '/Outlines', First: '17 0 R', Last: '17 0 R', Count: '1' },
    15: { Type: '/OCG', Name: '(Strat)' },
    17: { Title: '(Pret)', Parent: '14 0 R', Dest: '[3 0 R /Fit]' },
    18: { Subtype: '/FreeText', Rect: '[0 0 9 9]', Contents: '(x)', DA: '(/F1 9 Tf)', F: '2' },
    19: { Title: '(Oferta)', Author: '(x)' },
  };
  const written = (entries: Record<string, string>): string =>
    `<< ${Object.entries(entries)
      .map(([key, value]) => `/${key} ${value}`)
      .join(' ')} >>`;
  const rich: Objects = Object.fromEntries(Object.entries(parts).map(([number, each]) => [number, written(each)]));
  const richOpen = { ...OPEN, 22: textStream('anexa'), 23: FORM_STREAM('ascuns') };
  /** The keys of each object that may change to any value. */
  const free: Record<number, string[]> = {
    1: ['DSS', 'Extensions', 'Version', 'Metadata'],
    6: ['P', 'F', 'M', 'MK', 'Lock'],
    8: ['P', 'M', 'Lock'],
    10: ['SigFlags'],
    19: ['ModDate', 'Producer'],
  };

  const ADDED = ['AA', 'A', 'OC', 'F', 'AP', 'Contents', 'Kids', 'V', 'Perms', 'XFA', 'URI', 'DSS', 'M', 'ModDate'];

  /** Each key removed or replaced, and keys added that have a meaning somewhere. */
  function* mutations(entries: Record<string, string>): Generator<[string, string]> {
    for (const [key, old] of Object.entries(entries)) {
      const { [key]: _, ...others } = entries;
      yield [key, written(others)];
      for (const value of ['(altceva)', '77', '[18 0 R]', '5 0 R', `${old.slice(0, -1)} 18 0 R]`]) {
        if (value.endsWith(']') && !old.endsWith(']') && !value.startsWith('[')) continue;
        yield [key, written({ ...entries, [key]: value })];
      }
    }
    for (const key of ADDED) {
      if (!(key in entries)) yield [key, written({ ...entries, [key]: '<< /S /JavaScript /JS (x) >>' })];
    }
  }

  test('a change of any other value in the document makes the verdict indeterminate', () => {
    const whole = packedPdf(created, rich, richOpen, '/Info 19 0 R /ID [<01> <02>]');
    assert.equal(verdicts(whole), VALID);
    const info = { trailer: '/Info 19 0 R /ID [<01> <03>]' };
    assert.equal(verdicts(updated(whole, { ...info, packed: rich })), EARLIER);
    let count = 0;
    for (const [number, entries] of Object.entries(parts)) {
      for (const [key, changed] of mutations(entries)) {
        count += 1;
        if (!isLongTier && count % 4 !== 0) continue;
        const isFree = free[Number(number)]?.includes(key) ?? false;
        const repacked = { ...info, packed: { ...rich, [number]: changed }, listed: count % 2 === 0 };
        const update = count % 3 === 0 ? { ...info, open: { [number]: changed } } : repacked;
        assert.equal(verdicts(updated(whole, update)), isFree ? EARLIER : CHANGED, `${number} ${key}: ${changed}`);
      }
    }
    for (const number of [5, 22, 23]) {
      assert.equal(verdicts(updated(whole, { ...info, open: { [number]: FORGED } })), CHANGED, String(number));
    }
    for (const trailer of ['/ID [<01> <03>]', '/Info 18 0 R /ID [<01> <03>]']) {
      assert.equal(verdicts(updated(whole, { trailer })), CHANGED, trailer);
    }
    // A common writer renews both parts of the identifier, which have no effect in an unencrypted file.
    for (const trailer of ['/Info 19 0 R /ID [<09> <02>]', '/Info 19 0 R'])
      assert.equal(verdicts(updated(whole, { trailer })), EARLIER, trailer);
    assert.ok(count > 500, String(count));
  });

  test('a long cyclic chain of objects is compared completely', () => {
    const [first, last] = [100, 5_000];
    const chain = (end: string): Objects =>
      Object.fromEntries(
        Array.from({ length: last - first + 1 }, (_, index) => {
          const next = first + index === last ? end : `/Next ${first + index + 1} 0 R`;
          return [first + index, `<< /Title (x) ${next} /Parent ${first} 0 R >>`];
        }),
      );
    const objects = { ...PACKED, 1: root(`/Outlines ${first} 0 R`) };
    const long = packedPdf(created, objects, { ...OPEN, ...chain(`/Next ${first} 0 R`) });
    assert.equal(verdicts(updated(long, { packed: objects })), EARLIER);
    assert.equal(verdicts(updated(long, { open: { [last]: '<< /Title (x) >>' } })), CHANGED);
    // Each of 40 levels refers to the next one twice: 2^40 paths lead to the end.
    const twice = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [100 + index, `[${101 + index} 0 R ${101 + index} 0 R]`]),
    );
    const wide = packedPdf(created, { ...PACKED, 1: root('/X 100 0 R') }, { ...OPEN, ...twice, 140: '(x)' });
    assert.equal(verdicts(updated(wide, { open: { 200: '<< >>' } })), EARLIER);
    assert.equal(verdicts(updated(wide, { open: { 140: '(y)' } })), CHANGED);
  });

  test('objects that only newer programs see in a hybrid table are compared', () => {
    const parts: Record<number, string> = {
      ...PACKED,
      ...OPEN,
      3: page('/Contents 8 0 R'),
      7: signatureValue(),
      20: containerOf({ 8: '[5 0 R]' }).toString('latin1'),
    };
    let text = '%PDF-1.7\n';
    const locations = new Map<number, number>();
    const add = (number: number, content: string): void => {
      locations.set(number, text.length);
      text += `${number} 0 obj\n${content}\nendobj\n`;
    };
    for (const [number, content] of Object.entries(parts)) add(Number(number), content);
    const row = Buffer.from([2, 0, 0, 20, 0]);
    add(21, streamOf(row, `/Type /XRef /Size ${SIZE} /W [1 3 1] /Index [8 1]`).toString('latin1'));
    const start = text.length;
    const rows = [...locations].map(
      ([number, location]) => `${number} 1\n${String(location).padStart(10, '0')} 00000 n \n`,
    );
    text += `xref\n0 1\n0000000008 65535 f \n8 1\n0000000000 00001 f \n${rows.join('')}`;
    text += `trailer\n<< /Size ${SIZE} /Root 1 0 R /XRefStm ${locations.get(21)} >>\nstartxref\n${start}\n%%EOF\n`;
    const both = signed(created, Buffer.from(text, 'latin1'), 0, 'rsa');
    assert.equal(verdicts(both), VALID);
    assert.equal(verdicts(updated(both, { packed: { 8: '[5 0 R]' } })), EARLIER);
    assert.equal(verdicts(updated(both, { packed: { 8: '[30 0 R]' }, open: { 30: FORGED } })), CHANGED);
  });

  test('the encryption entries are compared by value', () => {
    const key = '4e6f626f6479206b6e6f77732074686973206b6579206f662074686520737461';
    const lock = (words: string): string =>
      `<< /Filter /Standard /V 4 /R 4 /O <${key}> /U <${key}> /P -4 /CF << /StdCF << /CFM /${words} >> >> /StmF /Identity /StrF /StdCF >>`;
    const trailer = '/Encrypt 40 0 R /ID [<01> <02>]';
    const locked = packedPdf(created, PACKED, { ...OPEN, 40: lock('AESV2') }, trailer);
    assert.equal(verdicts(updated(locked, { open: { 41: '<< >>' }, trailer })), EARLIER);
    for (const update of [
      { open: { 40: lock('V2') }, trailer },
      { open: { 41: '<< >>' }, trailer: '/ID [<01> <02>]' },
      { open: { 41: '<< >>' }, trailer: '/Encrypt 40 0 R /ID [<03> <02>]' },
      { open: { 2: PACKED[2] ?? '' }, trailer },
    ]) {
      assert.equal(verdicts(updated(locked, update)), CHANGED, JSON.stringify(update));
    }
  });

  test('another generation number of an encrypted stream is a change', () => {
    const locked = (pdf: Buffer): Buffer =>
      Buffer.from(
        pdf
          .toString('latin1')
          .replace(/\/Root 1 0 R(?=[^>]*>>\nstartxref\n[0-9]+\n%%EOF\n$)/, '$& /Encrypt 40 0 R /ID [<01> <02>]'),
        'latin1',
      );
    const page = (content: string): string => `/MediaBox [0 0 200 200] /Contents ${content}`;
    const objects = [
      ...[2, 5, 6, 7].map((number) => [number, number === 7 ? signatureValue() : (PACKED[number] ?? OPEN[number])]),
      [40, '<< /Filter /Standard /V 2 /R 3 /O <01> /U <01> /P -4 >>'],
    ].map(([number, value]) => `${number} 0 obj\n${value}\nendobj\n`);
    const first = `1 0 obj\n${PACKED[1]}\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R ${page('5 0 R')} /Annots [6 0 R] >>\nendobj\n`;
    const sealed = signed(created, locked(appended(Buffer.from('%PDF-1.7\n'), first + objects.join(''))), 0, 'rsa');
    assert.equal(verdicts(sealed), VALID);
    const again = (generation: number): string => {
      const update = `3 0 obj\n<< /Type /Page /Parent 2 0 R ${page(`5 ${generation} R`)} /Annots [6 0 R] >>\nendobj\n5 0 obj\n${OPEN[5]}\nendobj\n`;
      const written = locked(appended(sealed, update)).subarray(sealed.length).toString('latin1');
      const renewed = written
        .replace('5 0 obj', `5 ${generation} obj`)
        .replace(/(?<=\n5 1\n[0-9]{10} 0000)0/, `${generation}`);
      return verdicts(Buffer.concat([sealed, Buffer.from(renewed, 'latin1')]));
    };
    assert.equal(again(0), EARLIER);
    assert.equal(again(1), CHANGED);
  });
});
