/** The status of the service, from what its live sources last did and from the parts of the generation. */

import { Type } from 'typebox';
import type { Dataset, Part } from '#data/store/dataset.ts';
import { bucharestDay, type Day, daysBetween } from '#lib/values/date.ts';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';

const Upstream = Type.Object(
  {
    name: Type.String({
      description:
        '`anaf` (tax authority), `bilant` (its balance sheets), `bnr` (national bank), and what else is asked.',
    }),
    state: oneOf(
      ['ok', 'degraded', 'down', 'unknown'],
      '`degraded`: the last question failed; `down`: it failed so often that the source is left alone for a while; `unknown`: not asked yet.',
    ),
    lastSuccess: orNull(Type.String(), 'When it last answered as it should, ISO instant.'),
    lastFailure: orNull(Type.String(), 'When it last did not.'),
    failureReason: orNull(
      Type.String(),
      'How it failed last: `timeout`, `rejected`, `html`, `blocked` (it has shut out the address of this service) …',
    ),
    latencyMs: orNull(Type.Integer(), 'How long its last answer took.'),
    breaker: orNull(
      oneOf(['closed', 'open', 'halfOpen'], 'State of the breaker.'),
      'The circuit breaker: `closed` asks, `open` does not, `halfOpen` tries once.',
    ),
    lagSeconds: orNull(Type.Integer(), 'Seconds since the last success.'),
  },
  { ...closed, title: 'Upstream', description: 'A source that is asked live.' },
);

const LoadedSource = Type.Object(
  {
    name: Type.String({ description: 'Part of the dataset: `registry`, `finances`, `rates` …' }),
    source: Type.String({ description: 'Where it comes from.' }),
    asOf: orNull(
      Type.String(),
      'The last day that it covers, as its content proves or its publisher names; null where nothing tells it, and for what we compute.',
    ),
    loadedAt: Type.String({ description: 'When it was loaded, ISO instant.' }),
    rows: Type.Integer({ description: 'Rows in all its tables.' }),
    freshness: oneOf(
      ['current', 'old', 'unknown', 'stale', 'unreadable'],
      '`old`: what it covers ends earlier than it should by now, `missing` names what lacks; `unknown`: nothing tells the day that it covers; `stale`: a newer publication was not taken over, because it could not be read or was not whole; `unreadable`: written by an older version of the software, not served, and made again where its publication is at hand.',
    ),
    missing: Type.Array(Type.String(), {
      description:
        'Years of balance sheets (`2025`) and quarters of procurement exports (`2026-Q3`) behind `asOf` that should be here by now.',
    }),
  },
  { ...closed, title: 'LoadedSource', description: 'A publication that was loaded.' },
);

const Standby = Type.Object(
  {
    state: oneOf(
      ['reading', 'behind', 'away', 'promoted', 'foreign', 'unknown'],
      '`reading`: the dataset is read there, and in every other state on the primary. `behind`: too far behind, or not up to this version yet; `away`: it does not answer; `promoted`: it is no standby any more; `foreign`: it is a copy of something else, or follows another primary than ours (another timeline); `unknown`: not looked at yet.',
    ),
    lagSeconds: orNull(
      Type.Number(),
      'For how long the primary has been ahead of it; 0 when it has everything. Null when it cannot be told.',
    ),
    lagBytes: orNull(Type.Integer(), 'Bytes of the primary’s log that it has not replayed yet.'),
  },
  { ...closed, title: 'Standby', description: 'The database server that the dataset is read from.' },
);

const Duties = Type.Object(
  {
    state: oneOf(
      ['led', 'unled', 'unknown'],
      '`led`: a host does them; `unled`: nobody does at the moment; `unknown`: it cannot be read at the moment.',
    ),
    ledSince: orNull(Type.String(), 'Since when the same host leads, ISO instant.'),
    term: orNull(Type.Integer(), 'How often the lead has changed: higher with every host that takes it.'),
  },
  {
    ...closed,
    title: 'Duties',
    description: 'What one host does for the whole installation: collecting, building, letters, plans.',
  },
);

