/** Companies as found, with what they were on a day and, for who asks for one, its receipt. */

import { ApiError } from '#api/api-error.ts';
import type { AnswerMeta, Call, RenderedData } from '#api/endpoint.ts';
import { heardTogether } from '#domain/companies/authority-provenance.ts';
import { notAnswered } from '#domain/companies/authority-silence.ts';
import type { Found } from '#domain/companies/lookup.ts';
import type { CompanyNeeds } from '#domain/companies/needs.ts';
import type { CompanyDocument } from '#domain/companies/render.ts';
import type { Message } from '#lib/i18n/message.ts';
import type { Day } from '#lib/values/date.ts';
import { etagOf } from '#lib/values/hash.ts';
import { messages } from '#locales/messages.ts';
import { type OnDay, onDay } from './day-lookup.ts';

export interface Dated {
  found: Map<string, Found | ApiError>;
  /** By fiscal code; null where the tax authority has not answered. Undefined when none were asked for. */
  receipts: Map<string, string | null> | undefined;
  warnings: Message[];
  /** Field groups that are still being fetched. */
  pending: string[];
}

/** How long a caller who came in at `call.now` may still wait; a moment at least, or who waited for the company never hears of the day. */
export const waitLeft = (waitMs: number, { now }: Call): number =>
  Math.max(WAIT_MS_MIN, waitMs - Math.max(0, Date.now() - now));
const WAIT_MS_MIN = 1_000;

/** The answer's `meta` says what the day adds to it. */
export const withDated = (
  { data, meta }: { data: RenderedData; meta: AnswerMeta },
  { warnings, pending }: Dated,
  receipt?: string | null,
): { data: RenderedData; meta: AnswerMeta } => ({
  // An answer with a receipt is no other's copy: who asks for one wants it, not a 304.
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

interface SignUpIntent {
  day: Day;
  receipt: boolean;
  waitMs: number;
}

export async function onTheDay(
  found: ReadonlyMap<string, Found | ApiError>,
  { day, receipt, waitMs }: SignUpIntent,
  call: Call,
  needs: CompanyNeeds,
): Promise<Dated> {
  const cuis = [...found].flatMap(([cui, one]) => (one instanceof ApiError ? [] : cui));
  const days = await onDay(cuis, { day, inItsWords: receipt, waitMs }, call, needs);
  const unanswered = cuis.filter((cui) => isOpen(days.get(cui), receipt));
  // One who pays for the day pays for an answer about it.
  if (call.caller.kind === 'payment' && unanswered[0] !== undefined)
    throw notAnswered(messages.onDate.companyOn({ cui: unanswered[0], date: day }));
  const receipts = receipt ? await receiptsOf(days, day, call, needs) : undefined;
  const dated = new Map([...found].map(([cui, one]) => [cui, withDay(one, days.get(cui))]));
  const silent = unanswered.some((cui) => days.get(cui)?.silent === 'unreachable');
  return {
    found: dated,
    receipts,
    warnings: [
      ...(silent ? [messages.onDate.dayUnanswered({ date: day })] : []),
      ...(receipts && [...receipts.values()].includes(null) ? [messages.onDate.noReceipt({ date: day })] : []),
    ],
    pending: [
      ...([...found.values()].some((one) => !(one instanceof ApiError) && one.pending) ? ['fiscal'] : []),
      ...(unanswered.some((cui) => days.get(cui)?.silent === 'pending') ? ['onDate'] : []),
    ],
  };
}

/** The authority was asked and is silent, and without it something stays unknown. */
const isOpen = (one: OnDay | undefined, receipt: boolean): boolean =>
  one !== undefined &&
  one.silent !== null &&
  ((receipt && one.observation === null) ||
    Object.entries(one.onDate.basis).some(([field, basis]) => field !== 'name' && basis === 'unknown'));

async function receiptsOf(
  days: ReadonlyMap<string, OnDay>,
  day: Day,
  call: Call,
  needs: CompanyNeeds,
): Promise<Map<string, string | null>> {
  const answered = [...days].flatMap(([cui, { observation, onDate: told }]) =>
    observation !== null && observation.raw !== null ? [{ cui, day, ...observation, raw: observation.raw, told }] : [],
  );
  // Before anything is signed: what a receipt confirms can be shown.
  if (answered.length > 0) await needs.keepReceipted(answered);
  const made = new Map<string, string | null>([...days.keys()].map((cui) => [cui, null]));
  for (const { record: _, ...receipted } of answered) made.set(receipted.cui, await needs.receipt(receipted, call));
  return made;
}

function withDay(one: Found | ApiError, dated: OnDay | undefined): Found | ApiError {
  if (one instanceof ApiError || dated === undefined) return one;
  const { observation, silent, cached, onDate } = dated;
  const heard = heardTogether([
    { fetchedAt: one.fetchedAt, state: one.silent },
    { fetchedAt: observation?.fetchedAt ?? null, state: silent },
  ]);
  return {
    ...one,
    document: withField(one.document, 'onDate', onDate),
    fetchedAt: heard.fetchedAt,
    silent: heard.state,
    stale: one.stale || (silent !== null && observation !== null),
    pending: one.pending || (silent === 'pending' && isOpen(dated, false)),
    cached: one.cached && cached,
  };
}

/** Companies are stored as bytes: the field is written behind their last one. */
function withField({ bytes }: CompanyDocument, name: string, value: unknown): CompanyDocument {
  const more = Buffer.from(`,${JSON.stringify(name)}:${JSON.stringify(value)}}`);
  const whole = Buffer.concat([bytes.subarray(0, bytes.length - 1), more]);
  return { bytes: whole, etag: etagOf(whole) };
}
