import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { allDecimals, chartFigure, number, shortLei, wholeNumber } from './numbers.ts';

const short = (value: number): string => shortLei(value, 'ro').replaceAll('\u00a0', ' ');

test('an amount below ten thousand keeps every leu, since a rounded one would look exact', () => {
  assert.equal(short(6_954), '6.954 lei');
  assert.equal(short(-1_234.5), '−1.235 lei');
  assert.equal(short(9_999.4), '9.999 lei');
  assert.equal(chartFigure(6_954, 'ro'), '6.954');
});

test('a larger amount has three digits and a unit', () => {
  assert.equal(short(9_999.5), '10 mii lei');
  assert.equal(short(394_123), '394 mii lei');
  assert.equal(short(5_714_580_789), '5,71 mld. lei');
  assert.equal(short(12.34), '12,3 lei');
});

test('a whole number has the format of Intl with a true minus sign', () => {
  const locales = { ro: 'ro', en: 'en-GB' } as const;
  const written = (value: number, language: 'ro' | 'en'): string =>
    new Intl.NumberFormat(locales[language], { useGrouping: 'always' }).format(value).replace('-', '\u2212');
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      for (const language of ['ro', 'en'] as const)
        for (const write of [number, wholeNumber, allDecimals])
          assert.equal(write(value, language), written(value, language));
    }),
  );
  assert.deepEqual(
    [0, -0, 7, 999, 1_000, -1_234_567].map((value) => wholeNumber(value, 'ro')),
    ['0', '\u22120', '7', '999', '1.000', '\u22121.234.567'],
  );
});
