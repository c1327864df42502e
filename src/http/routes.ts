/** Declared operations become routes: admit the caller, perform, wrap; callers without a key are handed to payments. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dataset } from '#store/dataset.ts';
import type { Call, Caller } from './endpoint.ts';
import type { Gate } from './gate.ts';
import type { RawInput } from './input.ts';
import { acceptsJson } from './negotiate.ts';
import type { Payments, Sale } from './payment.ts';
import type { Operation, Performed } from './perform.ts';
import { Problem } from './problem.ts';
import { type Reply, success } from './reply.ts';
import type { Request } from './request.ts';
import { decodeParams, type Router } from './router.ts';
import type { Handler } from './server.ts';

/** The largest documented body, 100 fiscal codes, has under 2 KB. */
const BODY_BYTES_MAX = 65_536;

/** Answers that are sold lie in the ledger for a day, and in memory while they are written there. */
const SOLD_BYTES_MAX = 16_000_000;

export interface RouteNeeds {
  gate: Gate;
  /** Null: nothing can be bought, and the gate lets no stranger and no payer through. */
  payments: Payments | null;
  dataset(): Dataset | null;
}

export function addOperations(router: Router<Handler>, operations: readonly Operation[], needs: RouteNeeds): void {
  for (const operation of operations) {
    const { method = 'GET', path } = operation.declaration;
    router.add(method, path, (request) => answer(operation, request, needs));
  }
}

async function answer(operation: Operation, request: Request, needs: RouteNeeds): Promise<Reply> {
  request.operation = operation.id;
  const caller = await needs.gate.admit(operation.declaration, request);
  if (needs.payments && !caller.pro) {
    if (caller.kind === 'anonymous') return needs.payments.offer(sale(operation, request, caller, needs));
    if (caller.kind === 'payment') return needs.payments.pay(sale(operation, request, caller, needs));
  }
  const generation = served(request, needs);
  const ifNoneMatch = request.header('if-none-match');
  const call = new RequestCall(request, caller, generation, ifNoneMatch === undefined);
  const input = inputOf(operation, request, caller);
  const performed = await operation.perform(input instanceof Promise ? await input : input, call);
  return success(performed, request.now, ifNoneMatch);
}

/** A paid request ignores If-None-Match: who pays gets the answer. */
function sale(operation: Operation, request: Request, caller: Caller, needs: RouteNeeds): Sale {
  let sent: ReturnType<typeof inputOf> | undefined;
  const input = async (): Promise<RawInput> => {
    sent ??= inputOf(operation, request, caller);
    const raw = await sent;
    operation.validate(raw);
    return raw;
  };
  return {
    operation,
    request,
    caller,
    input,
    async perform(): Promise<Performed> {
      const generation = served(request, needs);
      return whole(await operation.perform(await input(), new RequestCall(request, caller, generation, false)));
    },
  };
}

/** What is sold is kept until it was delivered. */
async function whole({ pieces, ...performed }: Performed): Promise<Performed> {
  if (!pieces) return performed;
  const taken: Uint8Array[] = [];
  let bytes = 0;
  for (const piece of pieces()) {
    bytes += piece.length;
    if (bytes > SOLD_BYTES_MAX)
      throw new Problem('INVALID_PARAMETER', 'This answer is too long to be sold by the request: narrow the question.');
    taken.push(piece);
    await nextTurn();
  }
  return { ...performed, data: Buffer.concat(taken) };
}

function served(request: Request, { dataset }: RouteNeeds): Dataset {
  if (!acceptsJson(request.header('accept')))
    throw new Problem('NOT_ACCEPTABLE', 'This operation answers application/json.');
  const generation = dataset();
  if (generation) return generation;
  throw new Problem('SERVICE_STARTING', 'The first dataset is still being built. Try again in a few seconds.', {
    headers: { 'retry-after': '5' },
  });
}

/** At once where no body is to be read. */
function inputOf({ declaration }: Operation, request: Request, caller: Caller): RawInput | Promise<RawInput> {
  const params = decodeParams(request.params);
  const { query } = request;
  if (!declaration.body) return { params, query, body: undefined };
  return request.json(BODY_BYTES_MAX, caller).then((body) => ({ params, query, body }));
}

/** A class, because an object with a getter of its own costs more to make than the rest of the call. */
class RequestCall implements Call {
  readonly caller: Caller;
  readonly dataset: Dataset;
  readonly requestId: string;
  readonly now: number;
  readonly wantsFresh: boolean;
  readonly #request: Request;

  constructor(request: Request, caller: Caller, dataset: Dataset, unconditional: boolean) {
    this.#request = request;
    this.caller = caller;
    this.dataset = dataset;
    this.requestId = request.id;
    this.now = request.now;
    // fetch() adds no-cache by itself to every request that carries If-None-Match: then it is no wish of the caller's.
    this.wantsFresh = unconditional && caller.pro && /\bno-cache\b/.test(request.header('cache-control') ?? '');
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}
