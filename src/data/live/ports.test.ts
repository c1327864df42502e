import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { serve } from '#lib/workers/calls.ts';
import { connectPort, type LivePort } from './ports.ts';

function connected(live: Partial<LivePort>) {
  const { port1, port2 } = new MessageChannel();
  serve<LivePort>(port1, live as LivePort);
  return { live: connectPort(port2), hangUp: () => port1.close() };
}

test('answers match their calls in any order', async (t) => {
  const { live, hangUp } = connected({
    async refreshFiscal(cuis, waitMs) {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      return cuis.map((cui) => ({ outcome: 'notFound', fetchedAt: cui }));
    },
    refreshBalances: async (cui, years) => years.map((year) => ({ outcome: 'notFound', fetchedAt: `${cui}/${year}` })),
  });
  t.after(hangUp);
  const [slow, quick, sheets] = await Promise.all([
    live.refreshFiscal(['1', '2'], 20, 'me'),
    live.refreshFiscal(['3'], 0, 'me'),
    live.refreshBalances('4', [2023, 2024], 0, 'me'),
  ]);
  assert.deepEqual(
    [...slow, ...quick, ...sheets].map((entry) => 'fetchedAt' in entry && entry.fetchedAt),
    ['1', '2', '3', '4/2023', '4/2024'],
  );
});

test('an error of the refresher is thrown to the caller', async (t) => {
  const { live, hangUp } = connected({ refreshFiscal: () => Promise.reject(new Error('disk full')) });
  t.after(hangUp);
  await assert.rejects(live.refreshFiscal(['1'], 0, 'me'), /disk full/);
});

test('open calls are rejected when the thread of the refresher ends', async () => {
  const { live, hangUp } = connected({ refreshFiscal: () => new Promise(() => undefined) });
  const requested = live.refreshFiscal(['1'], 0, 'me');
  hangUp();
  await assert.rejects(requested, /other thread is gone/);
});

test('requested companies are reported together, each once', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const result: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const { live, hangUp } = connected({
    noteRequested(cui) {
      result.push(cui);
      if (result.length === 2) resolve();
    },
  });
  t.after(hangUp);
  for (const cui of ['1', '2', '1']) live.noteRequested(cui);
  t.mock.timers.tick(1_000);
  await promise;
  assert.deepEqual(result, ['1', '2']);
});
