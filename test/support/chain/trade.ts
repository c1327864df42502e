/** A chain, the official facilitator and a shop for a file of tests, reset to a healthy state before each test. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, beforeEach } from 'node:test';
import type { PrivateKeyAccount } from 'viem/accounts';
import { openSqlite } from '#data/store/sqlite/database.ts';
import { localChain, type Resolved } from './chain.ts';
import { type Fault, testFacilitator } from './facilitator.ts';
import { PATIENCE, shop, THING } from './shop.ts';

/** The price of one request. */
export const PRICE = 10_000n;
const FUNDS = 10n * PRICE;

export type Trade = Resolved<ReturnType<typeof opened>>;

/** Registers the hooks of a file; `use` receives everything before the first test. */
export function trading(use: (trade: Trade) => void): void {
  let trade: Trade;
  before(async () => {
    trade = await opened();
    use(trade);
  });
  after(() => trade?.close());
  beforeEach(async () => {
    const { local, official, one } = trade;
    await official.idle();
    official.fault = () => null;
    official.asked.length = 0;
    official.bodies.length = 0;
    local.readable(() => true);
    Object.assign(one.patience, PATIENCE);
    one.things.give = async () => ({ data: THING });
    one.things.looked = 0;
    one.tallied.length = 0;
  });
}

async function opened() {
  const local = await localChain();
  const official = await testFacilitator(local);
  const one = await shop(local, official, openSqlite(':memory:'));
  return {
    local,
    official,
    one,
    /** An account with money for ten requests. */
    payer: (): Promise<PrivateKeyAccount> => local.payer(FUNDS),
    spent: async ({ address }: PrivateKeyAccount): Promise<bigint> => FUNDS - (await local.balanceOf(address)),
    async stateOf({ address }: PrivateKeyAccount): Promise<string | undefined> {
      await one.settledDown();
      return (await one.rowOf(address))?.state;
    },
    /** Sends a request and disconnects as soon as the answer starts. */
    async hangUp(headers: Record<string, string>): Promise<void> {
      one.things.give = async () => ({ data: { name: 'x'.repeat(16_000_000), size: 1 } });
      const socket = connect(one.port, '127.0.0.1');
      await once(socket, 'connect');
      const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`GET /api/caen/6201 HTTP/1.1\r\n${lines.join('')}\r\n`);
      await once(socket, 'data');
      socket.destroy();
      await one.settledDown();
    },
    async close(): Promise<void> {
      await one.close();
      await official.close();
      await local.close();
    },
  };
}

export const answered = async (response: Response): Promise<[status: number, code: string | undefined]> => [
  response.status,
  ((await response.json()) as { error?: { code: string } }).error?.code,
];

/** A fault for one kind of request. */
export const on = (question: string, fault: Fault | null) => (requested: string) =>
  requested === question ? fault : null;

/** The payment in the headers. */
export const decoded = (headers: Record<string, string>): { payload: Record<string, unknown> } =>
  JSON.parse(Buffer.from(Object.values(headers)[0] ?? '', 'base64').toString());

/** The offer of a refusal. */
export function offerOf(response: Response): { error: string; accepts: { amount: string }[] } | null {
  const text = response.headers.get('payment-required');
  return text === null ? null : JSON.parse(Buffer.from(text, 'base64').toString());
}
