/** A stop with requests in flight: the requests are answered first, then everything is closed in reverse order of opening. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf } from '#api/client.ts';
import type { Database, Statement } from '#data/store/database.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { accountUsage } from '#platform/usage/owner-usage.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';

/** A request that starts, waits for the test, and then executes an operation. */
async function requestInFlight(service: SmallService, onAnswered: () => void) {
  const begun = Promise.withResolvers<void>();
  const proceed = Promise.withResolvers<void>();
  service.router.add('GET', '/in-flight', async ({ id, now, signal }) => {
    begun.resolve();
    await proceed.promise;
    const context = await service.pipeline.admit(
      { transport: 'api', address: '::1', key: DEMO_KEY, session: null, token: null, payment: null, unreadable: null },
      { id, now, signal },
    );
    const { data } = await clientOf(service.declared, context).getCompany({ cui: companyCui(0) });
    onAnswered();
    return { status: 200, headers: { 'content-type': 'text/plain' }, body: data.name };
  });
  const response = fetch(`${service.origin}/in-flight`);
  await begun.promise;
  return { response, proceed: proceed.resolve };
}

/** Records each write of usage. */
const notingUsage =
  (events: string[]) =>
  (own: Database): Database => ({
    ...own,
    write(statements: readonly Statement[]) {
      if (statements.some(({ sql }) => /insert into usage_count/.test(sql))) events.push('usage written');
      return own.write(statements);
    },
  });

test('a request in flight is answered before anything closes, and counted before the store closes', async () => {
  const events: string[] = [];
  const service = await smallService({ bare: true, state: notingUsage(events) });
  const { response, proceed } = await requestInFlight(service, () => events.push('answered'));
  const stopped = service.restarted(async () => void events.push('stopped'));
  assert.deepEqual(events, [], 'the stop waits for the request');
  proceed();
  const answer = await response;
  assert.deepEqual([answer.status, await answer.text()], [200, 'FIRMA INVENTATA 1 SRL']);
  const restarted = await stopped;
  assert.deepEqual(events, ['answered', 'usage written', 'stopped']);
  const today = bucharestDay(Date.now());
  const usage = await accountUsage(restarted.store.state, 'demo', { from: '2026-01-01', to: today });
  assert.equal(usage.total.requests, 1);
  assert.deepEqual(service.faults, []);
  await restarted.close();
});
