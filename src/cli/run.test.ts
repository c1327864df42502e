import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unknownSettings } from './run.ts';

test('a misspelt setting is reported with the closest real one', () => {
  assert.deepEqual(unknownSettings({ FIRMOTECA_COMPANYS: '200', FIRMOTECA_PORT: '80', FIRMOTECA_COMPANIES: '200' }), [
    'FIRMOTECA_COMPANYS is no setting and counts for nothing: did you mean FIRMOTECA_COMPANIES?',
    'FIRMOTECA_PORT is no setting and counts for nothing: did you mean PORT?',
  ]);
});

test('an unknown setting without a similar name is reported, and variables of other programs are not', () => {
  assert.deepEqual(unknownSettings({ FIRMOTECA_ZZZZZZZZ: '', HOME: '/', PATH: '', FIRMOTECA_TEST_KEPT: '/tmp' }), [
    'FIRMOTECA_ZZZZZZZZ is no setting and counts for nothing; docs/settings.md lists them all.',
  ]);
});
