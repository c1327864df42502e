import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expose } from './exposition.ts';
import { allocatePaymentCounts, paymentMetrics, tallyIn } from './payment-metrics.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');

const lines = (memory: SharedArrayBuffer, open: Parameters<typeof paymentMetrics>[1]): string[] =>
  expose(paymentMetrics(memory, open, NOW))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

test('payment counts of several threads are added', () => {
  const memory = allocatePaymentCounts();
  const [one, other] = [tallyIn(memory), tallyIn(memory)];
  for (const tally of [one, one, other]) tally('settled');
  other('failed');
  one('unknown');
  one('verify');
  for (const tally of [one, other]) tally('settle');
  assert.deepEqual(lines(memory, { count: 3, oldest: '2026-11-15T11:50:00.500Z' }), [
    'firmoteca_payments_settlements_total{outcome="settled"} 3',
    'firmoteca_payments_settlements_total{outcome="failed"} 1',
    'firmoteca_payments_settlements_total{outcome="unknown"} 1',
    'firmoteca_facilitator_faults_total{question="verify"} 1',
    'firmoteca_facilitator_faults_total{question="settle"} 2',
    'firmoteca_payments_unknown 3',
    'firmoteca_payments_unknown_oldest_seconds 599.5',
  ]);
});

test('no open payment is 0; without a readable ledger the metric is absent', () => {
  const memory = allocatePaymentCounts();
  assert.deepEqual(lines(memory, { count: 0, oldest: null }).slice(-2), [
    'firmoteca_payments_unknown 0',
    'firmoteca_payments_unknown_oldest_seconds 0',
  ]);
  assert.ok(!lines(memory, null).some((line) => line.startsWith('firmoteca_payments_unknown')));
});
