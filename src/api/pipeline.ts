/**
 * The only way to execute an operation. Credentials are admitted once and give a request context; its operations run under the
 * caller's rights and read one generation. A request, a page view and a tool call each have one context.
 */

import type { Dataset } from '#data/store/dataset.ts';
import type { Language } from '#lib/i18n/message.ts';
import { type Awaitable, andThen } from '#lib/values/awaitable.ts';
import { messages } from '#locales/messages.ts';
import type { Allowance } from './allowance.ts';
import { ApiError, asStoreError } from './api-error.ts';
import type { Caller, Credentials } from './caller.ts';
import type { Call, Operation } from './endpoint.ts';
import type { Columns } from './fields.ts';
import type { Input, RawInput, Values } from './input.ts';
import { type ExecutedAnswer, executorOf, isReady, rendered, valuesIn } from './internal/execution.ts';
import { type Admission, admission, assertAccess, type GateContext, takeMore } from './internal/gate.ts';
import { sell } from './internal/sale.ts';
import { isWhole, pageTable, type TableRequest, wholeTable } from './internal/table-answer.ts';
import type { OperationResult } from './operation-result.ts';
import type {
  ExecuteOptions,
  IncomingRequest,
  OperationContext,
  RequestContext,
  ValueResult,
} from './request-context.ts';
import type { TableFormat } from './tables/format.ts';

export type PipelineContext = Omit<GateContext, 'takesPayments'> & OperationContext;

export interface Pipeline {
  /** Identifies the caller, applies blocks and counts the request. Synchronous where all data is in memory. */
  admit(credentials: Credentials, request: IncomingRequest): Awaitable<RequestContext>;
}

export function pipeline(context: PipelineContext): Pipeline {
  const gate = { ...context, takesPayments: context.payments !== null };
  return {
    admit(credentials, request) {
      const admitted = admission(credentials, request.now, gate);
      return admitted instanceof Promise
        ? admitted.then((settled) => new AdmittedContext(settled, credentials, request, context), rethrowStoreError)
        : new AdmittedContext(admitted, credentials, request, context);
    },
  };
}

/** The database of identities may be unavailable: the caller then gets 503 and is not counted as anonymous. */
const rethrowStoreError = (error: unknown): never => {
  throw asStoreError(error);
};

const NO_OPTIONS: ExecuteOptions = {};

type Ports = OperationContext & Pick<GateContext, 'limits'>;

/** Before the first request: see `Executor.prepare`. */
export const prepareOperation = (operation: Operation): void => executorOf(operation).prepare();

/** A class, because an object literal with methods costs more to create than the rest of a call. */
class AdmittedContext implements RequestContext {
  readonly caller: Caller;
  readonly refusal: ApiError | null;
  allowance: Allowance | null;
  readonly #sent: Credentials;
  readonly #request: IncomingRequest;
  readonly #ports: Ports;
  #dataset: Dataset | null = null;

  constructor(
    { caller, allowance, refusal }: Admission,
    credentials: Credentials,
    request: IncomingRequest,
    ports: Ports,
  ) {
    this.caller = caller;
    this.allowance = allowance;
    this.refusal = refusal;
    this.#sent = credentials;
    this.#request = request;
    this.#ports = ports;
  }

