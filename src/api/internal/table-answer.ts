/**
 * A list as a table. Pro callers get the whole list as one stream: counted first, charged at once, then read page by page as
 * fast as the caller takes it. Other callers get the page that they would get as JSON.
 */

import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Allowance } from '#api/allowance.ts';
import { ApiError } from '#api/api-error.ts';
import { type Caller, callerKey } from '#api/caller.ts';
import type { AnyEndpoint, Operation } from '#api/endpoint.ts';
import type { Columns } from '#api/fields.ts';
import type { Input, Values } from '#api/input.ts';
import type { OperationResult } from '#api/operation-result.ts';
import type { ValueResult } from '#api/request-context.ts';
import { isPaged, type TableFormat } from '#api/tables/format.ts';
import { table } from '#api/tables/table.ts';
import type { Language } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';

/** The most rows of one table: a fifth of what Excel opens without a pause, and two minutes of work. */
const TABLE_ROWS_MAX = 50_000;
/** Rows that count as one request. */
const ROWS_PER_REQUEST = 1_000;
/** Rows that are rendered in one piece: a millisecond or two. */
const RENDERED_ROWS = 50;
/** The most bytes of a list that is read in one piece. */
const WHOLE_BYTES_MAX = 32_000_000;

export interface TableRequest {
  operation: Operation;
  format: TableFormat;
  language: Language;
  now: number;
  resource: string;
  /** The selected columns; null: all. */
  chosen: Columns | null;
  /** HEAD: nothing is produced or counted. */
  bodiless: boolean;
}

/** The part of the request context that a whole table uses. */
interface WholeTableContext {
  caller: Caller;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
  /** Reads one page under the caller's rights; `countMax`: the count limit. */
  page(values: Values, countMax?: number): Promise<ValueResult>;
  /** Counts further requests; null where requests are not counted. */
  take(requests: number): Promise<Allowance | null>;
}

/** Whether the table has all pages: for Pro, unless a single page was requested. */
export const isWhole = ({ pro }: Caller, declaration: AnyEndpoint, { sent }: Input): boolean =>
  pro && isPaged(declaration) && !declaration.onePage && !sent.includes('limit');

/** A table from the JSON result of one page: after a payment, the ledger returns the same result in any format. */
export async function pageTable(
  request: TableRequest,
  result: OperationResult,
  take: WholeTableContext['take'] | null,
): Promise<OperationResult> {
  const { meta } = result;
  const rows = rowsIn(result);
  if (rows === null) throw unknownRows(meta.notLoaded ?? []);
  if (rows.length > TABLE_ROWS_MAX) throw tooLong(rows.length, 'exact');
  if (take && !request.bodiless) await takeAllowance(rows.length, take);
  const { page } = meta;
  return {
    ...result,
    table: table({
      ...request,
      meta,
      total: page ? page.total : rows.length,
      totalRelation: page?.totalRelation ?? 'exact',
      next: page?.next ?? null,
      async *pages() {
        yield rows;
      },
    }),
  };
}

export async function wholeTable(
  request: TableRequest,
  { values, sent }: Input,
  context: WholeTableContext,
): Promise<OperationResult> {
  // A cursor is valid for its page size; without one, pages are as long as possible.
  const size = sent.includes('cursor') ? values.limit : pageMax(request.operation.declaration);
  const first = await context.page({ ...values, limit: size }, TABLE_ROWS_MAX + 1);
  const { page } = first.meta;
  const { data } = first;
  if (!Array.isArray(data)) throw unknownRows(first.meta.notLoaded ?? []);
  const remaining = page ? Math.max(0, (page.total ?? 0) - page.offset) : data.length;
  if (remaining > TABLE_ROWS_MAX) throw tooLong(remaining, page?.totalRelation ?? 'exact');
  const release = request.bodiless ? noRelease : await admit(remaining, page?.nextCursor != null, context);
  return {
    data: '',
    etag: '',
    meta: first.meta,
    table: table({
      ...request,
      meta: first.meta,
      total: page ? page.total : data.length,
      totalRelation: page?.totalRelation ?? 'exact',
      next: null,
      pages: (signal) => allPages(first, { ...values, limit: size }, context, signal, release),
    }),
  };
}

const noRelease = (): void => {};

/** Takes a slot first and charges then, so that a refused caller is not charged. Returns the release function. */
async function admit(rows: number, isLong: boolean, { caller, signal, take }: WholeTableContext): Promise<() => void> {
  // A caller who disconnects during the count is not charged.
  signal.throwIfAborted();
  // A list of one page is in memory already.
  const release = isLong ? takeSlot(callerKey(caller)) : noRelease;
  try {
    await takeAllowance(rows, take);
  } catch (error) {
    release();
    throw error;
  }
  // If the caller disconnects before the first chunk, the pages are never opened and would not release the slot.
  if (signal.aborted) release();
  else if (isLong) signal.addEventListener('abort', release, { once: true });
  return release;
}

