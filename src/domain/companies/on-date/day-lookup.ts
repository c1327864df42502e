/** Looks up companies on a day: from stored records, else by a query to the tax authority about the day. */

import { upstreamCallerKey } from '#api/caller.ts';
import type { Call } from '#api/endpoint.ts';
import { windowSeconds } from '#api/operation-result.ts';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import { snapshotDays } from '#data/store/dataset.ts';
import type { CompanyContext, DayObservation, RefreshOutcome } from '#domain/companies/context.ts';
import { readEntity } from '#domain/companies/facts-table.ts';
import type { AuthorityState } from '#domain/companies/tax-authority.ts';
import { hasRightCheckDigit } from '#lib/values/cui.ts';
import type { Day } from '#lib/values/date.ts';
import { msOf } from '#lib/values/instant.ts';
import { factsByPeriods, factsOfAbsence, factsOfDay } from './fiscal-days.ts';
import { type DayFacts, isComplete, type OnDate, onDate } from './on-date.ts';
import { registeredFirms } from './registered-firms-table.ts';
import { factsByRegistry } from './registry-days.ts';

const WINDOW_MS = windowSeconds['24h'] * 1000;
/** Timeout of a query when an older answer about the day is stored. */
const WAIT_STALE_MS = 2_000;

export interface DayResult {
  onDate: OnDate;
  /** The tax authority's answer about that day; null without one. */
  observation: DayObservation | null;
  /** Why the query failed; null when the authority answered or was not queried. */
  authority: AuthorityState['state'];
  /** No source was queried. */
  cached: boolean;
}

export interface DayQuery {
  day: Day;
  /** Query the authority about the day even when other sources cover it. */
  needsObservation: boolean;
  /** Timeout of a query when nothing is stored. */
  waitMs: number;
}

export async function onDay(
  cuis: readonly string[],
  { day, needsObservation, waitMs }: DayQuery,
  call: Call,
  context: Pick<CompanyContext, 'live'>,
): Promise<Map<string, DayResult>> {
  const [stored, answered, firms] = await Promise.all([
    storedRecords(cuis, call, context),
    context.live.fiscalOn(cuis, day),
    registeredFirms(call.dataset, cuis),
  ]);
  const snapshots = snapshotDays(call.dataset.manifest);
  const around = new Map(
    cuis.map((cui) => {
      const record = stored.get(cui);
      return [
        cui,
        [factsByRegistry(firms.get(cui) ?? [], snapshots, day), record ? ofRecord(record, day) : {}],
      ] as const;
    }),
  );
  const isFresh = (cui: string): boolean => {
    const one = answered.get(cui);
    return one !== undefined && !call.wantsFresh && call.now - msOf(one.fetchedAt) < WINDOW_MS;
  };
  const open = cuis.filter(
    (cui) =>
      hasRightCheckDigit(cui) &&
      !isFresh(cui) &&
      (needsObservation || call.wantsFresh || !isComplete(around.get(cui) ?? [])),
  );
  const outcomes = await refreshDay(open, day, waitMs, (cui) => answered.has(cui), call, context);
  const latest = open.length > 0 ? new Map([...answered, ...(await context.live.fiscalOn(open, day))]) : answered;
  return new Map(
    cuis.map((cui) => {
      const observation = latest.get(cui) ?? null;
      const outcome = outcomes.get(cui);
      return [
        cui,
        {
          ...assembleDay(day, around.get(cui) ?? [], observation, isFresh(cui) || hasAnswered(outcome)),
          ...upstreamState(outcome),
        },
      ];
    }),
  );
}

/** Precedence: the registry, then a new answer about the day, then the periods, then an old answer about the day. */
function assembleDay(
  day: Day,
  [registry = {}, periods = {}]: readonly DayFacts[],
  observation: DayObservation | null,
  isNew: boolean,
) {
  const answer = observation === null ? {} : observation.record ? factsOfDay(observation.record) : factsOfAbsence();
  return { onDate: onDate(day, isNew ? [registry, answer, periods] : [registry, periods, answer]), observation };
}

const hasAnswered = (outcome: RefreshOutcome | undefined): boolean => outcome === 'found' || outcome === 'notFound';

const upstreamState = (outcome: RefreshOutcome | undefined): Pick<DayResult, 'authority' | 'cached'> => ({
  authority: outcome === 'unavailable' ? 'unreachable' : outcome === 'pending' ? 'pending' : null,
  cached: outcome === undefined,
});

const ofRecord = (record: FiscalRecord, day: Day): DayFacts =>
  record.day === day ? factsOfDay(record) : factsByPeriods(record, day);

async function storedRecords(
  cuis: readonly string[],
  { dataset }: Call,
  { live }: Pick<CompanyContext, 'live'>,
): Promise<Map<string, FiscalRecord>> {
  const observed = await live.fiscal(cuis);
  const records = new Map<string, FiscalRecord>();
  for (const cui of cuis) {
    const record = observed.get(cui)?.record ?? (await readEntity(dataset, cui))?.record;
    if (record) records.set(cui, record);
  }
  return records;
}

async function refreshDay(
  cuis: readonly string[],
  day: Day,
  waitMs: number,
  isStored: (cui: string) => boolean,
  { caller }: Call,
  { live }: Pick<CompanyContext, 'live'>,
): Promise<Map<string, RefreshOutcome>> {
  const { known = [], unknown = [] } = Object.groupBy(cuis, (cui) => (isStored(cui) ? 'known' : 'unknown'));
  const none = new Map<string, RefreshOutcome>();
  const requester = upstreamCallerKey(caller);
  const outcomes = await Promise.all([
    known.length > 0 ? live.refreshFiscalOn(known, day, Math.min(waitMs, WAIT_STALE_MS), requester) : none,
    unknown.length > 0 ? live.refreshFiscalOn(unknown, day, waitMs, requester) : none,
  ]);
  return new Map(outcomes.flatMap((map) => [...map]));
}
