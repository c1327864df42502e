import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unknownSettings } from './run.ts';

test('a setting that is misspelt is told with the one that was meant', () => {
  assert.deepEqual(unknownSettings({ FIRMOTECA_COMPANYS: '200', FIRMOTECA_PORT: '80', FIRMOTECA_COMPANIES: '200' }), [
    'FIRMOTECA_COMPANYS is no setting and counts for nothing: did you mean FIRMOTECA_COMPANIES?',
    'FIRMOTECA_PORT is no setting and counts for nothing: did you mean PORT?',
  ]);
});

test('one that is like none is told, too, and names of others are not', () => {
  assert.deepEqual(unknownSettings({ FIRMOTECA_ZZZZZZZZ: '', HOME: '/', PATH: '', FIRMOTECA_TEST_KEPT: '/tmp' }), [
    'FIRMOTECA_ZZZZZZZZ is no setting and counts for nothing; docs/settings.md lists them all.',
  ]);
});
