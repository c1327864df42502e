import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { inputOf, readAll } from '#test/support/source-input.ts';
import type { ExportBatch } from './batch.ts';
import { readExport, readRows } from './read.ts';
import { textRows } from './text-rows.ts';

const sample = (name: string): string => join(import.meta.dirname, 'samples', name);
const readText = (content: string | Uint8Array, chunkBytes?: number) =>
  readAll<unknown>(readRows('FILE.CSV', textRows(inputOf(content, chunkBytes))) as AsyncIterable<ExportBatch>);

test('the export of 2016 gives contracts with their parties, kinds and values', async () => {
  const batches = await Array.fromAsync(readExport(sample('contracte-2016-t1.csv')));
  assert.deepEqual([...new Set(batches.map(({ kind }) => kind))], ['contracts']);
  const records = batches.flatMap((batch) => (batch.kind === 'contracts' ? batch.records : []));
  const { cells, ...first } = records[0] ?? assert.fail('a contract');
  assert.match(cells ?? '', /^[0-9a-f]{16}$/);
  assert.deepEqual(first, {
    number: '118/A/2016',
    title: 'Autobuz pentru elevi',
    date: '2016-01-28',
    kind: 'contract',
    value: 15_000_050,
    currency: 'RON',
    valueRon: 15_000_050,
    authority: { code: '4317975', name: 'PRIMĂRIA COMUNEI VALEA MICĂ', city: null, county: null, country: null },
    suppliers: [
      { code: 'RO 90000014', name: 'ZIMBRUL AURIU INDUSTRII S.A.', city: 'Pitești', county: null, country: 'Romania' },
    ],
    cpv: { code: '34121100', title: null },
    notice: '167623',
    procedureType: 'Licitatie deschisa',
    awardNotice: '145023',
    awardedOn: '2016-02-11',
    lots: null,
    cancelledLots: null,
    offersReceived: 3,
    euFunded: true,
  });
  assert.deepEqual(
    records.slice(1).map(({ kind, value, valueRon, currency }) => [kind, value, valueRon, currency]),
    [
      ['framework', 0, 0, 'EUR'],
      ['callOff', 2_500_050, 2_500_050, 'RON'],
    ],
  );
  assert.deepEqual(
    records.slice(1).map(({ suppliers, title }) => [suppliers[0]?.code, title]),
    [
      ['DE811569869', 'Acord-cadru de furnizare medicamente'],
      ['90000022', 'Lucrări de reparații la acoperiș'],
    ],
  );
});

test('lines without a contract are reported with number and reason', async () => {
  const { skips, lines } = await readText(readFileSync(sample('contracte-2016-t1.csv')), 50);
  assert.deepEqual(lines, [2, 3, 4]);
  assert.deepEqual(skips.map(({ line, reason }) => [line, reason]).sort(), [
    [6, 'wrong number of columns'],
    [7, 'contract without an authority'],
    [8, 'value is no amount'],
  ]);
});

test('cp1250 and a byte order mark are handled like plain UTF-8', async () => {
  const text = readFileSync(sample('contracte-2016-t1.csv'), 'utf8');
  const plain = await readText(text);
  const bytes = Buffer.from([...text].map((letter) => CP1250[letter] ?? letter.charCodeAt(0)));
  assert.deepEqual((await readText(bytes)).records, plain.records);
  assert.deepEqual((await readText(`\ufeff${text.replaceAll('\n', '\r\n')}`)).records, plain.records);
});

const CP1250: Record<string, number> = {
  Ă: 0xc3,
  ă: 0xe3,
  Â: 0xc2,
  â: 0xe2,
  ş: 0xba,
  Ş: 0xaa,
  ţ: 0xfe,
  Ţ: 0xde,
  Î: 0xce,
  î: 0xee,
};

