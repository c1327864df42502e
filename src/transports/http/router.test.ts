import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#api/api-error.ts';
import { decodeParams, Router } from './router.ts';

const router = new Router<string>();
router.add('POST', '/api/company/batch', 'batch');
router.add('GET', '/api/company/{cui}', 'company');
router.add('GET', '/api/company/{cui}/balance/{year}', 'balance');

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return error.code;
  }
  return 'accepted';
};

test('fixed segments take precedence over parameters', () => {
  assert.equal(router.find('POST', '/api/company/batch').route, 'batch');
  assert.deepEqual(router.find('GET', '/api/company/1'), { route: 'company', params: { cui: '1' } });
  assert.deepEqual(router.find('HEAD', '/api/company/1/balance/2024').params, { cui: '1', year: '2024' });
});

test('an unknown path and a wrong method give different errors', () => {
  assert.equal(
    codeOf(() => router.find('GET', '/api/company')),
    'ROUTE_NOT_FOUND',
  );
  assert.equal(
    codeOf(() => router.find('GET', '/api/company/')),
    'ROUTE_NOT_FOUND',
  );
  assert.equal(
    codeOf(() => router.find('GET', '/api/company/1/balance')),
    'ROUTE_NOT_FOUND',
  );
  assert.equal(
    codeOf(() => router.find('DELETE', '/api/company/1')),
    'METHOD_NOT_ALLOWED',
  );
  assert.equal(
    codeOf(() => router.find('GET', '/api/company/batch')),
    'METHOD_NOT_ALLOWED',
  );
  assert.deepEqual(router.methods('/api/company/1'), ['GET', 'HEAD', 'OPTIONS']);
  for (const path of ['/api/nothing', '/api/company/']) assert.deepEqual(router.methods(path), [], path);
});

test('an encoded slash stays inside its parameter', () => {
  const { params } = router.find('GET', '/api/company/a%2Fb');
  assert.deepEqual(decodeParams(params), { cui: 'a/b' });
});

test('malformed encoding and control characters are refused when a parameter is read', () => {
  for (const text of ['%', '%zz', '%ED%A0%80', '%00', 'a%0Ab', '%7F'])
    assert.equal(
      codeOf(() => decodeParams({ cui: text })),
      'INVALID_PARAMETER',
      text,
    );
});

test('a path cannot be declared twice', () => {
  assert.throws(() => router.add('GET', '/api/company/{id}', 'other'), /declared twice/);
});
