/** An operation for somebody without a key: the offer, or the whole of a purchase. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Allowance } from '#api/allowance.ts';
import { ApiError } from '#api/api-error.ts';
import { BodyNotReceived } from '#api/background-work.ts';
import type { Caller, Credentials } from '#api/caller.ts';
import type { Call, Operation } from '#api/endpoint.ts';
import type { Input, Values } from '#api/input.ts';
import type { OperationResult } from '#api/operation-result.ts';
import type { ExecuteOptions, IncomingRequest } from '#api/request-context.ts';
import type { Payments } from '#api/sale.ts';
import { said } from '#api/sentences.ts';
import { type Answered, isEmpty, rendered } from './execution.ts';

/** Answers that are sold lie in the ledger for a day, and in memory while they are written there. */
const SOLD_BYTES_MAX = 16_000_000;

interface Asked {
  operation: Operation;
  /** Reads and checks what is asked. */
  input(): Promise<Input>;
  answer(input: Input): Promise<{ answered: Answered; call: Call }>;
  wishes: ExecuteOptions;
  context: { caller: Caller; allowance: Allowance | null };
  sent: Credentials;
  occasion: IncomingRequest;
}

export async function sell(asked: Asked, payments: Payments): Promise<OperationResult> {
  const { operation, wishes, context, sent, occasion } = asked;
  const sale = { operation, resource: wishes.resource ?? operation.declaration.path };
  if (sent.payment === null || context.caller.kind === 'anonymous')
    throw payments.offer({ ...sale, input: await readable(asked) });
  const input = await asked.input();
  return payments.buy({
    ...sale,
    // A payment buys those columns, and no others.
    input: input.columns ? { ...input.values, fields: input.columns.map(({ name }) => name) } : input.values,
    payment: sent.payment,
    caller: context.caller,
    bodiless: wishes.bodiless ?? false,
    get signal() {
      return occasion.signal;
    },
    counted(allowance) {
      context.allowance = allowance;
    },
    async execute() {
      const { answered, call } = await asked.answer(input);
      return {
        result: await whole(rendered(answered, call)),
        empty: isEmpty(operation.declaration, answered),
      };
    },
  });
}

/** The body decides the price of some operations; one that cannot be read decides nothing. Without it there is no offer. */
async function readable({ operation, input }: Asked): Promise<Values | null> {
  if (operation.declaration.body === undefined) return null;
  try {
    return (await input()).values;
  } catch (error) {
    if (error instanceof ApiError && !(error instanceof BodyNotReceived)) return null;
    throw error;
  }
}

/** What is sold is kept until it was delivered. */
async function whole({ chunks, ...result }: OperationResult): Promise<OperationResult> {
  // Declarations of files are for Pro alone; this holds it.
  if (result.file) throw new Error('A file is not sold by the request.');
  if (!chunks) return result;
  const taken: Uint8Array[] = [];
  let bytes = 0;
  for (const chunk of chunks()) {
    bytes += chunk.length;
    if (bytes > SOLD_BYTES_MAX) throw new ApiError('INVALID_PARAMETER', said.tooLongToSell());
    taken.push(chunk);
    await nextTurn();
  }
  return { ...result, data: Buffer.concat(taken) };
}