test('pipe-quoted fields with American dates, commas and line ends inside, and misspelt headers, are read', async () => {
  const batches = await Array.fromAsync(readExport(sample('achizitii-directe-2022-t3.csv')));
  const records = batches.flatMap((batch) => (batch.kind === 'purchases' ? batch.records : []));
  assert.deepEqual(records, [
    {
      id: 'DA31518890',
      title: 'Hartie, A4 | toner; tel. […]',
      authority: {
        code: '16054368',
        name: 'SCOALA GIMNAZIALA "ION CREANGA"',
        city: null,
        county: null,
        country: null,
      },
      supplier: { code: 'RO 6865630', name: 'ALFA FICTIV SRL', city: 'Cluj-Napoca', county: null, country: null },
      cpv: { code: '30197630', title: 'Hartie de tipar' },
      value: 123_450,
      estimatedValue: null,
      state: 'accepted',
      publishedOn: '2022-09-30',
      finalizedOn: '2022-10-03',
    },
    {
      id: 'DA31518891',
      title: 'Servicii de pază',
      authority: { code: '4317975', name: 'COMUNA VALEA', city: null, county: null, country: null },
      supplier: null,
      cpv: { code: '79713000', title: 'Servicii de paza' },
      value: 98_000,
      estimatedValue: null,
      state: 'refused',
      publishedOn: '2022-05-06',
      finalizedOn: null,
    },
  ]);
});

test('a pipe-separated export gives notices, with diacritics in its header', async () => {
  const batches = await Array.fromAsync(readExport(sample('anunturi-de-initiere-2023-t3.csv')));
  const records = batches.flatMap((batch) => (batch.kind === 'notices' ? batch.records : []));
  assert.deepEqual(
    records.map(({ notice, type, title, publishedOn, estimatedValue }) => [
      notice,
      type,
      title,
      publishedOn,
      estimatedValue,
    ]),
    [
      ['CN1058123', 'CN', 'Reabilitare termică bloc A', '2023-07-03', 125_000_075],
      ['SCN1130200', 'SCN', 'Servicii de catering', '2023-08-31', null],
    ],
  );
  assert.deepEqual(
    batches.flatMap(({ skips }) => skips).map(({ line, reason }) => [line, reason]),
    [[4, 'notice without a number']],
  );
});

test('a repeated header inside the file is not a record', async () => {
  const text = readFileSync(sample('anunturi-de-initiere-2023-t3.csv'), 'utf8');
  const { records, skips } = await readText(text + text);
  assert.equal(records.length, 4);
  assert.equal(skips.length, 2);
});

test('a file that is none of the tables is refused with the expected tables', async () => {
  for (const content of [
    '',
    '<html><body>mentenanta</body></html>',
    'a;b;c\n1;2;3\n',
    'Nume^Prenume\nA^B\n',
    '%PDF-1.4\n',
  ]) {
    await assert.rejects(readText(content), (error) => {
      assert.ok(error instanceof WrongShape);
      assert.match(error.expected, /table|contracts/);
      return true;
    });
  }
});

test('modifications of contracts are read under the headers of several years, without persons', async () => {
  const value = [
    'Valoarea totala actualizata a contractului inainte de modificari',
    'Valoarea totala a contractului dupa modificari',
  ];
  const dates = 'Numar anunt atribuire|Data publicare|Numar contract|Data contract';
  for (const [header, date] of [
    [
      `Autoritate contractanta|CUI autoritate contractanta|${dates}|Descrierea modificarilor|${value.join('|')}`,
      '03.02.2026',
    ],
    [
      `Autoritate contractantă|CUI autoritate contractantă|${dates.replace('Data publicare', 'Data anunț de modificare')}|Secțiunea VII.2.1 Descrierea modificărilor|${value.join('|')} (RON)`,
      '2026-02-03',
    ],
  ] as const) {
    const row = `COMUNA FELEACU|4485391|CAN1000001|01.06.2026|12 / 2026|${date}|Prelungire; contact: Popescu Ion|1.234,50|2.345,00`;
    const { records, skips } = await readText(`${header}\n${row}\n`);
    assert.deepEqual(skips, []);
    assert.deepEqual(records, [
      {
        authority: { code: '4485391', name: 'COMUNA FELEACU', city: null, county: null, country: null },
        number: '12 / 2026',
        date: '2026-02-03',
        awardNotice: 'CAN1000001',
        publishedOn: '2026-06-01',
        description: 'Prelungire; contact: […]',
        currency: 'RON',
        valueBefore: 1_234_50,
        valueAfter: 2_345_00,
      },
    ]);
  }
});

