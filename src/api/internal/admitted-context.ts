/** A visit: whoever was admitted may have operations result, each under their own rights, all from one generation. */
import type { Allowance } from '#api/allowance.ts';
import { ApiError } from '#api/api-error.ts';
import type { Caller, Credentials } from '#api/caller.ts';
import type { Call, Operation } from '#api/endpoint.ts';
import type { Columns } from '#api/fields.ts';
import type { Input, RawInput, Values } from '#api/input.ts';
import type { OperationResult } from '#api/operation-result.ts';
import type {
  ContextNeeds,
  ExecuteOptions,
  IncomingRequest,
  RequestContext,
  ValueResult,
} from '#api/request-context.ts';
import { said } from '#api/sentences.ts';
import { asStoreError } from '#api/store-unavailable.ts';
import type { TableFormat } from '#api/tables/format.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Language } from '#lib/i18n/sentence.ts';
import { assertAccess } from './access-class.ts';
import { type Answered, executorOf, isReady, rendered, valuesIn } from './execution.ts';
import { type Admission, type GateNeeds, takeMore } from './gate.ts';
import { sell } from './sale.ts';
import { type Asked, isWhole, pageTable, wholeTable } from './table-answer.ts';

const NO_WISHES: ExecuteOptions = {};

export type Needs = ContextNeeds & Pick<GateNeeds, 'limits'>;

/** A class, because an object with methods of its own costs more to make than the rest of a call. */
export class AdmittedContext implements RequestContext {
  readonly caller: Caller;
  readonly refusal: ApiError | null;
  allowance: Allowance | null;
  readonly #sent: Credentials;
  readonly #occasion: IncomingRequest;
  readonly #needs: Needs;
  #dataset: Dataset | null = null;

  constructor({ caller, allowance, refusal }: Admission, sent: Credentials, occasion: IncomingRequest, needs: Needs) {
    this.caller = caller;
    this.allowance = allowance;
    this.refusal = refusal;
    this.#sent = sent;
    this.#occasion = occasion;
    this.#needs = needs;
  }

