/** Declared operations become routes: admit the caller, perform, wrap. */
import type { Dataset } from '#store/dataset.ts';
import type { Call, Caller } from './endpoint.ts';
import type { Gate } from './gate.ts';
import { acceptsJson } from './negotiate.ts';
import type { Operation } from './perform.ts';
import { Problem } from './problem.ts';
import { success } from './reply.ts';
import type { Request } from './request.ts';
import { decodeParams, type Router } from './router.ts';
import type { Handler } from './server.ts';

/** The largest documented body, 100 fiscal codes, has under 2 KB. */
const BODY_BYTES_MAX = 65_536;

export interface RouteNeeds {
  gate: Gate;
  dataset(): Dataset | null;
}

export function addOperations(router: Router<Handler>, operations: readonly Operation[], needs: RouteNeeds): void {
  for (const operation of operations) {
    const { method = 'GET', path } = operation.declaration;
    router.add(method, path, (request) => answer(operation, request, needs));
  }
}

async function answer(operation: Operation, request: Request, { gate, dataset }: RouteNeeds) {
  const { declaration } = operation;
  const caller = await gate.admit(declaration.access, request.raw.headers as Record<string, string | undefined>);
  if (!acceptsJson(request.header('accept')))
    throw new Problem('NOT_ACCEPTABLE', 'This operation answers application/json.');
  const generation = dataset();
  if (!generation) {
    throw new Problem('SERVICE_STARTING', 'The first dataset is still being built. Try again in a few seconds.', {
      headers: { 'retry-after': '5' },
    });
  }
  const ifNoneMatch = request.header('if-none-match');
  const call = new RequestCall(request, caller, generation, ifNoneMatch === undefined);
  const params = decodeParams(request.params);
  const body = declaration.body ? await request.json(BODY_BYTES_MAX) : undefined;
  const performed = await operation.perform({ params, query: request.query, body }, call);
  return success(performed, request.now, ifNoneMatch);
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