test('no half of a number stays where the description of a modification is cut', async () => {
  const header = 'Autoritate contractanta|CUI autoritate contractanta|Numar contract|Descrierea modificarilor';
  const { records } = await readText(`${header}\nCOMUNA|90000014|7|${'a'.repeat(3_990)} tel. 0722123456\n`);
  assert.equal((records[0] as { description: string }).description, `${'a'.repeat(3_990)} tel. […]`);
});

test('modifications that name no contract are reported, not refused', async () => {
  const header = 'Autoritate contractanta|Tip contract|VII.2.1 Descrierea modificărilor|Valoarea după modificări';
  const { records, skips } = await readText(`${header}\nCOMUNA|Servicii|Prelungire|5\n`);
  assert.deepEqual(records, []);
  assert.deepEqual(
    skips.map(({ line, reason }) => [line, reason]),
    [[1, 'modifications of contracts without their number or authority']],
  );
});

test('columns whose content contradicts their names are a wrong shape', async () => {
  const rows = 'COMUNA|DA1|Pixuri|cinci lei\n'.repeat(3);
  const header = 'Autoritate contractanta|Numar achizitie directa|Denumire achizitie|Valoare achizitie (RON)';
  await assert.rejects(readText(`${header}\n${rows}`), /3 rows under the right header, none readable/);
  await assert.rejects(readText(`${header}\n${rows.repeat(1_000)}`), WrongShape);
});

const OLD_PURCHASES =
  'Castigator^CastigatorCUI^CastigatorTara^CastigatorLocalitate^CastigatorAdresa^TipProcedura^AutoritateContractanta^AutoritateContractantaCUI^NumarAnunt^DataAnunt^TipIncheiereContract^NumarContract^DataContract^TitluContract^Valoare^Moneda^ValoareRON^ValoareEUR^CPVCodeID^CPVCode';
const OLD_PURCHASE =
  'ALFA SRL^RO 90000022^Romania^Cluj^^Cumparare directa^COMUNA FELEACU^4485391^7654321^2012-05-02 10:00:00^Contract^^2012-05-02 11:00:00^Hartie^7^RON^7^^1^30197644-2';
const kindsIn = async (file: string, text: string): Promise<string[]> => {
  const batches = await Array.fromAsync(readRows(file, textRows(inputOf(text))));
  return [...new Set(batches.filter(({ records }) => records.length > 0).map(({ kind }) => kind))];
};

test('purchases before 2018 are distinguished from contracts by number or file name, not by description', async () => {
  const text = `${OLD_PURCHASES}\n${OLD_PURCHASE}\n`;
  assert.deepEqual(await kindsIn('2012.csv', text), ['purchases']);
  const contracts = text.replace('NumarAnunt^DataAnunt', 'NumarAnuntAtribuire^DataAnuntAtribuire');
  assert.deepEqual(await kindsIn('2012.csv', contracts), ['contracts']);
  assert.deepEqual(await kindsIn('contracte-2012.csv', text), ['contracts']);
  const { records } = await readText(text);
  const [first] = records as { id: string; value: number; finalizedOn: string; title: string }[];
  assert.deepEqual(
    [first?.id, first?.value, first?.finalizedOn, first?.title],
    ['7654321', 700, '2012-05-02', 'Hartie'],
  );
});

test('header variants of some quarters are recognised: NUMAR, Valoare atribuita, NumarInvitatie', async () => {
  const purchases =
    'NUMAR|Castigator|CastigatorCUI|AutoritateContractanta|AutoritateContractantaCUI|Valoare atribuita|CPVCode\n';
  const row = 'DA7|ALFA|RO 90000022|COMUNA|4485391|12,50|30197644-2\n';
  assert.deepEqual(await kindsIn('Achizitii directe T1.csv', purchases + row), ['purchases']);
  const { records, amounts } = await readAllOf('cumparari_directe_2016.csv', purchases + row);
  assert.deepEqual([records.map((record) => (record as { id: string }).id), amounts], [['DA7'], [1250]]);
  const wrapped = [
    '|NUMAR|,|DATA_PUBLICARE|,|DENUMIRE_AC|,|VALOARE_ESTIMATA_RON|,|VALOARE_ATRIBUITA_RON|,|OFERTANT|,|CUI_OFERTANT|',
    '|DA8|,|09/30/2022|,|Liceul, Braila|,700,645.5,|SELGROS|,|90000022|',
  ].join('\n');
  assert.deepEqual(await kindsIn('t3_2022.csv', wrapped), ['purchases']);
  assert.deepEqual((await readAllOf('t3_2022.csv', wrapped)).amounts, [64_550], 'the amount paid, not the estimate');
  const notices = 'NumarInvitatie^DataPublicare^DenumireAC^CUI^Judet^MainCPV^ValoareEstimata\n';
  assert.deepEqual(await kindsIn('a.csv', `${notices}398123^2012-05-02^COMUNA^4485391^CJ^45000000-7^100\n`), [
    'notices',
  ]);
});

