/** Execution for a caller without a key: the payment offer, or a whole purchase. */

import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Allowance } from '#api/allowance.ts';
import { ApiError, BodyNotReceived } from '#api/api-error.ts';
import type { Caller, Credentials } from '#api/caller.ts';
import type { Call, Operation } from '#api/endpoint.ts';
import type { Input, Values } from '#api/input.ts';
import type { OperationResult } from '#api/operation-result.ts';
import type { Payments } from '#api/payments.ts';
import type { ExecuteOptions, IncomingRequest } from '#api/request-context.ts';
import { messages } from '#locales/messages.ts';
import { type ExecutedAnswer, isEmpty, rendered } from './execution.ts';

/** Sold answers are stored in the ledger for a day, and held in memory until then. */
const SOLD_BYTES_MAX = 16_000_000;

interface SaleRequest {
  operation: Operation;
  /** Reads and validates the input. */
  input(): Promise<Input>;
  answer(input: Input): Promise<{ answered: ExecutedAnswer; call: Call }>;
  options: ExecuteOptions;
  context: { caller: Caller; allowance: Allowance | null };
  sent: Credentials;
  incoming: IncomingRequest;
}

export async function sell(request: SaleRequest, payments: Payments): Promise<OperationResult> {
  const { operation, options, context, sent, incoming } = request;
  const sale = { operation, resource: options.resource ?? operation.declaration.path };
  if (sent.payment === null || context.caller.kind === 'anonymous')
    throw payments.offer({ ...sale, input: await inputForOffer(request) });
  const input = await request.input();
  return payments.buy({
    ...sale,
    // A payment covers the selected columns only.
    input: input.columns ? { ...input.values, fields: input.columns.map(({ name }) => name) } : input.values,
    payment: sent.payment,
    caller: context.caller,
    bodiless: options.bodiless ?? false,
    get signal() {
      return incoming.signal;
    },
    counted(allowance) {
      context.allowance = allowance;
    },
    async execute() {
      const { answered, call } = await request.answer(input);
      return {
        result: await whole(rendered(answered, call)),
        empty: isEmpty(operation.declaration, answered),
      };
    },
  });
}

/**
 * The validated input for an offer, where the body decides the price; null for a body that cannot be parsed. A body that did not
 * arrive gets no offer.
 */
async function inputForOffer({ operation, input }: SaleRequest): Promise<Values | null> {
  if (operation.declaration.body === undefined) return null;
  try {
    return (await input()).values;
  } catch (error) {
    if (error instanceof ApiError && !(error instanceof BodyNotReceived)) return null;
    throw error;
  }
}

/** Collects a chunked answer: a sold answer is stored until it is delivered. */
async function whole({ chunks, ...result }: OperationResult): Promise<OperationResult> {
  // Files are declared for Pro only; this check enforces it.
  if (result.file) throw new Error('A file is not sold by the request.');
  if (!chunks) return result;
  const chunksRead: Uint8Array[] = [];
  let bytes = 0;
  for (const chunk of chunks()) {
    bytes += chunk.length;
    if (bytes > SOLD_BYTES_MAX) throw new ApiError('INVALID_PARAMETER', messages.operations.tooLongToSell());
    chunksRead.push(chunk);
    await yieldToOthers();
  }
  return { ...result, data: Buffer.concat(chunksRead) };
}