  execute(
    operation: Operation,
    read: () => Awaitable<RawInput>,
    options: ExecuteOptions = NO_OPTIONS,
  ): Awaitable<OperationResult> {
    const { table } = options;
    return this.#accounted(operation, () =>
      table ? this.#table(operation, read, options, table) : this.#execute(operation, read, options),
    );
  }

  async executeValues(operation: Operation, values: Values): Promise<ValueResult> {
    return this.#accounted(operation, async () => {
      // Values are not sold: a caller without Pro access is refused instead of getting an offer.
      this.#assertAllowed(operation, false);
      const executor = executorOf(operation);
      const answered = this.#redacted(await executor.answer(executor.check(values), this.#call(NO_OPTIONS)));
      return { data: valuesIn(answered), meta: answered.meta };
    });
  }

  #execute(operation: Operation, read: () => Awaitable<RawInput>, options: ExecuteOptions): Awaitable<OperationResult> {
    const { payments } = this.#ports;
    this.#assertAllowed(operation, payments !== null);
    const executor = executorOf(operation);
    const input = async (): Promise<Input> => executor.read(await read());
    const answer = async (read: Input): Promise<{ answered: ExecutedAnswer; call: Call }> => {
      const call = this.#call(options);
      return { answered: this.#redacted(await executor.answer(read, call)), call };
    };
    const isSold = operation.declaration.access !== 'free';
    if (payments && isSold && (this.caller.kind === 'anonymous' || this.caller.kind === 'payment'))
      return sell(
        { operation, input, answer, options, context: this, sent: this.#sent, incoming: this.#request },
        payments,
      );
    const call = this.#call(options);
    const answered = andThen(read(), (raw) => executor.answer(executor.read(raw), call));
    return andThen(answered, (whole) => rendered(this.#redacted(whole), call));
  }

  async #table(
    operation: Operation,
    read: () => Awaitable<RawInput>,
    options: ExecuteOptions,
    format: TableFormat,
  ): Promise<OperationResult> {
    const { declaration } = operation;
    const { now, language = 'en', signal } = this.#request;
    const executor = executorOf(operation);
    const once = readOnce(read);
    const tableRequest = ({ columns = null }: { columns?: Columns | null }): TableRequest => ({
      operation,
      format,
      language,
      now,
      resource: options.resource ?? declaration.path,
      chosen: columns,
      bodiless: options.bodiless ?? false,
    });
    const take = async (requests: number): Promise<Allowance | null> => {
      const allowance = await takeMore(this.caller, requests, now, this.#ports);
      if (allowance) this.allowance = allowance;
      return allowance;
    };
    if (!this.caller.pro) {
      const result = await this.#execute(operation, once, options);
      return pageTable(tableRequest(executor.read(await once())), result, null);
    }
    this.#assertAllowed(operation, false);
    const input = executor.read(await once());
    if (!isWhole(this.caller, declaration, input))
      return pageTable(tableRequest(input), await this.#execute(operation, once, options), take);
    const page = async (values: Values, countMax?: number): Promise<ValueResult> => {
      // The reader of a long table may be slower than the retention of a generation.
      if (countMax === undefined) await this.#extendRetention();
      const call = this.#call(options, countMax);
      const answered = this.#redacted(await executor.answer({ ...input, values }, call));
      return { data: valuesIn(answered), meta: answered.meta };
    };
    return wholeTable(tableRequest(input), input, { caller: this.caller, signal, page, take });
  }

  async #extendRetention(): Promise<void> {
    const { extendRetention } = this.#ports;
    if (extendRetention && this.#dataset) this.#dataset = await extendRetention(this.#dataset);
  }

  /** Prerendered bytes and files are redacted by their producers: parsing them here would cost every call. */
  #redacted(answered: ExecutedAnswer): ExecutedAnswer {
    const { redact } = this.#ports;
    return redact && !answered.isFile && !isReady(answered.data)
      ? { ...answered, data: redact(answered.data) }
      : answered;
  }

  #assertAllowed({ declaration }: Operation, sells: boolean): void {
    if (this.refusal) throw this.refusal;
    assertAccess(declaration, this.caller, this.#sent.transport, sells);
  }

  #call(options: ExecuteOptions, countMax?: number): Call {
    this.#dataset ??= this.#ports.dataset();
    if (this.#dataset === null)
      throw new ApiError('SERVICE_STARTING', messages.operations.firstDataset(), {
        headers: { 'retry-after': '5' },
      });
    const call = new RequestCall(this, this.#sent, this.#dataset, this.#request, options);
    if (countMax !== undefined) call.countMax = countMax;
    return call;
  }

  #accounted<Result>(operation: Operation, run: () => Awaitable<Result>): Awaitable<Result> {
    const { record, explain } = this.#ports;
    const account = (status: number): void =>
      record?.({ operation: operation.id, caller: this.caller, now: this.#request.now, status });
    const succeed = (result: Result): Result => {
      account(200);
      return result;
    };
    const fail = (thrown: unknown): never => {
      const error = asStoreError(explain ? explain(thrown, this.#dataset ?? null) : thrown);
      account(error instanceof ApiError ? error.status : 500);
      throw error;
    };
    let result: Awaitable<Result>;
    try {
      result = run();
    } catch (thrown) {
      return fail(thrown);
    }
    return result instanceof Promise ? result.then(succeed, fail) : succeed(result);
  }
}

/** A body can be read only once. */
function readOnce(read: () => Awaitable<RawInput>): () => Awaitable<RawInput> {
  let raw: Awaitable<RawInput> | null = null;
  return () => {
    raw ??= read();
    return raw;
  };
}

/** A class with a lazy signal: few handlers use it, and it costs more to create than the rest of a call. */
class RequestCall implements Call {
  readonly context: object;
  readonly caller: Caller;
  readonly transport: Call['transport'];
  readonly dataset: Dataset;
  readonly requestId: string;
  readonly now: number;
  readonly wantsFresh: boolean;
  readonly language: Language;
  readonly address: string | null;
  declare countMax?: number;
  readonly #request: IncomingRequest;

  constructor(
    context: RequestContext,
    { transport }: Credentials,
    dataset: Dataset,
    request: IncomingRequest,
    options: ExecuteOptions,
  ) {
    const { caller } = context;
    this.context = context;
    this.caller = caller;
    this.transport = transport;
    this.dataset = dataset;
    this.requestId = request.id;
    this.now = request.now;
    this.language = request.language ?? 'en';
    this.address = options.address ?? null;
    this.wantsFresh = caller.pro && options.fresh === true;
    this.#request = request;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}
