/** The status of the service, from the results of its live sources and the parts of the generation. */

import { Type } from 'typebox';
import type { Dataset, Part } from '#data/store/dataset.ts';
import { about, closed, field, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { bucharestDay, type Day, daysBetween } from '#lib/values/date.ts';

const Upstream = Type.Object(
  {
    name: field(Type.String(), {
      en: '`anaf` (tax authority), `bilant` (its balance sheets), `bnr` (national bank), and what else is asked.',
      ro: '`anaf` (autoritatea fiscală), `bilant` (bilanțurile ei), `bnr` (Banca Națională) și ce se mai întreabă.',
    }),
    state: oneOf(['ok', 'degraded', 'down', 'unknown'], {
      en: '`degraded`: the last question failed; `down`: it failed so often that the source is left alone for a while; `unknown`: not asked yet.',
      ro: '`degraded`: ultima întrebare a eșuat; `down`: a eșuat atât de des încât sursa este lăsată în pace o vreme; `unknown`: neîntrebată încă.',
    }),
    lastSuccess: orNull(Type.String(), {
      en: 'When it last answered as it should, ISO instant.',
      ro: 'Când a răspuns ultima dată cum trebuie, moment ISO.',
    }),
    lastFailure: orNull(Type.String(), { en: 'When it last did not.', ro: 'Când nu a răspuns ultima dată.' }),
    failureReason: orNull(Type.String(), {
      en: 'How it failed last: `timeout`, `rejected`, `html`, `blocked` (it has shut out the address of this service) …',
      ro: 'Cum a eșuat ultima dată: `timeout`, `rejected`, `html`, `blocked` (a blocat accesul de la adresa acestui serviciu) …',
    }),
    latencyMs: orNull(Type.Integer(), { en: 'How long its last answer took.', ro: 'Cât a durat ultimul ei răspuns.' }),
    breaker: orNull(oneOf(['closed', 'open', 'halfOpen'], 'State of the breaker.'), {
      en: 'The circuit breaker: `closed` asks, `open` does not, `halfOpen` tries once.',
      ro: 'Întrerupătorul: `closed` întreabă, `open` nu, `halfOpen` încearcă o dată.',
    }),
    lagSeconds: orNull(Type.Integer(), { en: 'Seconds since the last success.', ro: 'Secunde de la ultima reușită.' }),
  },
  { ...closed, title: 'Upstream', description: 'A source that is asked live.' },
);

const LoadedSource = Type.Object(
  {
    name: field(Type.String(), {
      en: 'Part of the dataset: `registry`, `finances`, `rates` …',
      ro: 'Partea setului de date: `registry`, `finances`, `rates` …',
    }),
    source: field(Type.String(), { en: 'Where it comes from.', ro: 'De unde vine.' }),
    asOf: orNull(Type.String(), {
      en: 'The last day that it covers, as its content proves or its publisher names; null where nothing tells it, and for what we compute.',
      ro: 'Ultima zi pe care o acoperă, cum o dovedește conținutul sau o numește cine publică; null unde nimic nu o spune și pentru ce calculăm noi.',
    }),
    loadedAt: field(Type.String(), {
      en: 'When it was loaded, ISO instant.',
      ro: 'Când a fost încărcată, moment ISO.',
    }),
    rows: field(Type.Integer(), { en: 'Rows in all its tables.', ro: 'Rânduri în toate tabelele ei.' }),
    freshness: oneOf(['current', 'old', 'unknown', 'stale', 'unreadable'], {
      en: '`old`: what it covers ends earlier than it should by now, `missing` names what lacks; `unknown`: nothing tells the day that it covers; `stale`: a newer publication was not taken over, because it could not be read or was not whole; `unreadable`: written by an older version of the software, not served, and made again where its publication is at hand.',
      ro: '`old`: ce acoperă se încheie mai devreme decât ar trebui, `missing` spune ce lipsește; `unknown`: nimic nu spune ziua pe care o acoperă; `stale`: una mai nouă nu a fost preluată, fiindcă nu s-a putut citi sau nu era întreagă; `unreadable`: scrisă de o versiune mai veche a programului, nu se dă și se face din nou unde publicația ei este la îndemână.',
    }),
    missing: field(Type.Array(Type.String()), {
      en: 'Years of balance sheets (`2025`) and quarters of procurement exports (`2026-Q3`) behind `asOf` that should be here by now.',
      ro: 'Anii de bilanțuri (`2025`) și trimestrele de exporturi ale achizițiilor (`2026-Q3`) de după `asOf` care ar trebui să fie aici.',
    }),
  },
  { ...closed, title: 'LoadedSource', description: 'A publication that was loaded.' },
);

const Standby = Type.Object(
  {
    state: oneOf(['reading', 'behind', 'away', 'promoted', 'foreign', 'unknown'], {
      en: '`reading`: the dataset is read there, and in every other state on the primary. `behind`: too far behind, or not up to this version yet; `away`: it does not answer; `promoted`: it is no standby any more; `foreign`: it is a copy of something else, or follows another primary than ours (another timeline); `unknown`: not looked at yet.',
      ro: '`reading`: setul de date se citește de acolo, iar în orice altă stare de pe serverul principal. `behind`: prea mult în urmă sau încă fără ce cere această versiune; `away`: nu răspunde; `promoted`: nu mai este replică; `foreign`: este copia altei baze de date sau urmează alt server principal decât al nostru (altă cronologie, „timeline”); `unknown`: neverificată încă.',
    }),
    lagSeconds: orNull(Type.Number(), {
      en: 'For how long the primary has been ahead of it; 0 when it has everything. Null when it cannot be told.',
      ro: 'De câte secunde este serverul principal înaintea ei; 0 când are tot. Null când nu se poate spune.',
    }),
    lagBytes: orNull(Type.Integer(), {
      en: 'Bytes of the primary’s log that it has not replayed yet.',
      ro: 'Octeți din jurnalul serverului principal pe care nu i-a aplicat încă.',
    }),
  },
  { ...closed, title: 'Standby', description: 'The database server that the dataset is read from.' },
);

const Duties = Type.Object(
  {
    state: oneOf(['led', 'unled', 'unknown'], {
      en: '`led`: a host does them; `unled`: nobody does at the moment; `unknown`: it cannot be read at the moment.',
      ro: '`led`: un server le face; `unled`: nimeni nu le face în acest moment; `unknown`: nu se poate citi în acest moment.',
    }),
    ledSince: orNull(Type.String(), {
      en: 'Since when the same host leads, ISO instant.',
      ro: 'De când conduce același server, moment ISO.',
    }),
    term: orNull(Type.Integer(), {
      en: 'How often the lead has changed: higher with every host that takes it.',
      ro: 'De câte ori s-a schimbat conducerea: crește cu fiecare server care o preia.',
    }),
  },
  {
    ...closed,
    title: 'Duties',
    ...about({
      en: 'What one host does for the whole installation: collecting, building, letters, plans.',
      ro: 'Ce face un singur server pentru toată instalația: colectare, construire, scrisori, abonamente.',
    }),
  },
);

export const ServiceHealth = Type.Object(
  {
    status: oneOf(['ok', 'degraded', 'down'], {
      en: '`degraded`: a source fails, a publication is stale or unreadable, hosts count alone, or nobody leads the duties, and what is stored is served; `down`: no live source answers.',
      ro: '`degraded`: o sursă nu merge, o publicație este învechită sau nu se poate citi, serverele numără separat ori nimeni nu conduce treburile instalației, iar ce este păstrat se dă; `down`: nicio sursă întrebată pe loc nu răspunde.',
    }),
    upstreams: orNull(Type.Array(Upstream), {
      en: 'The sources that are asked live; null when what they did cannot be read at the moment.',
      ro: 'Sursele întrebate pe loc; null când momentan nu se poate citi ce au făcut.',
    }),
    sources: field(Type.Array(LoadedSource), {
      en: 'The publications that were loaded.',
      ro: 'Publicațiile încărcate.',
    }),
    limits: oneOf(['host', 'shared', 'alone', 'off'], {
      en: 'Who counts requests: `host`, this host for itself; `shared`, all hosts together; `alone`, each host for itself because the shared counters do not answer; `off`, nobody.',
      ro: 'Cine numără cererile: `host`, acest server pentru sine; `shared`, toate împreună; `alone`, fiecare pentru sine, fiindcă numărătoarea comună nu răspunde; `off`, nimeni.',
    }),
    standby: orNull(Standby, {
      en: 'The standby that this host reads the dataset from; null where it has none.',
      ro: 'Replica din care acest server citește setul de date; null dacă nu are.',
    }),
    duties: Duties,
    generation: field(Type.String(), {
      en: 'The generation of the dataset that is served.',
      ro: 'Generația setului de date care se dă.',
    }),
    version: field(Type.String(), { en: 'Version of the software.', ro: 'Versiunea programului.' }),
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

export interface ServiceState {
  upstreams: readonly UpstreamState[] | null;
  limits: LimitsState;
  standby: StandbyLag | null;
  /** Null when the store cannot be read. */
  leader: LeaderState | null;
  version: string;
}

/** The leader's lease. `isHeld`: a host is leader now; `since` and `term` are of the last leader, null before the first one. */
export interface LeaderState {
  isHeld: boolean;
  since: string | null;
  term: number | null;
}

export function healthOf(
  { manifest, unreadable }: Pick<Dataset, 'manifest' | 'unreadable'>,
  { upstreams: states, limits, standby, leader, version }: ServiceState,
  now: number,
): Static<typeof ServiceHealth> {
  const bySource = new Map(states?.map((state) => [state.source, state]));
  const names = new Set([...UPSTREAMS, ...bySource.keys()]);
  const upstreams = states && [...names].map((name) => upstreamOf(name, bySource.get(name), now));
  const unread = [...unreadable, ...(manifest.lost ?? [])];
  const sources = [...manifest.parts, ...(manifest.lost ?? [])].map((part) => ({
    ...sourceOf(part, now),
    ...(unread.includes(part) && { freshness: 'unreadable' as const }),
  }));
  const trouble =
    limits === 'alone' ||
    leader?.isHeld === false ||
    sources.some(({ freshness }) => freshness === 'stale' || freshness === 'unreadable');
  return {
    status: statusOf(upstreams, trouble),
    upstreams,
    sources,
    limits,
    standby: standby && standbyOf(standby),
    duties: dutiesOf(leader),
    generation: manifest.id,
    version,
  };
}

function dutiesOf(leader: LeaderState | null): Static<typeof Duties> {
  if (leader === null) return { state: 'unknown', ledSince: null, term: null };
  return { state: leader.isHeld ? 'led' : 'unled', ledSince: leader.isHeld ? leader.since : null, term: leader.term };
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
