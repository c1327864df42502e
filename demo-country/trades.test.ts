/** The counterparts of Rev.3 classes in Rev.2. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReference } from '#lib/values/reference-tables.ts';
import { rev2ClassOf, trades } from './trades.ts';

const titles = new Map(
  readReference<'code' | 'title_en'>('caen-rev2.tsv').map(({ code, title_en }) => [code, title_en]),
);

test('every trade has a class in Rev.2', () => {
  for (const { rev2 } of trades) assert.ok(titles.has(rev2), rev2);
});

test('a class has its counterpart of the same meaning in Rev.2', () => {
  for (const [now, then, title] of [
    ['0111', '0111', /^Growing of cereals/],
    ['4100', '4120', /^Construction of residential/],
    ['4683', '4673', /^Wholesale of wood/],
    ['6812', '4110', /^Development of building projects/],
    ['6210', '6201', /^Computer programming/],
    ['7020', '7022', /management consultancy/],
    ['4781', '4511', /^Sale of cars/],
    ['9531', '4520', /^Maintenance and repair of motor vehicles/],
    ['9621', '9602', /^Hairdressing/],
  ] as const) {
    assert.equal(rev2ClassOf(now), then, now);
    assert.match(titles.get(then) ?? '', title);
  }
});
