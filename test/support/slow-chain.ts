/** A chain on which every authorization was used for its payment; its second query waits for the test. And payments that depend on it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { claim, settling, verified } from '#platform/payments/ledger-table.ts';
import type { Network } from '#platform/payments/networks.ts';
import type { Payment } from '#platform/payments/payment.ts';

/** EIP-3009: `AuthorizationUsed`. */
const USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5';
const AMOUNT = 10_000;

interface Question {
  id: number;
  method: string;
  params: [{ data?: string; topics?: (string | string[])[] }];
}

const hex = (number: number): string => `0x${number.toString(16)}`;

export async function slowChain(t: TestContext) {
  const requested: string[] = [];
  const isOver = Promise.withResolvers<void>();
  const answerTo = async ({ method, params: [about] }: Question): Promise<unknown> => {
    if (method === 'eth_getBlockByNumber') return { number: hex(100), timestamp: hex(Math.floor(Date.now() / 1_000)) };
    if (method === 'eth_call') {
      if (requested.push(`0x${about.data?.slice(-64)}`) === 2) await isOver.promise;
      return hex(1);
    }
    // Of the authorization, or of the transfer behind it.
    const [kind, , nonce] = about.topics ?? [];
    const log = { data: hex(AMOUNT), blockHash: hex(1), transactionHash: nonce };
    return Array.isArray(kind) ? [{ ...log, topics: [USED], logIndex: hex(0) }] : [{ ...log, logIndex: hex(1) }];
  };
  const server = createServer(async (request, response) => {
    const question = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Question;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id: question.id, result: await answerTo(question) }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** The queried nonces, in order. */
    asked: requested,
    goOn: isOver.resolve,
  };
}

/** A payment whose settlement was requested but never confirmed. */
export async function leaveUnknown(state: Database, network: Network, nonce: string): Promise<void> {
  const now = new Date().toISOString();
  const leaseUntil = new Date(Date.now() + 60_000).toISOString();
  const payment = {
    network,
    payer: `0x${'22'.repeat(20)}`,
    nonce,
    amount: String(AMOUNT),
    identifier: null,
    bond: 'b',
    signed: 's',
    validBefore: Math.floor(Date.now() / 1_000) + 900,
  } as Payment;
  const taken = await claim(state, payment, { request: 'r', operation: 'getCompany', now, leaseUntil });
  if (!('claim' in taken)) throw new Error('The payment already exists.');
  await verified(state, taken.claim.id, leaseUntil);
  const result = { data: '{}', etag: '"e"', meta: {} } as never;
  await settling(state, taken.claim.id, { result, hidden: '' }, '');
}
