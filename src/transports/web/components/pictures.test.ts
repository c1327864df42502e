/** Charts with boundary values: null, none, negative, very large, very many, very long. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkColumns } from './network-columns.ts';
import { periodBar } from './rulers.ts';
import { verdictBand, zoneYears } from './score-charts.ts';
import { dealYearBars, dealYears, spark, yearBars } from './year-bars.ts';

const thresholds = { distressBelow: 1.23, safeAbove: 2.9 };
const format = (value: number): string => String(value);
const numbers = (markup: string): number[] =>
  [...markup.matchAll(/ (?:x|y|width|height|cx|cy|x1|y1|x2|y2)="(-?[\d.]+|NaN|Infinity)%?"/g)].map(([, text]) =>
    Number(text),
  );

test('year bars: an unknown value is dashed, zero has no height, and a loss is below the axis', () => {
  const values = [null, 0, -408_000, 999_999_999_999].map((value, i) => ({ year: 2022 + i, value }));
  const { markup } = yearBars({ values, label: 't', format });
  assert.equal(markup.match(/class="hollow"/g)?.length, 1);
  assert.match(markup, /height="0" class="bar"/);
  assert.match(markup, /class="bar loss"/);
  assert.ok(numbers(markup).every(Number.isFinite));
  for (const same of [[], [{ year: 2025, value: null }], [{ year: 2025, value: 0 }]])
    assert.ok(numbers(spark({ values: same, label: 't' }).markup).every(Number.isFinite));
});

test('labels of neighbouring bars do not overlap: a peak next to the last year has no label', () => {
  const values = [1, 2, 9, 8].map((value, i) => ({ year: 2022 + i, value }));
  const labels = [...yearBars({ values, label: 't', format }).markup.matchAll(/class="(?:strong|quiet)">(\d)</g)];
  assert.deepEqual(
    labels.map(([, label]) => label),
    ['1', '8'],
  );
});

test('an unfinished year is hatched, and an unpublished sum is a question mark', () => {
  const { markup } = dealYearBars({
    years: [
      { year: 2025, first: null, second: null, isPartial: false },
      { year: 2026, first: 3, second: 0, isPartial: true },
    ],
    label: 't',
    format,
    key: { first: 'a', second: 'b', partial: 'c' },
  });
  assert.match(markup, />\?</);
  assert.match(markup, /class="part first"/);
});

test('a partially loaded year is hatched, at both ends and for either list', () => {
  const one = { count: 1, value: 1 };
  const row = (year: number) => ({ year, contracts: one, callOffs: one, directPurchases: one });
  const rows = [2021, 2022, 2023, 2024].map(row);
  const covered = (list: string, firstDate: string | null, lastDate: string | null) => ({ list, firstDate, lastDate });
  const partial = (coverage: ReturnType<typeof covered>[], thisYear = 2026): number[] =>
    dealYears(rows, thisYear, coverage).flatMap(({ year, isPartial }) => (isPartial ? year : []));
  const contracts = covered('contract', '2010-01-04', '2026-11-01');
  assert.deepEqual(partial([contracts, covered('purchase', '2021-01-05', '2026-11-01')]), []);
  assert.deepEqual(partial([contracts, covered('purchase', '2021-03-01', '2026-11-01')]), [2021]);
  assert.deepEqual(partial([contracts, covered('purchase', '2023-01-01', '2024-12-30')]), [2021, 2022, 2024]);
  assert.deepEqual(partial([contracts, covered('purchase', '2021-01-01', '2024-12-31')]), []);
  assert.deepEqual(partial([contracts, covered('purchase', '2021-01-01', '2024-12-31')], 2024), [2024]);
  assert.deepEqual(partial([contracts, covered('purchase', null, null)]), [2021, 2022, 2023, 2024]);
  assert.deepEqual(partial([contracts]), [2021, 2022, 2023, 2024]);
});

test('a score beyond the scale is at its end, with an arrow and its number', () => {
  const far = { z: 9.5, zLow: 9.1, zHigh: 12, thresholds };
  assert.match(verdictBand(far, 'ro').markup, />9,50 →</);
  assert.match(verdictBand({ ...far, z: -7, zLow: -8, zHigh: -6 }, 'ro').markup, />← −7,00</);
  const none = verdictBand({ z: null, zLow: null, zHigh: null, thresholds }, 'ro').markup;
  assert.ok(none.includes('class="hollow"') && !none.includes('class="needle"') && none.includes('fără scor'));
});

test('a range beyond the scale has a sign at that end only', () => {
  const low = verdictBand({ z: 0.13, zLow: -2.03, zHigh: 1.7, thresholds }, 'ro').markup;
  const high = verdictBand({ z: 5.34, zLow: 5.34, zHigh: 5.91, thresholds }, 'ro').markup;
  assert.ok(low.includes('>‹<') && !low.includes('>›<'));
  assert.ok(high.includes('>›<') && !high.includes('>‹<'));
});

test('scores over the years: a missing score is hollow, and the line across it is dashed', () => {
  const year = (at: number, z: number | null) => ({ year: at, z, zLow: z, zHigh: z === null ? null : z + 1 });
  const { markup } = zoneYears([year(2023, 1), year(2024, null), year(2025, 99)], thresholds, 't', 'ro');
  assert.match(markup, /class="hollow"/);
  assert.match(markup, /class="path gap"/);
  assert.ok(numbers(markup).every((value) => Number.isFinite(value) && value >= 0));
});

test('a period without dates is open on both sides', () => {
  const day = { from: { day: '2000-01-01', label: 'a' }, until: { day: '2026-01-01', label: 'b' }, label: 't' };
  const { markup } = periodBar({ periods: [{ start: null, end: null }], ...day });
  assert.match(markup, /x="0%" y="4" width="100%"/);
});

test('a network of many firms remains drawable, with long names cut and repeated in tooltips, all as text', () => {
  const hostile = `<b onload="x">${'LUNG '.repeat(60)}`;
  const firms = Array.from({ length: 100 }, (_, i) => ({
    id: `f${i}`,
    kind: 'company' as const,
    label: hostile,
    href: i === 0 ? null : `/firma/${i}`,
    meta: 'prin X',
    isClosed: i % 2 === 0,
  }));
  const owner = { id: 'p', kind: 'person' as const, label: 'ION', href: '/persoana/p', meta: 'm', isClosed: false };
  const { markup } = networkColumns({
    centre: { label: hostile, note: 'această firmă' },
    holders: [owner],
    firms,
    ties: [...firms.map(({ id }) => ({ from: 'p', to: id })), { from: 'missing', to: 'f1' }],
    label: 't',
  });
  assert.ok(!markup.includes('<b onload'));
  assert.equal(markup.match(/<a href="\/firma\//g)?.length, 99);
  assert.equal(markup.match(/class="tie"/g)?.length, 101, 'ties to missing nodes are omitted');
  assert.ok(numbers(markup).every(Number.isFinite));
});

test('a long role in a network takes a second line, and a longer one is cut before the share and repeated in a tooltip', () => {
  const render = (meta: string): string =>
    networkColumns({
      centre: { label: 'X', note: '' },
      holders: [{ id: 'p', kind: 'person', label: 'ION', href: null, meta, isClosed: false }],
      firms: [],
      ties: [],
      label: 't',
    }).markup;
  const linesOf = (meta: string): string[] =>
    [...render(meta).matchAll(/class="quiet">([^<]*)(?:<tspan[^>]*>([^<]*)<\/tspan>)?(<title>)?/g)].flatMap(
      ([, first = '', second, title]) => [first, second ?? '', title ? 'cut' : 'whole'],
    );
  assert.deepEqual(linesOf('asociat 60 %'), ['asociat 60 %', '', 'whole']);
  assert.deepEqual(linesOf('reprezentant legal · shareholder 100%'), [
    'reprezentant legal ·',
    'shareholder 100%',
    'whole',
  ]);
  assert.deepEqual(linesOf('președintele consiliului de administrație'), [
    'președintele consiliului de',
    'administrație',
    'whole',
  ]);
  const [first, second, how] = linesOf(`membru · ${'foarte '.repeat(6)}lung · asociat 50 %`);
  assert.deepEqual([first, how], ['membru ·', 'cut']);
  assert.match(second ?? '', /^foarte foarte.*… · asociat 50 %$/);
  assert.deepEqual(linesOf('x'.repeat(50)), [`${'x'.repeat(33)}…`, '', 'cut']);
  assert.match(render('scurt'), /height="92"/);
});
