/** The ledger of payments in the state store: one row per authorization, whoever sends it and how often. */
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
  /** Null in rows of before it was kept. */
  signed: string | null;
  request: string;
  /** Somebody works on it until then. */
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

/** Claims that nobody works on any more: whoever made them died before anything could be charged. */
const lost = (now: string): { where: string; params: Value[] } => ({
  where: `${inStates(...statesBefore('released'))} and lease_until <= $1`,
  params: [now],
});

/**
 * The claim, or the payment that stands in its way: the same authorization, or another one under the same name. What moved no
 * money makes room; what failed and is over stays for those who look into it, and leaves its name to others.
 */
export async function claim(
  state: Database,
  payment: Payment,
  about: { request: string; operation: string; now: string; leaseUntil: string },
): Promise<{ claim: Claim } | { standing: PaymentRow }> {
  const { network, payer, nonce, amount, validBefore, identifier, bond, signed } = payment;
  const { request, operation, now, leaseUntil } = about;
  const id = randomUUID();
  const seconds = Math.floor(Date.parse(now) / 1000);
  const over = `(state = 'released' or (state = 'failed' and valid_before >= $7) or (${lost(now).where}))`;
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
  // The authorization itself before the name: it is the one that can be charged.
  const standing = await state.one<PaymentRow>(
    `select ${COLUMNS} from payment
     where (network = $1 and asset = $2 and payer = $3 and nonce = $4) or (payer = $3 and identifier = $5)
     order by case when nonce = $4 then 0 else 1 end limit 1`,
    keys,
  );
  return standing ? { standing } : claim(state, payment, about);
}

/** Moves a payment on; false when it is not where it could come from, because somebody else moved it. */
async function move(state: Database, id: string, to: PaymentState, set: Record<string, Value>): Promise<boolean> {
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
  move(state, id, 'verified', { lease_until: leaseUntil });

export const released = (state: Database, id: string): Promise<boolean> => move(state, id, 'released', {});

/** The answer is stored before the settlement is asked for: from here on money may move. */
export const settling = (state: Database, id: string, answer: KeptAnswer, leaseUntil: string): Promise<boolean> =>
  move(state, id, 'unknown', { ...columnsOf(answer), lease_until: leaseUntil });

/** Of a payment that may still fetch it: what it gets from now on. */
export async function keepAnew(state: Database, id: string, answer: KeptAnswer): Promise<void> {
  const { answer_about, answer: bytes } = columnsOf(answer);
  await state.write([
    { sql: 'update payment set answer_about = $2, answer = $3 where id = $1', params: [id, answer_about, bytes] },
  ]);
}

/** No version of the hidden persons is called so. */
const FORGOTTEN = JSON.stringify({ etag: '', hidden: 'forgotten' });

/** What was said before a person was hidden is not kept: who may still fetch it gets it made anew. */
export const forgetAnswers = async (state: Database): Promise<void> => {
  const sql = 'update payment set answer = $1, answer_about = $2 where answer is not null';
  await state.write([{ sql, params: [Buffer.alloc(0), FORGOTTEN] }]);
};

/** An answer, and the version of the hidden persons that it was made without. */
interface KeptAnswer {
  result: OperationResult;
  hidden: string;
}

const columnsOf = ({ result: { data, etag, meta }, hidden }: KeptAnswer) => ({
  answer_about: JSON.stringify({ etag, meta, hidden }),
  answer: typeof data === 'string' ? Buffer.from(data) : data,
});

export const settled = (state: Database, id: string, transaction: string, leaseUntil: string): Promise<boolean> =>
  move(state, id, 'settled', {
    transaction_hash: transaction,
    settled_at: new Date().toISOString(),
    lease_until: leaseUntil,
  });

export const failed = (state: Database, id: string, reason: string): Promise<boolean> =>
  move(state, id, 'failed', { reason, answer: null, answer_about: null });

export const delivered = (state: Database, id: string, now: string): Promise<boolean> =>
  move(state, id, 'delivered', { delivered_at: now });

/** By an operator's word, which is kept. Which payments may be closed so is not decided here. */
export const closeManually = (
  state: Database,
  id: string,
  { reason, ...end }: { to: 'failed' | 'settled'; transaction: string | null; reason: string },
): Promise<boolean> =>
  end.to === 'failed'
    ? failed(state, id, reason)
    : move(state, id, 'settled', {
        reason,
        transaction_hash: end.transaction,
        settled_at: new Date().toISOString(),
        lease_until: '',
      });

/** Takes a payment that nobody works on; false when somebody was faster. */
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

/** Nobody works on it any more; `since` puts it behind those that wait longer. */
export const unlease = async (state: Database, id: string, since = ''): Promise<void> => {
  await state.write([{ sql: 'update payment set lease_until = $2 where id = $1', params: [id, since] }]);
};

/** Payments whose outcome nobody knows and nobody is looking for. */
export const unknownPayments = (state: Database, now: string, limit: number): Promise<PaymentRow[]> =>
  state.all<PaymentRow>(
    `select ${COLUMNS} from payment where state = 'unknown' and lease_until <= $1 order by lease_until, id limit $2`,
    [now, limit],
  );

export const releaseLost = (now: string): Statement => {
  const { where, params } = lost(now);
  return { sql: `update payment set state = 'released' where ${where}`, params };
};

/** What a payment without money behind it is kept for: nothing. */
export const dropReleased = (olderThan: string): Statement => ({
  sql: "delete from payment where state = 'released' and created_at < $1",
  params: [olderThan],
});

/** Answers that nobody may fetch any more, those without a name first; the row of the ledger stays. */
export const dropAnswers = (keep: { named: string; unnamed: string }): Statement => ({
  sql: `update payment set answer = null, answer_about = null
        where answer is not null and settled_at < $1 and (identifier is null or settled_at < $2)`,
  params: [keep.unnamed, keep.named],
});

// §§ states.ts: The states of a payment, and which may follow which: the only place that knows.

export type PaymentState = 'claimed' | 'verified' | 'unknown' | 'settled' | 'failed' | 'delivered' | 'released';

/**
 * A payment is `unknown` from the moment its settlement is asked for until somebody tells the outcome: whoever dies in between
 * leaves the truth behind. Released and failed payments moved no money; the same authorization may be claimed anew.
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

/** The states from which a payment may come to this one. */
const statesBefore = (state: PaymentState): PaymentState[] =>
  paymentStates.filter((earlier) => followers[earlier].includes(state));
