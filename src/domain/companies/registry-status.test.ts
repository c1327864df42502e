import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusFacts } from './registry-status.ts';

const none = () => null;

test('struck off wins over everything, then bankruptcy, then whatever ends operating', () => {
  assert.equal(statusFacts(['1048', '1070', '1084'], none).code, '1084');
  assert.equal(statusFacts(['1048', '1049', '1070'], none).code, '1070');
  assert.equal(statusFacts(['1048', '1049'], none).code, '1049');
  assert.equal(statusFacts(['1048', '1053'], none).code, '1048');
});

test('a firm operates when 1048 stands alone or beside codes that do not cancel it', () => {
  assert.equal(statusFacts(['1048'], none).active, true);
  assert.equal(statusFacts(['1048', '1053'], none).active, true);
  assert.equal(statusFacts(['1048', '1107'], none).active, false);
  assert.equal(statusFacts(['1084'], none).active, false);
});

test('no status at all is unknown', () => {
  assert.equal(statusFacts([], none).active, null);
  assert.equal(statusFacts([], none).struckOff, null);
});

test('a code we do not know is judged by the label that the registry gives it', () => {
  const label = (code: string) =>
    ({ '1999': 'dizolvare cu lichidare', '1998': 'întrerupere temporară de activitate' })[code] ?? null;
  assert.equal(statusFacts(['1999'], label).dissolution, true);
  assert.equal(statusFacts(['1998'], label).suspended, true);
  assert.equal(statusFacts(['1048'], label).dissolution, false);
});
