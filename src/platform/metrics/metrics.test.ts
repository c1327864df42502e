import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finished } from '#test/support/outcomes.ts';
import { expose } from './exposition.ts';
import { allocateMetrics, GAUGES, rowsIn } from './memory.ts';
import { LIMIT_STATES, metricsOf } from './metrics.ts';
import { documentMetrics, sampleMetrics } from './module-metrics.ts';
import { type Recorder, recorder } from './recorder.ts';

const operations = ['getCompany', 'getRates'];

function threads(count: number) {
  const rows = rowsIn(allocateMetrics(count));
  const recorders = rows.map((row) =>
    recorder(row, operations, () => ({ limits: LIMIT_STATES.indexOf('shared'), usageFlushes: 2 })),
  );
  const upstreams = [{ source: 'anaf', breaker: 'open', latencyMs: 250 }];
  const text = () =>
    expose(
      metricsOf({
        rows,
        operations,
        upstreams,
        samples: sampleMetrics([{ source: 'onrc', state: 'differs', sampledAt: '2026-09-02T08:00:00.000Z' }]),
        payments: [],
        documents: [],
        mail: [],
        leader: [],
        billing: [],
        standby: [],
        callers: 7,
        version: '1.2.3',
        generation: 'g"1',
      }),
    ).split('\n');
  for (const { stop } of recorders) stop();
  return { recorders: recorders as [Recorder, ...Recorder[]], text };
}

test('requests of all threads are counted by operation and class', () => {
  const { recorders, text } = threads(2);
  for (const { count } of recorders) {
    count(finished({ status: 200, isBroken: true }));
    count(finished({ status: 304 }));
    count(finished({ status: 429 }));
    count(finished({ status: 503, operation: 'getRates' }));
    count(finished({ status: 404, operation: null }));
  }
  const lines = text().filter((line) => /^firmoteca_(requests(_limited)?|answers_broken)_total/.test(line));
  assert.deepEqual(lines, [
    'firmoteca_requests_total{operation="getCompany",class="2xx"} 2',
    'firmoteca_requests_total{operation="getCompany",class="3xx"} 2',
    'firmoteca_requests_total{operation="getCompany",class="4xx"} 2',
    'firmoteca_requests_total{operation="getRates",class="5xx"} 2',
    'firmoteca_requests_total{operation="other",class="4xx"} 2',
    'firmoteca_requests_limited_total 2',
    'firmoteca_answers_broken_total 2',
  ]);
});

for (const count of [150, 300])
  test(`each of ${count} operations has its own count, or counts as other, and never for another operation`, () => {
    const many = Array.from({ length: count }, (_, n) => `operation${n}`);
    const rows = rowsIn(allocateMetrics(2));
    const recorders = rows.map((row) => recorder(row, many, () => ({ limits: 1 })));
    for (const { count: counted, stop } of recorders) {
      for (const operation of many) counted(finished({ operation, ms: 3 }));
      counted(finished({ operation: null, ms: 3 }));
      stop();
    }
    const metrics = metricsOf({
      rows,
      operations: many,
      upstreams: null,
      samples: [],
      payments: [],
      documents: [],
      mail: [],
      leader: [],
      billing: [],
      standby: [],
      callers: 0,
      version: '1',
      generation: null,
    });
    const samples = (name: string) => metrics.find((metric) => metric.name === name)?.samples ?? [];
    const answers = new Map(
      samples('firmoteca_requests_total').map(({ labels, value }) => [labels?.operation ?? '', value]),
    );
    const apart = many.slice(0, 256);
    assert.deepEqual(
      answers,
      new Map([...apart.map((id) => [id, 2] as const), ['other', 2 * (count - apart.length + 1)]]),
    );
    for (const { suffix, labels, value } of samples('firmoteca_request_seconds'))
      if (suffix === '_count') assert.equal(value, answers.get(labels?.operation ?? ''));
    assert.deepEqual(
      rows.map(({ gauges }) => gauges[GAUGES.indexOf('limits')]),
      [1, 1],
    );
  });

test('bucket counts increase and end with the total', () => {
  const { recorders, text } = threads(1);
  for (const ms of [0.4, 1, 1.1, 30, 60_000]) recorders[0].count(finished({ ms }));
  const lines = text().filter((line) => line.startsWith('firmoteca_request_seconds'));
  const value = (label: string): number => Number(lines.find((line) => line.includes(label))?.split(' ')[1]);
  assert.equal(value('le="0.001"'), 2);
  assert.equal(value('le="0.0025"'), 3);
  assert.equal(value('le="0.05"'), 4);
  assert.equal(value('le="10"'), 4);
  assert.equal(value('le="+Inf"'), 5);
  assert.equal(value('_count'), 5);
  assert.ok(Math.abs(value('_sum') - 60.0325) < 1e-9);
});

test('unused operations are absent; limits, sources, threads and the process are reported', () => {
  const lines = threads(2).text();
  assert.ok(!lines.some((line) => line.includes('operation=')));
  for (const line of [
    'firmoteca_limits_threads{state="shared"} 2',
    'firmoteca_limits_threads{state="alone"} 0',
    'firmoteca_limits_callers 7',
    'firmoteca_upstream_breaker{source="anaf",state="open"} 1',
    'firmoteca_upstream_breaker{source="anaf",state="closed"} 0',
    'firmoteca_upstream_latency_seconds{source="anaf"} 0.25',
    'firmoteca_source_sample{source="onrc",state="differs"} 1',
    'firmoteca_source_sample{source="onrc",state="known"} 0',
    'firmoteca_source_sampled_seconds{source="onrc"} 1788336000',
    'firmoteca_usage_flushes_total 4',
    'firmoteca_info{version="1.2.3",generation="g\\"1"} 1',
  ])
    assert.ok(lines.includes(line), line);
  assert.equal(lines.filter((line) => line.startsWith('firmoteca_event_loop_utilization{')).length, 2);
  assert.ok(lines.some((line) => /^process_resident_memory_bytes [0-9]{7,}$/.test(line)));
});

test('documents are reported by state, unless their store cannot be read', () => {
  const states = [
    { state: 'available', count: 40 },
    { state: 'partial', count: 2 },
  ];
  const lines = expose(documentMetrics({ states, waiting: 1, bytes: 5_000 })).split('\n');
  for (const line of [
    'firmoteca_documentations{state="available"} 40',
    'firmoteca_documentations{state="partial"} 2',
    'firmoteca_documentations_waiting 1',
    'firmoteca_documents_bytes 5000',
  ])
    assert.ok(lines.includes(line), line);
  assert.deepEqual(documentMetrics(null), []);
});

test('every line has the form that Prometheus reads', () => {
  const { recorders, text } = threads(2);
  recorders[0].count(finished({}));
  const form =
    /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="([^"\\\n]|\\.)*"(,[a-z]+="([^"\\\n]|\\.)*")*\})? -?[0-9.e+-]+|)$/;
  for (const line of text()) assert.match(line, form);
});

test('a restarted thread continues the metrics of its predecessor', () => {
  const rows = rowsIn(allocateMetrics(1));
  for (let i = 0; i < 2; i++) {
    const [row] = rows;
    assert.ok(row);
    const { count, stop } = recorder(row, operations, () => ({}));
    count(finished({}));
    stop();
  }
  const text = expose(
    metricsOf({
      rows,
      operations,
      upstreams: null,
      samples: [],
      payments: [],
      documents: [],
      mail: [],
      leader: [],
      billing: [],
      standby: [],
      callers: 0,
      version: '1',
      generation: null,
    }),
  );
  assert.match(text, /\{operation="getCompany",class="2xx"\} 2\n/);
});