async function readAllOf(file: string, text: string) {
  const batches = await Array.fromAsync(readRows(file, textRows(inputOf(text))));
  return {
    records: batches.flatMap(({ records }) => records as unknown[]),
    amounts: batches.flatMap(({ amounts }) => amounts),
  };
}

test('quotes group a field that contains separators, and quotes of names are kept', async () => {
  const header = 'Autoritate contractanta|Numar achizitie directa|Denumire achizitie|Valoare achizitie (RON)';
  const titles = async (...rows: string[]) =>
    (await readText(`${header}\n${rows.join('\n')}\n`)).records.map((record) => (record as { title: string }).title);
  assert.deepEqual(
    await titles(
      'COMUNA|DA1|"Teava 1" | 2"", zincata"|5',
      'COMUNA|DA2|"Hartie | toner"|5',
      '"COMUNA ""A"" | B"|DA3|"Pixuri"|5',
      'COMUNA|DA4|"Luceafarul" SRL, cazare|5',
      'COMUNA|DA5|Scoala "Ion Creanga"|5',
      'COMUNA|DA6|"Pe doua',
      'randuri | si cu bara"|5',
    ),
    [
      'Teava 1" | 2", zincata',
      'Hartie | toner',
      'Pixuri',
      '"Luceafarul" SRL, cazare',
      'Scoala "Ion Creanga"',
      'Pe doua randuri | si cu bara',
    ],
  );
});

test('quotes that nothing closes are read in a moment', async () => {
  const header = 'Autoritate contractanta|Numar achizitie directa|Denumire achizitie|Valoare achizitie (RON)';
  const before = process.cpuUsage();
  const { records } = await readText(`${header}\n${'"a|'.repeat(21_000)}\nCOMUNA|DA1|"Hartie"|5\n`);
  assert.deepEqual(
    records.map((record) => (record as { id: string }).id),
    ['DA1'],
  );
  // Each quote that looks for its end again takes ten seconds and more.
  assert.ok(process.cpuUsage(before).user < 5_000_000);
});

test('titles above a table are skipped, and a text without a table is refused by its first line', async () => {
  const header = 'Autoritate contractanta,Numar achizitie directa,Denumire achizitie,Valoare achizitie (RON)';
  for (const titles of ['Raport achizitii directe\n\n', 'Raport: achizitii directe, trim. I, 2026\nSursa: SEAP\n']) {
    const { records } = await readText(`${titles}${header}\nCOMUNA,DA1,Hartie,12.5\n`);
    assert.deepEqual(
      records.map((record) => (record as { id: string }).id),
      ['DA1'],
    );
  }
  await assert.rejects(readText('Fisierul a fost mutat\nla alta adresa\n'), /found the line Fisierul a fost mutat\./);
  await assert.rejects(readText('Un rand de text\n'.repeat(100)), /found the line Un rand de text\./);
});

test('a table separated by semicolons or commas is read', async () => {
  const header = [
    'Autoritate contractanta',
    'Numar achizitie directa',
    'Denumire achizitie',
    'Valoare achizitie (RON)',
  ];
  for (const mark of [';', ',']) {
    const row = ['COMUNA', 'DA1', `"Hartie${mark} toner"`, '"12.5"'];
    const { records } = await readText(`${header.join(mark)}\n${row.join(mark)}\n`);
    assert.deepEqual(
      records.map((record) => [(record as { title: string }).title, (record as { value: number }).value]),
      [[`Hartie${mark} toner`, 1250]],
    );
  }
});