export const ServiceHealth = Type.Object(
  {
    status: oneOf(
      ['ok', 'degraded', 'down'],
      '`degraded`: a source fails, a publication is stale or unreadable, hosts count alone, or nobody leads the duties, and what is stored is served; `down`: no live source answers.',
    ),
    upstreams: orNull(
      Type.Array(Upstream),
      'The sources that are asked live; null when what they did cannot be read at the moment.',
    ),
    sources: Type.Array(LoadedSource, { description: 'The publications that were loaded.' }),
    limits: oneOf(
      ['host', 'shared', 'alone', 'off'],
      'Who counts requests: `host`, this host for itself; `shared`, all hosts together; `alone`, each host for itself because the shared counters do not answer; `off`, nobody.',
    ),
    standby: orNull(Standby, 'The standby that this host reads the dataset from; null where it has none.'),
    duties: Duties,
    generation: Type.String({ description: 'The generation of the dataset that is served.' }),
    version: Type.String({ description: 'Version of the software.' }),
  },
  { ...closed, title: 'ServiceHealth', description: 'The status of the service and its sources.' },
);

export interface UpstreamState {
  source: string;
  breaker: 'closed' | 'open' | 'halfOpen';
  lastSuccess: string | null;
  lastFailure: string | null;
  failureReason: string | null;
  latencyMs: number | null;
}

/** Told of whether or not they have been asked yet; others follow once they have. */
const UPSTREAMS = ['anaf', 'bilant', 'bnr'];

/** Balance sheets of a year are published in the summer or autumn after it: so many months after its end they are overdue. */
const YEAR_OVERDUE_MONTHS = 10;
/** Exports of a quarter come about a quarter after its end, seldom punctually. */
const QUARTER_OVERDUE_MONTHS = 4;

/** What is overdue of publications that come by years or quarters, by the part's name. */
const missingOf: Record<string, (asOf: Day, today: Day) => string[]> = {
  finances: (asOf, today) =>
    periodsMissing(asOf, today, 12, YEAR_OVERDUE_MONTHS).map((end) => String(Math.floor((end - 1) / 12))),
  procurement: (asOf, today) =>
    periodsMissing(asOf, today, 3, QUARTER_OVERDUE_MONTHS).map(
      (end) => `${Math.floor((end - 1) / 12)}-Q${Math.floor(((end - 1) % 12) / 3) + 1}`,
    ),
};

/**
 * The ends of periods behind the one that a day is in, as months since the year 0, whose publications are overdue. Of a year that is not
 * over, the one before is the last whole one.
 */
function periodsMissing(asOf: Day, today: Day, months: number, overdue: number): number[] {
  const monthOf = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  const isYear = months === 12;
  const covered = isYear && !asOf.endsWith('-12-31') ? monthOf(asOf) - 12 : monthOf(asOf);
  const missing: number[] = [];
  for (let end = (Math.floor(covered / months) + 2) * months; end + overdue <= monthOf(today); end += months)
    missing.push(end);
  return missing;
}

/** Days after which something newer is overdue, by the part's name. */
const OLD_AFTER_DAYS: Record<string, number> = {
  registry: 120, // monthly to quarterly
  rates: 60, // the bank is asked live, too: the load only has to reach back to what it still tells
  shareholders: 120, // of the same firms as the registry
  debts: 120, // the tax authority lists its debtors quarterly
  gazette: 31, // an issue every working day; who brings them in does so weekly or monthly
  recent: 7, // the lists are read every day: a week without them is a failure that nobody saw
};

export type LimitsState = Static<typeof ServiceHealth>['limits'];

export interface StandbyLag {
  state: Static<typeof Standby>['state'];
  lagMs: number | null;
  lagBytes: number | null;
}

export interface Observed {
  upstreams: readonly UpstreamState[] | null;
  limits: LimitsState;
  standby: StandbyLag | null;
  /** Null when it cannot be read at the moment. */
  duties: Led | null;
  version: string;
}

