import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartFigure, shortLei } from './numbers.ts';

const short = (value: number): string => shortLei(value, 'ro').replaceAll('\u00a0', ' ');

test('below ten thousand a sum keeps every leu: a rounded one would look exact', () => {
  assert.equal(short(6_954), '6.954 lei');
  assert.equal(short(-1_234.5), '−1.235 lei');
  assert.equal(short(9_999.4), '9.999 lei');
  assert.equal(chartFigure(6_954, 'ro'), '6.954');
});

test('above it, three digits and a unit', () => {
  assert.equal(short(9_999.5), '10 mii lei');
  assert.equal(short(394_123), '394 mii lei');
  assert.equal(short(5_714_580_789), '5,71 mld. lei');
  assert.equal(short(12.34), '12,3 lei');
});
