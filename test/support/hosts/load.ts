/** Concurrent callers of every kind at the front, with the expected answers, and a log of their results. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountBrowser } from '#test/support/account-browser.ts';
import { agentAt } from '#test/support/agent-kit.ts';
import { signed } from '#test/support/chain/buyer.ts';
import type { Installation } from './installation.ts';
import { type Asked, asked, form } from './request.ts';
import { type Book, type Kind, KNOWN_MS } from './request-log.ts';
import { COMPANIES, FINDS, LOOKUPS, PAID_PATH, partingOf, toldOf, toolOf } from './truth.ts';

/** Callers of each kind, and their pauses: some dozens of requests a second, which two cores can bear beside everything else. */
const CALLERS: Record<Kind, { callers: number; pauseMs: number }> = {
  lookup: { callers: 4, pauseMs: 60 },
  search: { callers: 2, pauseMs: 100 },
  key: { callers: 1, pauseMs: 300 },
  // Offers are requested without a key, for which an address has 120 requests a minute.
  paid: { callers: 1, pauseMs: 600 },
  tool: { callers: 1, pauseMs: 1_100 },
};
/** The limit of keys of an account. */
const KEYS_MAX = 10;
const KEY = /fmt_live_[0-9A-Za-z]{36}/;
/** Enough for a payment that need not be signed again. */
const FUNDS = 1_000_000_000n;

export interface Load {
  end(): Promise<void>;
}

export async function startLoad(installation: Installation, book: Book): Promise<Load> {
  const { front, store, secrets, chain, truth } = installation;
  const service = { origin: front.origin, store, secrets };

  /** Compares the answer with that of a single service. */
  const judge = (what: string, { text }: Asked): void => {
    const [known = '', result] = [truth.get(what), toldOf(text, front.origin)];
    if (result !== known) book.wrong(`${what} was ${partingOf(known, result)}`);
  };
  const question = async (kind: Kind, path: string, asker: string, from: string): Promise<void> => {
    const answer = await book.time(kind, () => asked(front.origin, path, { 'x-api-key': asker }, from));
    if (answer) judge(path, answer);
  };
  const one: Record<Kind, (caller: number) => Promise<(turn: number) => Promise<void>>> = {
    async lookup(caller) {
      const own = await proKey(service);
      return (turn) => question('lookup', LOOKUPS[turn % LOOKUPS.length] ?? '', own, `127.1.1.${caller + 1}`);
    },
    async search(caller) {
      const own = await proKey(service);
      return (turn) => question('search', FINDS[turn % FINDS.length] ?? '', own, `127.1.2.${caller + 1}`);
    },
    async key() {
      let browser = await accountBrowser(service);
      return async (turn) => {
        if (turn % KEYS_MAX === 0) browser = await accountBrowser(service);
        const fields = { form: randomUUID(), name: `key ${turn}`, expires: '' };
        const answer = await book.time('key', () => form(front.origin, '/cont/chei', fields, browser.cookie));
        const [created] = KEY.exec(answer?.text ?? '') ?? [];
        if (answer && created === undefined) return book.wrong(`no key was created: ${answer.text.slice(0, 300)}`);
        if (created === undefined) return;
        book.keys.push({ key: created, at: performance.now() });
        // A new key works at once on the same host, and within a second on every other.
        await sleep(KNOWN_MS);
        await question('lookup', LOOKUPS[0] ?? '', created, '127.1.3.1');
      };
    },
    async paid() {
      const payer = await chain.payer(FUNDS);
      return async () => {
        const url = front.origin + PAID_PATH;
        const payment = await signed(url, payer, { id: `hosts_${randomUUID()}` }).catch(() => null);
        if (payment === null) return book.failed('paid', 'no offer');
        const answer = await book.time('paid', () => asked(front.origin, PAID_PATH, payment, '127.1.4.1'));
        // Unknown whether it was charged: it is sent again after the trial until it is answered.
        if (!answer) return void book.unanswered.push(payment);
        book.paid++;
        judge(PAID_PATH, answer);
      };
    },
    async tool() {
      const agent = await agentAt(service, { pro: true });
      return async (turn) => {
        const cui = COMPANIES[turn % COMPANIES.length] ?? '';
        const outcome = await book.time('tool', async () => {
          const called = await agent.post('tools/call', { name: 'get_company', arguments: { cui } });
          return { status: called.status, headers: {}, text: await called.text() };
        });
        if (outcome) judge(toolOf(cui), outcome);
      };
    },
  };

  let isOver = false;
  const callers = (Object.keys(CALLERS) as Kind[]).flatMap((kind) =>
    Array.from({ length: CALLERS[kind].callers }, async (_, caller) => {
      const act = await one[kind](caller);
      for (let turn = caller; !isOver; turn++) {
        await act(turn);
        await sleep(CALLERS[kind].pauseMs);
      }
    }),
  );
  return {
    async end() {
      isOver = true;
      await Promise.all(callers);
    },
  };
}

/** A key of a new account with Pro, created like an owner creates it. */
export async function proKey(service: Pick<Installation, 'store' | 'secrets'> & { origin: string }): Promise<string> {
  const { account, cookie } = await accountBrowser(service);
  const fields = { form: randomUUID(), name: account, expires: '' };
  const { text } = await form(service.origin, '/cont/chei', fields, cookie);
  const [key] = KEY.exec(text) ?? [];
  if (key === undefined) throw new Error(`No key was created: ${text.slice(0, 500)}`);
  return key;
}
