import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isJsonInUtf8 } from './body.ts';

test('JSON is known by its name or its suffix, in any case, with blanks and further parameters', () => {
  for (const type of [
    'application/json',
    'Application/JSON',
    ' application/json ',
    'application/json;charset=utf-8',
    'application/json ; Charset="UTF-8"',
    'application/json; profile="a;b\\"c"; charset=utf-8',
    'application/json;',
    'application/vnd.api+json',
    'application/merge-patch+json; charset=utf-8',
  ])
    assert.equal(isJsonInUtf8(type), true, type);
});

test('anything else is not JSON in UTF-8', () => {
  for (const type of [
    '',
    'json',
    'text/json',
    'text/plain',
    'application/jsonx',
    'application/json x',
    'application/json, text/plain',
    'application/+json',
    'application/a b+json',
    'application/a/b+json',
    'application/json; charset=latin1',
    'application/json; charset=latin1; charset=utf-8',
    'application/json; charset=',
  ])
    assert.equal(isJsonInUtf8(type), false, type);
});
