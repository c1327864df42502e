/** The ledger of payments in the state store: one row per authorization, however often it is sent. */
import { randomUUID } from 'node:crypto';
import type { OperationResult } from '#api/operation-result.ts';
import type { Database, Statement, Value } from '#data/store/database.ts';
import type { Payment } from './payment.ts';

export interface PaymentRow {
  id: string;
  state: PaymentState;
  network: string;
  payer: string;
  nonce: string;
  /** Millionths of a dollar. */
  amount: number;
  validBefore: number;
  identifier: string | null;
  bond: string;
  /** Null in rows older than the column. */
  signed: string | null;
  request: string;
  /** Processed by one request or job until then. */
  lease_until: string;
  settled_at: string | null;
  transaction_hash: string | null;
  /** JSON of the answer's tag and meta, and of the version of the hidden persons. */
  answer_about: string | null;
  answer: Uint8Array | null;
}

export interface Claim {
  id: string;
  payment: Payment;
}

const COLUMNS = `id, state, network, payer, nonce, amount, valid_before as "validBefore", identifier, bond, signed, request, lease_until, settled_at,
  transaction_hash, answer_about, answer`;

export const inStates = (...states: PaymentState[]): string =>
  `state in (${states.map((state) => `'${state}'`).join(', ')})`;

/** Claims whose lease expired: their process died before anything was charged. */
const abandoned = (now: string): { where: string; params: Value[] } => ({
  where: `${inStates(...statesBefore('released'))} and lease_until <= $1`,
  params: [now],
});

/**
 * Claims an authorization, or returns the existing payment with the same authorization or identifier. Payments that moved no money are
 * replaced. Failed payments past their validity stay for inspection, without their identifier.
 */
export async function claim(
  state: Database,
  payment: Payment,
  about: { request: string; operation: string; now: string; leaseUntil: string },
): Promise<{ claim: Claim } | { existing: PaymentRow }> {
  const { network, payer, nonce, amount, validBefore, identifier, bond, signed } = payment;
  const { request, operation, now, leaseUntil } = about;
  const id = randomUUID();
  const seconds = Math.floor(Date.parse(now) / 1000);
  const over = `(state = 'released' or (state = 'failed' and valid_before >= $7) or (${abandoned(now).where}))`;
  const same = '((network = $2 and asset = $3 and payer = $4 and nonce = $5) or (payer = $4 and identifier = $6))';
  const keys = [network.id, network.asset, payer, nonce, identifier];
  const [, , inserted] = await state.write([
    { sql: `delete from payment where ${over} and ${same}`, params: [now, ...keys, seconds] },
    {
      sql: "update payment set identifier = null where state = 'failed' and payer = $1 and identifier = $2",
      params: [payer, identifier],
    },
    {
      sql: `insert into payment (id, state, network, asset, payer, nonce, identifier, amount, valid_before, bond, signed,
              request, operation, created_at, lease_until)
            values ($1, 'claimed', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
            on conflict do nothing returning id`,
      params: [id, ...keys, Number(amount), validBefore, bond, signed, request, operation, now, leaseUntil],
    },
  ]);
  if (inserted?.length) return { claim: { id, payment } };
  // The same authorization comes before the same identifier: it is the one that can be charged.
  const existing = await state.one<PaymentRow>(
    `select ${COLUMNS} from payment
     where (network = $1 and asset = $2 and payer = $3 and nonce = $4) or (payer = $3 and identifier = $5)
     order by case when nonce = $4 then 0 else 1 end limit 1`,
    keys,
  );
  return existing ? { existing } : claim(state, payment, about);
}

/** Changes the state; false if another process changed it before. */
async function transition(state: Database, id: string, to: PaymentState, set: Record<string, Value>): Promise<boolean> {
  const names = Object.keys(set);
  const [rows] = await state.write([
    {
      sql: `update payment set state = '${to}'${names.map((name, i) => `, ${name} = $${i + 2}`).join('')}
            where id = $1 and ${inStates(...statesBefore(to))} returning id`,
      params: [id, ...Object.values(set)],
    },
  ]);
  return (rows?.length ?? 0) > 0;
}

export const verified = (state: Database, id: string, leaseUntil: string): Promise<boolean> =>
  transition(state, id, 'verified', { lease_until: leaseUntil });

export const released = (state: Database, id: string): Promise<boolean> => transition(state, id, 'released', {});

/** The answer is stored before the settlement is requested: from here on money may move. */
export const settling = (state: Database, id: string, answer: StoredAnswer, leaseUntil: string): Promise<boolean> =>
  transition(state, id, 'unknown', { ...columnsOf(answer), lease_until: leaseUntil });