  execute(
    operation: Operation,
    read: () => RawInput | Promise<RawInput>,
    wishes: ExecuteOptions = NO_WISHES,
  ): Promise<OperationResult> {
    const { table } = wishes;
    return this.#accounted(operation, () =>
      table ? this.#table(operation, read, wishes, table) : this.#execute(operation, read, wishes),
    );
  }

  executeValues(operation: Operation, values: Values): Promise<ValueResult> {
    return this.#accounted(operation, async () => {
      // Nothing is sold here: whoever would have to pay is told so, not let in.
      this.#assertMay(operation, false);
      const executor = executorOf(operation);
      const answered = this.#redacted(await executor.answer(executor.check(values), this.#call(NO_WISHES)));
      return { data: valuesIn(answered), meta: answered.meta };
    });
  }

  async #execute(
    operation: Operation,
    read: () => RawInput | Promise<RawInput>,
    wishes: ExecuteOptions,
  ): Promise<OperationResult> {
    const { payments } = this.#needs;
    this.#assertMay(operation, payments !== null);
    const executor = executorOf(operation);
    const input = async (): Promise<Input> => executor.read(await read());
    const answer = async (asked: Input): Promise<{ answered: Answered; call: Call }> => {
      const call = this.#call(wishes);
      return { answered: this.#redacted(await executor.answer(asked, call)), call };
    };
    const isSold = operation.declaration.access !== 'free';
    if (payments && isSold && (this.caller.kind === 'anonymous' || this.caller.kind === 'payment'))
      return sell(
        { operation, input, answer, wishes, context: this, sent: this.#sent, occasion: this.#occasion },
        payments,
      );
    const call = this.#call(wishes);
    const raw = read();
    const values = executor.read(raw instanceof Promise ? await raw : raw);
    return rendered(this.#redacted(await executor.answer(values, call)), call);
  }

  async #table(
    operation: Operation,
    read: () => RawInput | Promise<RawInput>,
    wishes: ExecuteOptions,
    format: TableFormat,
  ): Promise<OperationResult> {
    const { declaration } = operation;
    const { now, language = 'en', signal } = this.#occasion;
    const executor = executorOf(operation);
    const once = readOnce(read);
    const asked = ({ columns = null }: { columns?: Columns | null }): Asked => ({
      operation,
      format,
      language,
      now,
      resource: wishes.resource ?? declaration.path,
      chosen: columns,
      bodiless: wishes.bodiless ?? false,
    });
    const take = async (requests: number): Promise<Allowance | null> => {
      const allowance = await takeMore(this.caller, requests, now, this.#needs);
      if (allowance) this.allowance = allowance;
      return allowance;
    };
    if (!this.caller.pro) {
      const result = await this.#execute(operation, once, wishes);
      return pageTable(asked(executor.read(await once())), result, null);
    }
    this.#assertMay(operation, false);
    const input = executor.read(await once());
    if (!isWhole(this.caller, declaration, input))
      return pageTable(asked(input), await this.#execute(operation, once, wishes), take);
    const page = async (values: Values, countMax?: number): Promise<ValueResult> => {
      // The reader of a long table may be slower than a generation is kept after the next one came.
      if (countMax === undefined) await this.#keep();
      const call = this.#call(wishes, countMax);
      const answered = this.#redacted(await executor.answer({ ...input, values }, call));
      return { data: valuesIn(answered), meta: answered.meta };
    };
    return wholeTable(asked(input), input, { caller: this.caller, signal, page, take });
  }

  async #keep(): Promise<void> {
    const { keepReadable } = this.#needs;
    if (keepReadable && this.#dataset) this.#dataset = await keepReadable(this.#dataset);
  }

  /** Bytes and files are left to whoever made them: looking into them would cost every call. */
  #redacted(answered: Answered): Answered {
    const { redact } = this.#needs;
    return redact && !answered.isFile && !isReady(answered.data)
      ? { ...answered, data: redact(answered.data) }
      : answered;
  }

  #assertMay({ declaration }: Operation, sells: boolean): void {
    if (this.refusal) throw this.refusal;
    assertAccess(declaration, this.caller, this.#sent.transport, sells);
  }

  #call(wishes: ExecuteOptions, countMax?: number): Call {
    this.#dataset ??= this.#needs.dataset();
    if (this.#dataset === null)
      throw new ApiError('SERVICE_STARTING', said.firstDataset(), {
        headers: { 'retry-after': '5' },
      });
    const call = new VisitCall(this, this.#sent, this.#dataset, this.#occasion, wishes);
    if (countMax !== undefined) call.countMax = countMax;
    return call;
  }

  async #accounted<Result>(operation: Operation, run: () => Promise<Result>): Promise<Result> {
    const { record, explain } = this.#needs;
    const about = { operation: operation.id, caller: this.caller, now: this.#occasion.now };
    try {
      const result = await run();
      record?.({ ...about, status: 200 });
      return result;
    } catch (thrown) {
      const error = asStoreError(explain ? explain(thrown, this.#dataset ?? null) : thrown);
      record?.({ ...about, status: error instanceof ApiError ? error.status : 500 });
      throw error;
    }
  }
}

/** A body can be read once only. */
function readOnce(read: () => RawInput | Promise<RawInput>): () => RawInput | Promise<RawInput> {
  let raw: RawInput | Promise<RawInput> | null = null;
  return () => {
    raw ??= read();
    return raw;
  };
}

/** The signal is asked for by few handlers, and costs more to make than the rest of a call. */
class VisitCall implements Call {
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
  readonly #occasion: IncomingRequest;

  constructor(
    context: RequestContext,
    { transport }: Credentials,
    dataset: Dataset,
    occasion: IncomingRequest,
    wishes: ExecuteOptions,
  ) {
    const { caller } = context;
    this.context = context;
    this.caller = caller;
    this.transport = transport;
    this.dataset = dataset;
    this.requestId = occasion.id;
    this.now = occasion.now;
    this.language = occasion.language ?? 'en';
    this.address = wishes.address ?? null;
    this.wantsFresh = caller.pro && wishes.fresh === true;
    this.#occasion = occasion;
  }

  get signal(): AbortSignal {
    return this.#occasion.signal;
  }
}
