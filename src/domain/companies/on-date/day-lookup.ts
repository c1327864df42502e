/** Companies on a day: from what is kept, and where that does not tell, by asking the tax authority about the day. */

import { upstreamCallerKey } from '#api/caller.ts';
import type { Call } from '#api/endpoint.ts';
import { windowSeconds } from '#api/operation-result.ts';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Heard } from '#domain/companies/authority-provenance.ts';
import { readEntity } from '#domain/companies/entities-table.ts';
import type { CompanyNeeds, DayObservation, RefreshOutcome } from '#domain/companies/needs.ts';
import { hasRightCheckDigit } from '#lib/values/cui.ts';
import type { Day } from '#lib/values/date.ts';
import { msOf } from '#lib/values/instant.ts';
import { toldAbsent, toldByPeriods, toldOfDay } from './fiscal-days.ts';
import { isTold, type OnDate, onDate, type Told } from './on-date.ts';
import { registeredFirms, snapshotDays } from './registered-firms-table.ts';
import { toldByRegistry } from './registry-days.ts';

const WINDOW_MS = windowSeconds['24h'] * 1000;
/** Who has an older answer about the day at hand waits this long for a newer one. */
const WAIT_STALE_MS = 2_000;

export interface OnDay {
  onDate: OnDate;
  /** What the tax authority said of that very day; null where it was not asked, or did not answer. */
  observation: DayObservation | null;
  /** How it was silent when it was asked for this; null when it told, or need not be asked. */
  silent: Heard['state'];
  /** Nobody was asked for this. */
  cached: boolean;
}

export interface DayQuestion {
  day: Day;
  /** The authority's own answer about that day is wanted, whatever else is known. */
  inItsWords: boolean;
  /** How long who has nothing at hand may still wait. */
  waitMs: number;
}

export async function onDay(
  cuis: readonly string[],
  { day, inItsWords, waitMs }: DayQuestion,
  call: Call,
  needs: Pick<CompanyNeeds, 'live'>,
): Promise<Map<string, OnDay>> {
  const [kept, answered, firms] = await Promise.all([
    keptRecords(cuis, call, needs),
    needs.live.fiscalOn(cuis, day),
    registeredFirms(call.dataset, cuis),
  ]);
  const snapshots = snapshotDays(call.dataset);
  const around = new Map(
    cuis.map((cui) => {
      const record = kept.get(cui);
      return [
        cui,
        [toldByRegistry(firms.get(cui) ?? [], snapshots, day), record ? ofRecord(record, day) : {}],
      ] as const;
    }),
  );
  const isFresh = (cui: string): boolean => {
    const one = answered.get(cui);
    return one !== undefined && !call.wantsFresh && call.now - msOf(one.fetchedAt) < WINDOW_MS;
  };
  const open = cuis.filter(
    (cui) =>
      hasRightCheckDigit(cui) && !isFresh(cui) && (inItsWords || call.wantsFresh || !isTold(around.get(cui) ?? [])),
  );
  const outcomes = await ask(open, day, waitMs, (cui) => answered.has(cui), call, needs);
  const latest = open.length > 0 ? new Map([...answered, ...(await needs.live.fiscalOn(open, day))]) : answered;
  return new Map(
    cuis.map((cui) => {
      const observation = latest.get(cui) ?? null;
      const outcome = outcomes.get(cui);
      return [
        cui,
        {
          ...assembled(day, around.get(cui) ?? [], observation, isFresh(cui) || hasTold(outcome)),
          ...silence(outcome),
        },
      ];
    }),
  );
}

/** An old answer about the day stands behind what is known by now; a new one before it. The registry speaks of itself first. */
function assembled(
  day: Day,
  [registry = {}, periods = {}]: readonly Told[],
  observation: DayObservation | null,
  isNew: boolean,
) {
  const asked = observation === null ? {} : observation.record ? toldOfDay(observation.record) : toldAbsent();
  return { onDate: onDate(day, isNew ? [registry, asked, periods] : [registry, periods, asked]), observation };
}

const hasTold = (outcome: RefreshOutcome | undefined): boolean => outcome === 'found' || outcome === 'notFound';

const silence = (outcome: RefreshOutcome | undefined): Pick<OnDay, 'silent' | 'cached'> => ({
  silent: outcome === 'unavailable' ? 'unreachable' : outcome === 'pending' ? 'pending' : null,
  cached: outcome === undefined,
});

/** A record that is of this very day is the answer about it. */
const ofRecord = (record: FiscalRecord, day: Day): Told =>
  record.day === day ? toldOfDay(record) : toldByPeriods(record, day);

async function keptRecords(
  cuis: readonly string[],
  { dataset }: Call,
  { live }: Pick<CompanyNeeds, 'live'>,
): Promise<Map<string, FiscalRecord>> {
  const observed = await live.fiscal(cuis);
  const records = new Map<string, FiscalRecord>();
  for (const cui of cuis) {
    const record = observed.get(cui)?.record ?? (await readEntity(dataset, cui))?.record;
    if (record) records.set(cui, record);
  }
  return records;
}

async function ask(
  cuis: readonly string[],
  day: Day,
  waitMs: number,
  isKnown: (cui: string) => boolean,
  { caller }: Call,
  { live }: Pick<CompanyNeeds, 'live'>,
): Promise<Map<string, RefreshOutcome>> {
  const { known = [], unknown = [] } = Object.groupBy(cuis, (cui) => (isKnown(cui) ? 'known' : 'unknown'));
  const none = new Map<string, RefreshOutcome>();
  const asker = upstreamCallerKey(caller);
  const outcomes = await Promise.all([
    known.length > 0 ? live.refreshFiscalOn(known, day, Math.min(waitMs, WAIT_STALE_MS), asker) : none,
    unknown.length > 0 ? live.refreshFiscalOn(unknown, day, waitMs, asker) : none,
  ]);
  return new Map(outcomes.flatMap((map) => [...map]));
}
