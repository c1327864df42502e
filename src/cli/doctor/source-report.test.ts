import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unavailable } from '#lib/safe-fetch/outcome.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { sourceReport } from './source-report.ts';
import { differs, notAnswered, type Result, wrongShape } from './sources.ts';

const reportOf = (result: Result) => {
  const sample = { source: 'Trade registry', address: 'https://proxy.internal/firms', expected: 'firms', ...result };
  return sourceReport(new Map([['onrc', sample]]), '2026-09-02T08:00:00.000Z').sources[0];
};

test('a report to share has names of fields and no text of the source', () => {
  const header = new WrongShape('OD_FIRME.CSV', 'the columns DENUMIRE, CUI', 'the header POPESCU ION^1', ['CUI']);
  assert.deepEqual(reportOf(wrongShape(header)), {
    source: 'onrc',
    title: 'Trade registry',
    state: 'differs',
    differences: [{ field: 'CUI', problem: 'is missing' }],
    unread: [],
  });
  for (const result of [
    wrongShape(new WrongShape('list', 'rows of a day', '{"name":"POPESCU ION"}')),
    notAnswered(unavailable('rejected', 'redirected to https://proxy.internal/popescu')),
    notAnswered(unavailable('network', 'getaddrinfo ENOTFOUND proxy.internal')),
    { ...differs('an empty page'), unread: ['POPESCU ION'] },
  ])
    assert.doesNotMatch(JSON.stringify(reportOf(result)), /popescu|proxy/i);
});

test('a source without an answer is silent, and a refusal differs', () => {
  const of = (reason: 'timeout' | 'firewall') => reportOf(notAnswered(unavailable(reason, 'x')))?.state;
  assert.deepEqual([of('timeout'), of('firewall')], ['silent', 'differs']);
});