/** Who leads the duties. `isHeld`: whether anybody does at this moment; the rest of whoever led last, null where nobody ever did. */
export interface Led {
  isHeld: boolean;
  since: string | null;
  term: number | null;
}

export function healthOf(
  { manifest, unreadable }: Pick<Dataset, 'manifest' | 'unreadable'>,
  { upstreams: states, limits, standby, duties: led, version }: Observed,
  now: number,
): Static<typeof ServiceHealth> {
  const known = new Map(states?.map((state) => [state.source, state]));
  const names = new Set([...UPSTREAMS, ...known.keys()]);
  const upstreams = states && [...names].map((name) => upstreamOf(name, known.get(name), now));
  const unread = [...unreadable, ...(manifest.lost ?? [])];
  const sources = [...manifest.parts, ...(manifest.lost ?? [])].map((part) => ({
    ...sourceOf(part, now),
    ...(unread.includes(part) && { freshness: 'unreadable' as const }),
  }));
  const trouble =
    limits === 'alone' ||
    led?.isHeld === false ||
    sources.some(({ freshness }) => freshness === 'stale' || freshness === 'unreadable');
  return {
    status: statusOf(upstreams, trouble),
    upstreams,
    sources,
    limits,
    standby: standby && standbyOf(standby),
    duties: dutiesOf(led),
    generation: manifest.id,
    version,
  };
}

function dutiesOf(led: Led | null): Static<typeof Duties> {
  if (led === null) return { state: 'unknown', ledSince: null, term: null };
  return { state: led.isHeld ? 'led' : 'unled', ledSince: led.isHeld ? led.since : null, term: led.term };
}

const standbyOf = ({ state, lagMs, lagBytes }: StandbyLag): Static<typeof Standby> => ({
  state,
  lagSeconds: lagMs === null ? null : lagMs / 1_000,
  lagBytes,
});

function statusOf(upstreams: Static<typeof Upstream>[] | null, trouble: boolean): 'ok' | 'degraded' | 'down' {
  const states = upstreams?.map(({ state }) => state) ?? ['degraded'];
  if (states.every((state) => state === 'down')) return 'down';
  return trouble || states.some((state) => state === 'down' || state === 'degraded') ? 'degraded' : 'ok';
}

function upstreamOf(name: string, state: UpstreamState | undefined, now: number): Static<typeof Upstream> {
  const success = state?.lastSuccess ?? null;
  return {
    name,
    state: stateOf(state),
    lastSuccess: success,
    lastFailure: state?.lastFailure ?? null,
    failureReason: state?.failureReason ?? null,
    latencyMs: state?.latencyMs ?? null,
    breaker: state?.breaker ?? null,
    lagSeconds: success === null ? null : Math.max(0, Math.floor((now - Date.parse(success)) / 1000)),
  };
}

function stateOf(state: UpstreamState | undefined): 'ok' | 'degraded' | 'down' | 'unknown' {
  if (!state) return 'unknown';
  if (state.breaker !== 'closed') return 'down';
  return state.lastFailure !== null && state.lastFailure > (state.lastSuccess ?? '') ? 'degraded' : 'ok';
}

function sourceOf(part: Part, now: number): Static<typeof LoadedSource> {
  const today = bucharestDay(now);
  const limit = OLD_AFTER_DAYS[part.name];
  const missing = part.asOf === null ? [] : (missingOf[part.name]?.(part.asOf, today) ?? []);
  const old =
    missing.length > 0 || (limit !== undefined && part.asOf !== null && daysBetween(part.asOf, today) > limit);
  const isUndated = part.asOf === null && part.source !== 'computed';
  return {
    name: part.name,
    source: part.source,
    asOf: part.asOf,
    loadedAt: part.loadedAt,
    rows: Object.values(part.rows).reduce((sum, rows) => sum + rows, 0),
    freshness: part.stale !== null ? 'stale' : old ? 'old' : isUndated ? 'unknown' : 'current',
    missing,
  };
}
