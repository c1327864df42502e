/**
 * A list as a table. Whoever has Pro gets all of it in one stream: counted first, its allowance taken at once, then made page by
 * page as fast as it is taken. Everybody else gets the page that they would get as JSON.
 */
import type { Allowance } from '#api/allowance.ts';
import { ApiError } from '#api/api-error.ts';
import { type Caller, callerKey } from '#api/caller.ts';
import type { AnyEndpoint, Operation } from '#api/endpoint.ts';
import type { Columns } from '#api/fields.ts';
import type { Input, Values } from '#api/input.ts';
import type { OperationResult } from '#api/operation-result.ts';
import type { ValueResult } from '#api/request-context.ts';
import { isPaged, type TableFormat } from '#api/tables/format.ts';
import { said } from '#api/tables/sentences.ts';
import { table } from '#api/tables/table.ts';
import type { Language } from '#lib/i18n/sentence.ts';
import { inTurn } from './page-links.ts';
import { takePlace } from './table-slots.ts';

/** Rows of one table at most: a fifth of what Excel opens without a pause, and two minutes of our work. */
const TABLE_ROWS_MAX = 50_000;
/** Rows that count as one request. */
const ROWS_PER_REQUEST = 1_000;
/** Lists that come whole are read at once, up to this. */
const WHOLE_BYTES_MAX = 32_000_000;

export interface Asked {
  operation: Operation;
  format: TableFormat;
  language: Language;
  now: number;
  resource: string;
  /** The only ones that were asked for; null: all. */
  chosen: Columns | null;
  /** Only the head of it is wanted: then nothing is made, and nothing counted. */
  bodiless: boolean;
}

/** What a whole table needs of its visit. */
export interface WholeNeeds {
  caller: Caller;
  /** Aborted when the caller goes away. */
  signal: AbortSignal;
  /** One page, by the rights of the visit; `countMax`: how far its list is counted. */
  page(values: Values, countMax?: number): Promise<ValueResult>;
  /** Counts further requests; null where nobody counts. */
  take(requests: number): Promise<Allowance | null>;
}

/** Whether all pages are given: to Pro, and not where a page was asked for. */
export const isWhole = ({ pro }: Caller, declaration: AnyEndpoint, { sent }: Input): boolean =>
  pro && isPaged(declaration) && !declaration.onePage && !sent.includes('limit');

/** The page that was result as JSON: whoever paid for it gets the same again from the ledger, in whatever format. */
export async function pageTable(
  asked: Asked,
  result: OperationResult,
  take: WholeNeeds['take'] | null,
): Promise<OperationResult> {
  const { meta } = result;
  const rows = rowsIn(result);
  if (rows === null) throw unknownRows(meta.notLoaded ?? []);
  if (rows.length > TABLE_ROWS_MAX) throw tooLong(rows.length, 'exact');
  if (take && !asked.bodiless) await takeAllowance(rows.length, take);
  const { page } = meta;
  return {
    ...result,
    table: table({
      ...asked,
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

export async function wholeTable(asked: Asked, { values, sent }: Input, needs: WholeNeeds): Promise<OperationResult> {
  // A cursor holds for the pages that it was made for; without one, pages are as long as they may be.
  const size = sent.includes('cursor') ? values.limit : pageMax(asked.operation.declaration);
  const first = await needs.page({ ...values, limit: size }, TABLE_ROWS_MAX + 1);
  const { page } = first.meta;
  const { data } = first;
  if (!Array.isArray(data)) throw unknownRows(first.meta.notLoaded ?? []);
  const left = page ? Math.max(0, (page.total ?? 0) - page.offset) : data.length;
  if (left > TABLE_ROWS_MAX) throw tooLong(left, page?.totalRelation ?? 'exact');
  const leave = asked.bodiless ? stayed : await admitted(left, page?.nextCursor != null, needs);
  return {
    data: '',
    etag: '',
    meta: first.meta,
    table: table({
      ...asked,
      meta: first.meta,
      total: page ? page.total : data.length,
      totalRelation: page?.totalRelation ?? 'exact',
      next: null,
      pages: (signal) => allPages(first, { ...values, limit: size }, needs, signal, leave),
    }),
  };
}

const stayed = (): void => {};

/** A place first, then the allowance: who has no place is not charged. Gives the way to leave the place. */
async function admitted(rows: number, isLong: boolean, { caller, signal, take }: WholeNeeds): Promise<() => void> {
  // Who left while the rows were counted is charged for nothing.
  signal.throwIfAborted();
  // A list of one page is at hand already.
  const leave = isLong ? takePlace(callerKey(caller)) : stayed;
  try {
    await takeAllowance(rows, take);
  } catch (error) {
    leave();
    throw error;
  }
  // Who leaves before the first chunk is asked for never opens the pages, which would leave the place.
  if (signal.aborted) leave();
  else if (isLong) signal.addEventListener('abort', leave, { once: true });
  return leave;
}

async function* allPages(
  first: ValueResult,
  values: Values,
  { caller, page }: WholeNeeds,
  signal: AbortSignal,
  leave: () => void,
): AsyncGenerator<unknown[]> {
  const { offset: _, ...lasting } = values;
  try {
    let told = first;
    let rows = 0;
    for (;;) {
      const shown = told.data as unknown[];
      rows += shown.length;
      // Grew while it was read, or could not be counted: its reader must not take a part for the whole.
      if (rows > TABLE_ROWS_MAX) throw new Error(`A table grew beyond ${TABLE_ROWS_MAX} rows while it was made.`);
      yield shown;
      const cursor = told.meta.page?.nextCursor;
      if (!cursor) return;
      const next = { ...lasting, ...('offset' in values && { offset: 0 }), cursor };
      told = await inTurn(callerKey(caller), signal, () => page(next));
    }
  } finally {
    leave();
  }
}

/** The visit itself was counted as one. */
async function takeAllowance(rows: number, take: WholeNeeds['take']): Promise<void> {
  const requests = Math.ceil(rows / ROWS_PER_REQUEST);
  if (requests <= 1) return;
  const allowance = await take(requests - 1);
  if (allowance?.allowed === false)
    throw new ApiError('RATE_LIMITED', said.allowance({ rows, requests, seconds: allowance.resetSeconds }));
}

const pageMax = ({ query }: AnyEndpoint): unknown =>
  (query?.properties.limit as { maximum?: number } | undefined)?.maximum;

/** Null where the source is not loaded. */
function rowsIn({ data, chunks }: OperationResult): unknown[] | null {
  return JSON.parse(chunks ? wholeText(chunks) : typeof data === 'string' ? data : Buffer.from(data).toString());
}

function wholeText(chunks: () => Iterable<Uint8Array>): string {
  const taken: Uint8Array[] = [];
  let bytes = 0;
  for (const chunk of chunks()) {
    bytes += chunk.length;
    if (bytes > WHOLE_BYTES_MAX) throw tooLong(TABLE_ROWS_MAX, 'atLeast');
    taken.push(chunk);
  }
  return Buffer.concat(taken).toString();
}

const tooLong = (rows: number, relation: 'exact' | 'atLeast'): ApiError =>
  new ApiError(
    'INVALID_PARAMETER',
    relation === 'exact' ? said.tooLong({ rows, max: TABLE_ROWS_MAX }) : said.tooLongAtLeast({ max: TABLE_ROWS_MAX }),
    { details: [{ in: 'query', name: 'format', problem: said.longList() }] },
  );

const unknownRows = (sources: readonly string[]): ApiError =>
  new ApiError('SOURCE_NOT_LOADED', said.unknownRows({ sources: sources.join(', ') }));
