/** The whole service is killed during payments: no payer loses money or an answer. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text as textOf } from 'node:stream/consumers';
import { test } from 'node:test';
import { signed } from '#test/support/chain/buyer.ts';
import { localChain } from '#test/support/chain/chain.ts';
import { testFacilitator } from '#test/support/chain/facilitator.ts';
import { keptInstallation } from '#test/support/installation-snapshot.ts';
import { serve } from '#test/support/process.ts';
import { longTest } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';

const PRICE = 10_000n;
const PATIENCE_MS = 60_000;
/** Longer than a busy machine needs to start. */
const HELD_MS = 3_600_000;

test('after a kill during verification and settlement both payers get their answer and pay once', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-crash-'));
  const chain = await localChain();
  const facilitator = await testFacilitator(chain);
  let service: Awaited<ReturnType<typeof serve>> | null = null;
  t.after(async () => {
    await service?.stop();
    await facilitator.close();
    await chain.close();
    rmSync(folder, { recursive: true });
  });
  const environment = {
    FIRMOTECA_DATA: folder,
    FIRMOTECA_WORKERS: '1',
    FIRMOTECA_X402_FACILITATOR_URL: facilitator.url,
    FIRMOTECA_X402_RPC_URLS: chain.rpcUrl,
  };
  await keptInstallation(folder);
  const killed = await serve(environment);
  const path = '/api/caen/6210';
  const payers = [await chain.payer(PRICE), await chain.payer(PRICE)];
  const payments = await Promise.all(payers.map((payer) => signed(killed.origin + path, payer)));
  const requested: Promise<unknown>[] = [];
  for (const [i, question] of ['verify', 'settle'].entries()) {
    facilitator.asked.length = 0;
    facilitator.fault = (each) => (each === question ? 'mute' : null);
    requested.push(fetch(killed.origin + path, { headers: payments[i] ?? {} }).catch(() => null));
    await until(`the facilitator has the request ${question}`, () =>
      facilitator.asked.includes(question as 'verify' | 'settle'),
    );
  }
  const isPaid = async (): Promise<boolean> => (await chain.balanceOf(payers[1]?.address ?? '')) <= PRICE - 2_000n;
  await until('the second payment is on the chain', isPaid);
  await killed.kill();
  await Promise.all(requested);

  facilitator.fault = () => null;
  leases(folder, Date.now() + HELD_MS);
  service = await serve(environment);
  const { origin } = service;
  const ask = (i: number) => fetch(origin + path, { headers: payments[i] ?? {} });
  for (const i of payments.keys()) assert.equal((await ask(i)).status, 409, 'the lease of the dead process remains');
  leases(folder, Date.now());
  for (const [i, payer] of payers.entries()) {
    let response = await ask(i);
    // The reconcile job may hold the lease.
    await until('no job holds it', async () => {
      if (response.status === 409) response = await ask(i);
      return response.status !== 409;
    });
    const text = await response.text();
    const left = await chain.balanceOf(payer.address);
    // On a busy machine the first authorization may expire before the next request.
    if (i === 0 && /payment (has )?expired/.test(text)) assert.equal(left, PRICE);
    else assert.deepEqual([response.status, left], [200, PRICE - 2_000n], text);
  }
  // The outcome of the second payment is counted by the payer’s request or by the job on the main thread.
  const figures = await (await fetch(`${origin}/metrics`)).text();
  assert.match(figures, /^firmoteca_payments_settlements_total\{outcome="settled"\} [12]$/m);
  assert.match(figures, /^firmoteca_payments_unknown 0$/m);
});

/** Sets the end of all leases, instead of a wait of 45 seconds. */
function leases(folder: string, until: number): void {
  const state = new DatabaseSync(join(folder, 'state.db'), { timeout: PATIENCE_MS });
  state.prepare('update payment set lease_until = ?').run(new Date(until).toISOString());
  state.close();
}

longTest('the payment demonstration runs to its end', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../tools/demo-pay.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await textOf(child.stdout);
  for (const line of ['402, with an offer', 'charged once', '409 PAYMENT_REUSED', '404 NOT_FOUND', 'delivered'])
    assert.ok(output.includes(line), `${line}:\n${output}`);
});