async function* allPages(
  first: ValueResult,
  values: Values,
  { caller, page }: WholeTableContext,
  signal: AbortSignal,
  release: () => void,
): AsyncGenerator<unknown[]> {
  const { offset: _, ...lasting } = values;
  try {
    let current = first;
    let rows = 0;
    for (;;) {
      const pageRows = current.data as unknown[];
      rows += pageRows.length;
      // The list grew while it was read, or could not be counted: fail, so that the reader does not mistake a part for the whole.
      if (rows > TABLE_ROWS_MAX) throw new Error(`A table grew beyond ${TABLE_ROWS_MAX} rows while it was made.`);
      // Rendering takes turns, too: a page with its rendering would keep look-ups waiting twice as long.
      for (let at = 0; at < pageRows.length; at += RENDERED_ROWS) {
        await readInRotation(callerKey(caller), signal, async () => {});
        yield pageRows.slice(at, at + RENDERED_ROWS);
      }
      const cursor = current.meta.page?.nextCursor;
      if (!cursor) return;
      const next = { ...lasting, ...('offset' in values && { offset: 0 }), cursor };
      current = await readInRotation(callerKey(caller), signal, () => page(next));
    }
  } finally {
    release();
  }
}

/** The request itself was counted as one. */
async function takeAllowance(rows: number, take: WholeTableContext['take']): Promise<void> {
  const requests = Math.ceil(rows / ROWS_PER_REQUEST);
  if (requests <= 1) return;
  const allowance = await take(requests - 1);
  if (allowance?.allowed === false)
    throw new ApiError('RATE_LIMITED', messages.table.allowance({ rows, requests, seconds: allowance.resetSeconds }));
}

const pageMax = ({ query }: AnyEndpoint): unknown =>
  (query?.properties.limit as { maximum?: number } | undefined)?.maximum;

/** Null where the source is not loaded. */
function rowsIn({ data, chunks }: OperationResult): unknown[] | null {
  return JSON.parse(chunks ? wholeText(chunks) : typeof data === 'string' ? data : Buffer.from(data).toString());
}

function wholeText(chunks: () => Iterable<Uint8Array>): string {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for (const chunk of chunks()) {
    bytes += chunk.length;
    if (bytes > WHOLE_BYTES_MAX) throw tooLong(TABLE_ROWS_MAX, 'atLeast');
    read.push(chunk);
  }
  return Buffer.concat(read).toString();
}

const tooLong = (rows: number, relation: 'exact' | 'atLeast'): ApiError =>
  new ApiError(
    'INVALID_PARAMETER',
    relation === 'exact'
      ? messages.table.tooLong({ rows, max: TABLE_ROWS_MAX })
      : messages.table.tooLongAtLeast({ max: TABLE_ROWS_MAX }),
    { details: [{ in: 'query', name: 'format', problem: messages.table.longList() }] },
  );

const unknownRows = (sources: readonly string[]): ApiError =>
  new ApiError('SOURCE_NOT_LOADED', messages.table.unknownRows({ sources: sources.join(', ') }));

/** Slots of one account on one serving thread: a person opens one or two tables. */
const SLOTS_EACH = 4;
/** Slots of all accounts on one serving thread: each has a page and an unsent buffer in memory, a megabyte or two. */
const SLOTS_ALL = 64;

const RETRY = { headers: { 'retry-after': '30' } };

/** Slots for long tables: readers may be slow, and their memory must stay bounded. */
const slots = new Map<string, number>();
let slotCount = 0;

/** Takes a slot and returns its release function, which may be called more than once. */
function takeSlot(caller: string): () => void {
  const count = slots.get(caller) ?? 0;
  if (count >= SLOTS_EACH) throw new ApiError('RATE_LIMITED', messages.table.enoughAtOnce({ max: SLOTS_EACH }), RETRY);
  if (slotCount >= SLOTS_ALL) throw new ApiError('OVERLOADED', messages.table.busy(), RETRY);
  slots.set(caller, count + 1);
  slotCount++;
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    slotCount--;
    const remaining = (slots.get(caller) ?? 1) - 1;
    if (remaining === 0) slots.delete(caller);
    else slots.set(caller, remaining);
  };
}

/**
 * Reads and renders the pages of long tables one piece at a time on a serving thread, round robin over accounts, and yields to the event
 * loop between two pieces: however many tables are open, a look-up waits for one page at most.
 */
type Page = () => Promise<void>;

/** Waiting pages by account, next account first; no list is empty. */
const waiting = new Map<string, Page[]>();
let isReading = false;

/** Resolves with `read()` when the rotation reaches this account; an aborted read is skipped. */
export function readInRotation<Read>(caller: string, signal: AbortSignal, read: () => Promise<Read>): Promise<Read> {
  const { promise, resolve, reject } = Promise.withResolvers<Read>();
  const page = async (): Promise<void> => {
    try {
      signal.throwIfAborted();
      resolve(await read());
    } catch (error) {
      reject(error);
    }
  };
  waiting.getOrInsertComputed(caller, () => []).push(page);
  void readAll();
  return promise;
}

async function readAll(): Promise<void> {
  if (isReading) return;
  isReading = true;
  for (let page = next(); page; page = next()) {
    await page();
    await yieldToOthers();
  }
  isReading = false;
}

/** Takes the next page and moves its account to the end of the queue. */
function next(): Page | undefined {
  for (const [caller, pages] of waiting) {
    const page = pages.shift();
    waiting.delete(caller);
    if (pages.length > 0) waiting.set(caller, pages);
    return page;
  }
  return undefined;
}
