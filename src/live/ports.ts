/** One refresher serves all worker threads: plain questions and answers over a MessagePort. */
import type { MessagePort } from 'node:worker_threads';
import type { RefreshedBalance, RefreshedCompany } from './refreshed.ts';

/** What a thread that answers callers needs of the refresher. */
export interface LivePort {
  /** One entry per CUI, in order: as soon as all are known, or after `waitMs` with `pending` for the rest. */
  refreshFiscal(cuis: readonly string[], waitMs: number): Promise<RefreshedCompany[]>;
  refreshBalances(cui: string, years: readonly number[], waitMs: number): Promise<RefreshedBalance[]>;
  /** A caller asked for this company: it is worth keeping fresh. */
  touched(cui: string): void;
}

/** A busy thread touches thousands of companies a second, and the other side needs to know within a minute. */
const TOUCHED_MS = 1_000;

type Question =
  | { id: number; ask: 'refreshFiscal'; args: Parameters<LivePort['refreshFiscal']> }
  | { id: number; ask: 'refreshBalances'; args: Parameters<LivePort['refreshBalances']> }
  | { touched: string[] };

type Reply = { id: number } & ({ value: unknown } | { error: string });

/** The refresher's end. */
export function servePort(live: LivePort, port: MessagePort): void {
  const answer = (question: Exclude<Question, { touched: string[] }>): Promise<unknown> =>
    question.ask === 'refreshFiscal' ? live.refreshFiscal(...question.args) : live.refreshBalances(...question.args);

  port.on('message', (question: Question) => {
    if ('touched' in question) {
      for (const cui of question.touched) live.touched(cui);
      return;
    }
    const { id } = question;
    answer(question).then(
      (value) => port.postMessage({ id, value } satisfies Reply),
      (error: Error) => port.postMessage({ id, error: error.message } satisfies Reply),
    );
  });
}

/** The worker's end. Questions still open when the other side goes away are rejected. */
export function connectPort(port: MessagePort): LivePort {
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  const touched = new Set<string>();
  let lastId = 0;

  function ask<Value>(question: Pick<Exclude<Question, { touched: string[] }>, 'ask' | 'args'>): Promise<Value> {
    const id = ++lastId;
    const reply = Promise.withResolvers<unknown>();
    open.set(id, reply);
    port.postMessage({ id, ...question });
    return reply.promise as Promise<Value>;
  }

  port.on('message', (reply: Reply) => {
    const question = open.get(reply.id);
    open.delete(reply.id);
    if ('error' in reply) question?.reject(new Error(reply.error));
    else question?.resolve(reply.value);
  });
  port.on('close', () => {
    for (const { reject } of open.values()) reject(new Error('The refresher is gone.'));
    open.clear();
  });

  function tellTouched(): void {
    port.postMessage({ touched: [...touched] } satisfies Question);
    touched.clear();
  }

  return {
    refreshFiscal: (...args) => ask({ ask: 'refreshFiscal', args }),
    refreshBalances: (...args) => ask({ ask: 'refreshBalances', args }),
    touched(cui) {
      if (touched.size === 0) setTimeout(tellTouched, TOUCHED_MS).unref();
      touched.add(cui);
    },
  };
}
