import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NumberFormats } from './number-format.ts';

const display = (code: string, value: number, is1904 = false): string | number => {
  const formats = new NumberFormats();
  formats.is1904 = is1904;
  formats.define(164, code);
  formats.add(164);
  return formats.display(value);
};

const CASES: [code: string, value: number, text: string | number][] = [
  ['dd.mm.yyyy', 46_093, '12.03.2026'],
  ['dd/mm/yyyy;@', 46_093.99, '12/03/2026'],
  ['[$-418]d mmmm yyyy', 46_093, '12 martie 2026'],
  ['d"-a zi a lunii" m', 46_093, '12-a zi a lunii 3'],
  ['yyyy\\-mm\\-dd\\ hh:mm:ss', 46_093.273_611_111, '2026-03-12 06:34:00'],
  ['h:mm', 0.273_611_111, '6:34'],
  ['hh:mm', 0.999_99, '23:59'],
  ['h:mm AM/PM', 0.5, '12:00 PM'],
  ['mm:ss.00', 0.000_012_5, '00:01.08'],
  ['[h]:mm:ss', 1.5, '36:00:00'],
  ['[mm]:ss', 0.05, '72:00'],
  ['mmm yy', 59, 'feb. 00'],
  ['dd.mm.yyyy', 1, '01.01.1900'],
  ['dd.mm.yyyy', 61, '01.03.1900'],
  // Neither a day nor a time: the number itself is better than a wrong text.
  ['dd.mm.yyyy', 0, 0],
  ['dd.mm.yyyy', -3, -3],
  ['dd.mm.yyyy', 4e9, 4e9],
  ['h:mm', -0.5, -0.5],
  ['0%', 0.21, '21%'],
  ['0.00%', 0.191_25, '19.13%'],
  ['0%;-0%;"fără"', -0.05, '-5%'],
  // A percent sign and letters of dates in literals.
  ['0.00" %"', 5, 5],
  ['#,##0.00\\ "lei de plătit"', 1_234.5, 1_234.5],
  ['#,##0.00_m[Red]', 2, 2],
  ['General', 0.1 + 0.2, 0.3],
  ['0', 1_234_567_890_123_456, 1_234_567_890_123_456],
  ['', 46_093, 46_093],
];

for (const [code, value, text] of CASES)
  test(`${value} as ${code || 'a number without a format'} is ${text}`, () => assert.equal(display(code, value), text));

test('days count from 1904 where the workbook states so', () => {
  assert.equal(display('dd.mm.yyyy', 0, true), '01.01.1904');
  assert.equal(display('dd.mm.yyyy', 44_631, true), '12.03.2026');
});

test('cells name formats by position; unknown positions and numbers of formats change nothing', () => {
  const formats = new NumberFormats();
  formats.define(164, 'dd.mm.yyyy');
  for (const id of [0, 164, 14, 9, 999]) formats.add(id);
  const displayed = [undefined, 1, 2, 3, 4, 5, -1, Number.NaN].map((position) => formats.display(46_093, position));
  assert.deepEqual(displayed, [46_093, '12.03.2026', '12.03.2026', '4609300%', 46_093, 46_093, 46_093, 46_093]);
});

test('a long code costs no more than its allowed length', () => {
  for (const part of ['"', '[', '\\\\', 'm', 'h:', '.0', '[h'])
    assert.doesNotThrow(() => display(part.repeat(1_000_000), 46_093));
});

test('names of months and days cost a moment for each cell', () => {
  const formats = new NumberFormats();
  formats.define(164, 'mmmm ddd '.repeat(28));
  formats.add(164);
  const before = process.cpuUsage();
  for (let day = 1; day <= 1_000; day++) formats.display(46_000 + day);
  // A formatter for each name takes five seconds and more.
  assert.ok(process.cpuUsage(before).user < 2_000_000);
});
