/** The ledger of payments as read by operators and metrics. */
import type { Database } from '#data/store/database.ts';
import { inStates, type PaymentState } from './ledger-table.ts';

/** Payments with unknown outcome: their number, and the instant of the oldest. */
export const openPayments = async (state: Database): Promise<{ count: number; oldest: string | null }> =>
  (await state.one<{ count: number; oldest: string | null }>(
    "select count(*) as count, min(created_at) as oldest from payment where state = 'unknown'",
  )) ?? { count: 0, oldest: null };

export interface LedgerEntry {
  id: string;
  createdAt: string;
  state: PaymentState;
  operation: string;
  network: string;
  payer: string;
  amount: number;
  transaction: string | null;
  reason: string | null;
}

const ENTRY = `id, created_at as "createdAt", state, operation, network, payer, amount, transaction_hash as "transaction", reason`;

/** Newest first. */
export const recentPayments = (state: Database, only: PaymentState | null, limit: number): Promise<LedgerEntry[]> =>
  state.all<LedgerEntry>(
    `select ${ENTRY} from payment where state = coalesce($1, state) order by created_at desc, id limit $2`,
    [only, limit],
  );

/** Without the answer, and without the digests that identify the payer's request. */
export interface LedgerDetails extends LedgerEntry {
  nonce: string;
  /** Seconds since 1970. */
  validBefore: number;
  settledAt: string | null;
  deliveredAt: string | null;
  answerKept: number;
}

export const paymentById = (state: Database, id: string): Promise<LedgerDetails | null> =>
  state.one<LedgerDetails>(
    `select ${ENTRY}, nonce, valid_before as "validBefore", settled_at as "settledAt", delivered_at as "deliveredAt",
       case when answer is null then 0 else 1 end as "answerKept" from payment where id = $1`,
    [id],
  );

export interface DaySales {
  day: string;
  operation: string;
  network: string;
  requests: number;
  amount: number;
}

/** Settled payments, newest day first. */
export const salesByDay = (state: Database): Promise<DaySales[]> =>
  state.all<DaySales>(
    `select substr(settled_at, 1, 10) as day, operation, network, count(*) as requests, sum(amount) as amount
     from payment where ${inStates('settled', 'delivered')} group by 1, 2, 3 order by 1 desc, 2, 3`,
  );
