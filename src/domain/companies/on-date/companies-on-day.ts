/** Adds to companies their state on a day and, on request, a signed receipt. */

import { ApiError } from '#api/api-error.ts';
import type { AnswerMeta, Call, RenderedData } from '#api/endpoint.ts';
import type { CompanyContext } from '#domain/companies/context.ts';
import type { LookupResult } from '#domain/companies/lookup.ts';
import type { CompanyDocument } from '#domain/companies/render.ts';
import { combineStates, unavailableError } from '#domain/companies/tax-authority.ts';
import type { Message } from '#lib/i18n/message.ts';
import type { Day } from '#lib/values/date.ts';
import { etagOf } from '#lib/values/hash.ts';
import { messages } from '#locales/messages.ts';
import { type DayResult, onDay } from './day-lookup.ts';

export interface DatedCompanies {
  results: Map<string, LookupResult | ApiError>;
  /** By fiscal code; null where the tax authority has not answered. Undefined when not requested. */
  receipts: Map<string, string | null> | undefined;
  warnings: Message[];
  /** Field groups that are still being fetched. */
  pending: string[];
}

/** The rest of the call's timeout; a second at least, since the look-up of the company may have used all of it. */
export const remainingWaitMs = (waitMs: number, { now }: Call): number =>
  Math.max(WAIT_MS_MIN, waitMs - Math.max(0, Date.now() - now));
const WAIT_MS_MIN = 1_000;

/** The answer's `meta` says what the day adds to it. */
export const withDayMeta = (
  { data, meta }: { data: RenderedData; meta: AnswerMeta },
  { warnings, pending }: DatedCompanies,
  receipt?: string | null,
): { data: RenderedData; meta: AnswerMeta } => ({
  // The receipt is unique, so an answer with one must not be a 304.
  data: receipt ? { ...data, etag: etagOf(receipt) } : data,
  meta: {
    ...meta,
    pending,
    warnings: [...warnings, ...(meta.warnings ?? [])],
    ...(receipt !== undefined && { extra: { receipt } }),
  },
});

export function assertMayHaveReceipts({ receipt }: { receipt?: boolean | undefined }, { caller }: Call): void {
  if (receipt && !(caller.pro && caller.account !== null))
    throw new ApiError('PRO_KEY_REQUIRED', messages.onDate.receiptsForPro());
}

interface DayRequest {
  day: Day;
  receipt: boolean;
  waitMs: number;
}

export async function companiesOnDay(
  results: ReadonlyMap<string, LookupResult | ApiError>,
  { day, receipt, waitMs }: DayRequest,
  call: Call,
  context: CompanyContext,
): Promise<DatedCompanies> {
  const cuis = [...results].flatMap(([cui, one]) => (one instanceof ApiError ? [] : cui));
  const days = await onDay(cuis, { day, needsObservation: receipt, waitMs }, call, context);
  const unanswered = cuis.filter((cui) => isOpen(days.get(cui), receipt));
  // A caller that pays per request pays for an answer about the day.
  if (call.caller.kind === 'payment' && unanswered[0] !== undefined)
    throw unavailableError(messages.onDate.companyOn({ cui: unanswered[0], date: day }));
  const receipts = receipt ? await receiptsOf(days, day, call, context) : undefined;
  const dated = new Map([...results].map(([cui, one]) => [cui, withDay(one, days.get(cui))]));
  const unreachable = unanswered.some((cui) => days.get(cui)?.authority === 'unreachable');
  return {
    results: dated,
    receipts,
    warnings: [
      ...(unreachable ? [messages.onDate.dayUnanswered({ date: day })] : []),
      ...(receipts && [...receipts.values()].includes(null) ? [messages.onDate.noReceipt({ date: day })] : []),
    ],
    pending: [
      ...([...results.values()].some((one) => !(one instanceof ApiError) && one.pending) ? ['fiscal'] : []),
      ...(unanswered.some((cui) => days.get(cui)?.authority === 'pending') ? ['onDate'] : []),
    ],
  };
}

/** The query to the authority failed, and a field or the receipt depends on it. */
const isOpen = (one: DayResult | undefined, receipt: boolean): boolean =>
  one !== undefined &&
  one.authority !== null &&
  ((receipt && one.observation === null) ||
    Object.entries(one.onDate.basis).some(([field, basis]) => field !== 'name' && basis === 'unknown'));

async function receiptsOf(
  days: ReadonlyMap<string, DayResult>,
  day: Day,
  call: Call,
  context: CompanyContext,
): Promise<Map<string, string | null>> {
  const answered = [...days].flatMap(([cui, { observation, onDate }]) =>
    observation !== null && observation.raw !== null
      ? [{ cui, day, ...observation, raw: observation.raw, onDate }]
      : [],
  );
  // Stored before signing, so that a receipt never refers to a missing record.
  if (answered.length > 0) await context.storeReceipted(answered);
  const receipts = new Map<string, string | null>([...days.keys()].map((cui) => [cui, null]));
  for (const { record: _, ...receipted } of answered)
    receipts.set(receipted.cui, await context.issueReceipt(receipted, call));
  return receipts;
}

function withDay(one: LookupResult | ApiError, dated: DayResult | undefined): LookupResult | ApiError {
  if (one instanceof ApiError || dated === undefined) return one;
  const { observation, authority, cached, onDate } = dated;
  const combined = combineStates([
    { fetchedAt: one.fetchedAt, state: one.authority },
    { fetchedAt: observation?.fetchedAt ?? null, state: authority },
  ]);
  return {
    ...one,
    document: withField(one.document, 'onDate', onDate),
    fetchedAt: combined.fetchedAt,
    authority: combined.state,
    stale: one.stale || (authority !== null && observation !== null),
    pending: one.pending || (authority === 'pending' && isOpen(dated, false)),
    cached: one.cached && cached,
  };
}

/** Appends a field to a document, which is stored as bytes. */
function withField({ bytes }: CompanyDocument, name: string, value: unknown): CompanyDocument {
  const more = Buffer.from(`,${JSON.stringify(name)}:${JSON.stringify(value)}}`);
  const whole = Buffer.concat([bytes.subarray(0, bytes.length - 1), more]);
  return { bytes: whole, etag: etagOf(whole) };
}
