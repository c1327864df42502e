import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileInput } from '#data/sources/lines.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { inputOf, readAll } from '#test/support/source-input.ts';
import { parseBalanceFileName } from './balance-file-name.ts';
import { parseLegend, readBalances } from './balance-files.ts';

const path = (file: string) => `${import.meta.dirname}/samples/${file}`;
const legendOf = (file: string) => parseLegend(file, readFileSync(path(file)));

test('form, year and kind are read from the varying names of the yearly files', () => {
  const result = (name: string) => Object.values(parseBalanceFileName(name) ?? { none: null }).join(' ');
  const names: [name: string, told: string][] = [
    ['WEB_UU_AN2024.txt', 'UU 2024 data'],
    ['WEB_UU_AN2024.csv', 'UU 2024 legend'],
    ['WEB_BL_BS_SL_AN2024.txt', 'BL 2024 data'],
    ['web_ir_an2024.txt', 'IR 2024 data'],
    ['web_ong_an2023.TXT', 'NGO 2023 data'],
    ['web_instit_de_credit_an2024.txt', 'bank 2024 data'],
    ['web_instdecredit_2023.csv', 'bank 2023 legend'],
    ['webasig2024.txt', 'insurer 2024 data'],
    ['webbrok2024.txt', 'broker 2024 data'],
    ['web_vs_2024.txt', 'VS 2024 data'],
    ['web_vm_an2024.txt', 'VM 2024 data'],
    ['web_ifn2024.txt', 'IFN 2024 data'],
    ['web_ip_ieme2024.txt', 'IPIEME 2024 data'],
    ['web_sif2024.txt', 'SIF 2024 data'],
    ['web_pensii2024.txt', 'pension 2024 data'],
    ['WEB_ONG_AN2019;.txt', 'NGO 2019 data'],
    ['webblbsslan2018.txt', 'BL 2018 data'],
    ['webuuan2016.txt', 'UU 2016 data'],
    ['webiran2017.txt', 'IR 2017 data'],
    ['webir2018.txt', 'IR 2018 data'],
    ['web_uu_2012.txt', 'UU 2012 data'],
    ['web_inst_de_credit_2014.txt', 'bank 2014 data'],
    ['web_vm_2016.csv', 'VM 2016 legend'],
    ['web_ifn_2014.txt', 'IFN 2014 data'],
    ['web_pensii_2011.txt', 'pension 2011 data'],
  ];
  for (const [name, expected] of names) assert.equal(result(name), expected, name);
  for (const name of ['WEB_UU_AN2024.pdf', 'web_altele_2024.txt', 'UU_2024.txt', 'web2024.txt', '']) {
    assert.equal(parseBalanceFileName(name), null, name);
  }
});

test('a cp1250 legend with codes in either case is read into labels with comma-below letters', () => {
  const legend = legendOf('WEB_UU_AN2024.csv');
  assert.equal(legend.size, 20);
  assert.equal(legend.get('I5'), 'Casa și conturi la bănci');
  assert.equal(legend.get('I7'), 'DATORII');
  assert.equal(legend.get('I20'), 'Număr mediu de salariați');
});

test('a label may contain a comma and a semicolon, and another file is of the wrong shape', () => {
  const legend = parseLegend('x.csv', Buffer.from('\ufeffACTIVE, din care:;a;I2\r\nCod fiscal;CUI\r\n'));
  assert.deepEqual([...legend], [['I2', 'ACTIVE, din care:;a']]);
  assert.throws(() => parseLegend('x.csv', Buffer.from('<html><body>404</body></html>')), /x\.csv: .*an HTML page/);
  assert.throws(() => parseLegend('x.csv', Buffer.from('')), WrongShape);
});

test('values are integers, decimals or null, in the order of the header, with the labels of the legend', async () => {
  const legend = legendOf('WEB_UU_AN2024.csv');
  const { records } = await readAll(
    readBalances(fileInput(path('WEB_UU_AN2024.txt')), { form: 'UU', year: 2024, legend }),
  );
  const [first, second] = records;
  assert.deepEqual([first?.cui, first?.year, first?.form, first?.caenCode], ['90000014', 2024, 'UU', '4711']);
  assert.deepEqual(first?.indicators[12], { code: 'I13', label: 'Cifra de afaceri netă', value: 1_200_000 });
  assert.equal(first?.indicators.length, 20);
  assert.equal(second?.caenCode, '0111');
  assert.deepEqual(
    second?.indicators.map(({ value }) => value),
    [1.5, null, null, null, null, null, null, null, null, -200, null, null, 3_000_000_000, ...Array(6).fill(null), 0],
  );
});

test('broken lines are skipped by line number', async () => {
  const file = { form: 'UU', year: 2024, legend: null } as const;
  const { records, skips } = await readAll(readBalances(fileInput(path('WEB_UU_AN2024.txt')), file));
  assert.equal(records.length, 2);
  assert.deepEqual(
    skips.map(({ line, reason, found }) => [line, reason, found.slice(0, 13)]),
    [
      [4, 'wrong number of columns', '4 instead of '],
      [5, 'unreadable fiscal code', ''],
      [6, 'value is no number', 'I1 abc'],
    ],
  );
});

test('without a legend only the standard header of ordinary companies has labels', async () => {
  const header = `CUI,CAEN,${Array.from({ length: 20 }, (_, i) => `I${i + 1}`).join(',')}`;
  const line = `\n90000014,4711,${Array(20).fill('1').join(',')}`;
  const label = async (form: 'UU' | 'bank', head: string, row: string) => {
    const { records } = await readAll(readBalances(inputOf(head + row), { form, year: 2015, legend: null }));
    return records[0]?.indicators.find(({ code }) => code === 'I13')?.label;
  };
  assert.equal(await label('UU', header, line), 'Cifra de afaceri neta');
  assert.equal(await label('UU', `${header},I21`, `${line},1`), null);
  assert.equal(await label('bank', header, line), null);
});

test('an older file with semicolons, CRLF and codes missing from the legend is read', async () => {
  const legend = new Map([['I1', 'Casa']]);
  const input = fileInput(path('web_instdecredit_2023.txt'));
  const { records } = await readAll(readBalances(input, { form: 'bank', year: 2023, legend }));
  assert.deepEqual(records[0]?.indicators, [
    { code: 'I1', label: 'Casa', value: 1000 },
    { code: 'I2', label: null, value: null },
    { code: 'I3', label: null, value: 30 },
  ]);
});

test('a company with two lines gives two records, of which the loader takes the last', async () => {
  const input = inputOf('cui,caen,i1\n90000014,4711,1\n90000014,4711,2\n');
  const { records } = await readAll(readBalances(input, { form: 'NGO', year: 2023, legend: null }));
  assert.deepEqual(
    records.map(({ indicators }) => indicators[0]?.value),
    [1, 2],
  );
});

test('a file without indicators is of the wrong shape', async () => {
  const read = (text: string) => readAll(readBalances(inputOf(text), { form: 'UU', year: 2024, legend: null }));
  await assert.rejects(read('CUI,CAEN\n1,2\n'), WrongShape);
  await assert.rejects(read('CAEN,I1\n1,2\n'), WrongShape);
});