/** Replaces the stored answer of a payment that may still fetch it. */
export async function replaceAnswer(state: Database, id: string, answer: StoredAnswer): Promise<void> {
  const { answer_about, answer: bytes } = columnsOf(answer);
  await state.write([
    { sql: 'update payment set answer_about = $2, answer = $3 where id = $1', params: [id, answer_about, bytes] },
  ]);
}

/** Never equal to a version of the hidden persons, so that the answer is rendered anew. */
const FORGOTTEN = JSON.stringify({ etag: '', hidden: 'forgotten' });

/** Deletes answers that may contain a newly hidden person; a payer who may still fetch one gets it rendered anew. */
export const forgetAnswers = async (state: Database): Promise<void> => {
  const sql = 'update payment set answer = $1, answer_about = $2 where answer is not null';
  await state.write([{ sql, params: [Buffer.alloc(0), FORGOTTEN] }]);
};

/** An answer, and the version of the hidden persons it was rendered with. */
interface StoredAnswer {
  result: OperationResult;
  hidden: string;
}

const columnsOf = ({ result: { data, etag, meta }, hidden }: StoredAnswer) => ({
  answer_about: JSON.stringify({ etag, meta, hidden }),
  answer: typeof data === 'string' ? Buffer.from(data) : data,
});

export const settled = (state: Database, id: string, transaction: string, leaseUntil: string): Promise<boolean> =>
  transition(state, id, 'settled', {
    transaction_hash: transaction,
    settled_at: new Date().toISOString(),
    lease_until: leaseUntil,
  });

export const failed = (state: Database, id: string, reason: string): Promise<boolean> =>
  transition(state, id, 'failed', { reason, answer: null, answer_about: null });

export const delivered = (state: Database, id: string, now: string): Promise<boolean> =>
  transition(state, id, 'delivered', { delivered_at: now });

/** An operator's decision, stored with its reason. The caller checks that the payment may be closed. */
export const closeManually = (
  state: Database,
  id: string,
  { reason, ...end }: { to: 'failed' | 'settled'; transaction: string | null; reason: string },
): Promise<boolean> =>
  end.to === 'failed'
    ? failed(state, id, reason)
    : transition(state, id, 'settled', {
        reason,
        transaction_hash: end.transaction,
        settled_at: new Date().toISOString(),
        lease_until: '',
      });

/** Leases a payment; false if another process was faster. */
export async function lease(
  state: Database,
  { id, state: at }: Pick<PaymentRow, 'id' | 'state'>,
  now: string,
  leaseUntil: string,
): Promise<boolean> {
  const [rows] = await state.write([
    {
      sql: 'update payment set lease_until = $4 where id = $1 and state = $2 and lease_until <= $3 returning id',
      params: [id, at, now, leaseUntil],
    },
  ]);
  return (rows?.length ?? 0) > 0;
}

/** Ends the lease; `since` orders it behind payments that wait longer. */
export const unlease = async (state: Database, id: string, since = ''): Promise<void> => {
  await state.write([{ sql: 'update payment set lease_until = $2 where id = $1', params: [id, since] }]);
};

/** Payments with unknown outcome and without a valid lease. */
export const unknownPayments = (state: Database, now: string, limit: number): Promise<PaymentRow[]> =>
  state.all<PaymentRow>(
    `select ${COLUMNS} from payment where state = 'unknown' and lease_until <= $1 order by lease_until, id limit $2`,
    [now, limit],
  );

export const releaseAbandoned = (now: string): Statement => {
  const { where, params } = abandoned(now);
  return { sql: `update payment set state = 'released' where ${where}`, params };
};

export const dropReleased = (olderThan: string): Statement => ({
  sql: "delete from payment where state = 'released' and created_at < $1",
  params: [olderThan],
});

/** Deletes answers past their retention, shorter without an identifier; the ledger's row stays. */
export const dropAnswers = (settledBefore: { identified: string; others: string }): Statement => ({
  sql: `update payment set answer = null, answer_about = null
        where answer is not null and settled_at < $1 and (identifier is null or settled_at < $2)`,
  params: [settledBefore.others, settledBefore.identified],
});

export type PaymentState = 'claimed' | 'verified' | 'unknown' | 'settled' | 'failed' | 'delivered' | 'released';

/**
 * A payment is `unknown` from the settlement request until its outcome is known, so a process that dies in between leaves the right state.
 * Released and failed payments moved no money; the same authorization may be claimed again.
 */
const followers: Record<PaymentState, readonly PaymentState[]> = {
  claimed: ['verified', 'released'],
  verified: ['unknown', 'released'],
  unknown: ['settled', 'failed'],
  settled: ['delivered'],
  failed: [],
  delivered: [],
  released: [],
};

export const paymentStates = Object.keys(followers) as PaymentState[];

/** States from which a payment may change to this one. */
const statesBefore = (state: PaymentState): PaymentState[] =>
  paymentStates.filter((earlier) => followers[earlier].includes(state));
