/** The status of the service, from the results of its live sources and the parts of the generation. */

import { Type } from 'typebox';
import { factsOf } from '#api/parts.ts';
import type { Dataset, Part } from '#data/store/dataset.ts';
import { about, closed, field, oneOf, orNone, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { bucharestDay, type Day, daysBetween } from '#lib/values/date.ts';

const Upstream = Type.Object(
  {
    name: field(Type.String(), {
      en: '`anaf` (tax authority), `bilant` (its balance sheets), `bnr` (national bank), and further ones that were queried.',
      ro: '`anaf` (autoritatea fiscală), `bilant` (bilanțurile ei), `bnr` (Banca Națională) și altele care au fost interogate.',
    }),
    state: oneOf(['ok', 'degraded', 'down', 'unknown'], {
      en: '`degraded`: the last request failed; `down`: so many failed that requests are paused; `unknown`: not queried yet.',
      ro: '`degraded`: ultima cerere a eșuat; `down`: au eșuat atât de multe încât cererile sunt suspendate; `unknown`: neinterogată încă.',
    }),
    lastSuccess: orNull(Type.String(), {
      en: 'When it last answered as it should, ISO instant.',
      ro: 'Când a răspuns ultima dată cum trebuie, moment ISO.',
    }),
    lastFailure: orNull(Type.String(), { en: 'When it last did not.', ro: 'Când nu a răspuns ultima dată.' }),
    failureReason: orNull(Type.String(), {
      en: 'How it failed last: `timeout`, `rejected`, `html`, `firewall` (a firewall in front of it refuses our requests), `blocked` (it has shut out the address of this service) …',
      ro: 'Cum a eșuat ultima dată: `timeout`, `rejected`, `html`, `firewall` (un firewall din fața ei ne respinge cererile), `blocked` (a blocat accesul de la adresa acestui serviciu) …',
    }),
    latencyMs: orNull(Type.Integer(), { en: 'How long its last answer took.', ro: 'Cât a durat ultimul ei răspuns.' }),
    breaker: orNull(oneOf(['closed', 'open', 'halfOpen'], 'State of the breaker.'), {
      en: 'The circuit breaker: `closed` sends requests, `open` does not, `halfOpen` sends one.',
      ro: 'Întrerupătorul: `closed` trimite cereri, `open` nu, `halfOpen` trimite una.',
    }),
    lagSeconds: orNull(Type.Integer(), { en: 'Seconds since the last success.', ro: 'Secunde de la ultima reușită.' }),
  },
  { ...closed, title: 'Upstream', description: 'A source that is queried live.' },
);

const LoadedSource = Type.Object(
  {
    name: field(Type.String(), {
      en: 'Part of the dataset: `registry`, `finances`, `rates` …',
      ro: 'Partea setului de date: `registry`, `finances`, `rates` …',
    }),
    source: field(Type.String(), { en: 'Its source.', ro: 'De unde vine.' }),
    asOf: orNull(Type.String(), {
      en: 'The last day that it covers, as its content proves or its publisher names; null where unknown, and for computed parts.',
      ro: 'Ultima zi pe care o acoperă, după conținut sau după cel care publică; null unde nu este cunoscută și pentru părțile calculate.',
    }),
    loadedAt: field(Type.String(), {
      en: 'When it was loaded, ISO instant.',
      ro: 'Când a fost încărcată, moment ISO.',
    }),
    rows: field(Type.Integer(), { en: 'Rows in all its tables.', ro: 'Rânduri în toate tabelele ei.' }),
    freshness: oneOf(['current', 'old', 'unknown', 'stale', 'unreadable'], {
      en: '`old`: its content ends earlier than it should by now, see `missing`; `unknown`: its last day is unknown; `stale`: a newer publication could not be loaded, because it was unreadable or incomplete; `unreadable`: written by an older version of the software, not served, and rebuilt where its publication is available.',
      ro: '`old`: conținutul se încheie mai devreme decât ar trebui, vedeți `missing`; `unknown`: ultima zi nu este cunoscută; `stale`: o publicație mai nouă nu a putut fi încărcată, fiindcă era ilizibilă sau incompletă; `unreadable`: scrisă de o versiune mai veche a programului, nu se servește și se reconstruiește unde publicația ei este disponibilă.',
    }),
    missing: field(Type.Array(Type.String()), {
      en: 'Years (`2025`) or quarters (`2026-Q3`) after `asOf` whose publications should be here by now, for sources that publish by year or quarter, such as balance sheets and procurement exports.',
      ro: 'Anii (`2025`) sau trimestrele (`2026-Q3`) de după `asOf` ale căror publicații ar trebui să fie aici, pentru sursele care publică pe ani sau trimestre, cum sunt bilanțurile și exporturile achizițiilor.',
    }),
  },
  { ...closed, title: 'LoadedSource', description: 'A publication that was loaded.' },
);

const Standby = Type.Object(
  {
    state: oneOf(['reading', 'behind', 'away', 'promoted', 'foreign', 'unknown'], {
      en: '`reading`: the dataset is read there; in every other state on the primary. `behind`: too far behind, or not migrated to this version yet; `away`: it does not answer; `promoted`: it is no longer a standby; `foreign`: it is a copy of another database, or follows another primary (another timeline); `unknown`: not checked yet.',
      ro: '`reading`: setul de date se citește de acolo, iar în orice altă stare de pe serverul principal. `behind`: prea mult în urmă sau încă nemigrat la această versiune; `away`: nu răspunde; `promoted`: nu mai este replică; `foreign`: este copia altei baze de date sau urmează alt server principal (altă cronologie, „timeline”); `unknown`: neverificată încă.',
    }),
    lagSeconds: orNull(Type.Number(), {
      en: 'For how long the primary has been ahead of it; 0 when it has everything. Null when unknown.',
      ro: 'De câte secunde este serverul principal înaintea ei; 0 când are tot. Null când nu este cunoscut.',
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
      en: '`led`: a host runs them; `unled`: no host runs them at the moment; `unknown`: it cannot be read at the moment.',
      ro: '`led`: un server le execută; `unled`: niciun server nu le execută în acest moment; `unknown`: nu se poate citi în acest moment.',
    }),
    ledSince: orNull(Type.String(), {
      en: 'Since when the same host leads, ISO instant.',
      ro: 'De când conduce același server, moment ISO.',
    }),
    term: orNull(Type.Integer(), {
      en: 'Number of changes of the leader: higher with every new leader.',
      ro: 'De câte ori s-a schimbat conducerea: crește cu fiecare server care o preia.',
    }),
  },
  {
    ...closed,
    title: 'Duties',
    ...about({
      en: 'The jobs that one host runs for the whole installation: collecting, building, e-mails, plans.',
      ro: 'Sarcinile pe care le execută un singur server pentru toată instalația: colectare, construire, e-mailuri, abonamente.',
    }),
  },
);

const SignatureTrust = Type.Object(
  {
    state: oneOf(['ok', 'trustStoreEmpty', 'trustedListOld', 'listsMissing', 'listsOld'], {
      en: '`trustStoreEmpty`: no authority is trusted; `trustedListOld`: the next trusted list is overdue; `listsMissing`, `listsOld`: a list of revoked certificates was never downloaded, or has expired. In all but `ok`, intact signatures may be `indeterminate`.',
      ro: '`trustStoreEmpty`: nicio autoritate nu este de încredere; `trustedListOld`: următoarea listă de încredere întârzie; `listsMissing`, `listsOld`: o listă de certificate revocate nu a fost descărcată niciodată sau a expirat. În toate afară de `ok`, semnături intacte pot fi `indeterminate`.',
    }),
    authorities: field(Type.Integer(), { en: 'Trusted authorities.', ro: 'Autorități de încredere.' }),
    trustedListUntil: orNull(Type.String(), {
      en: 'When the next trusted list is due, ISO instant; null when none was imported, or it names no day.',
      ro: 'Când trebuie să apară următoarea listă de încredere, moment ISO; null dacă nu a fost importată niciuna sau nu numește o zi.',
    }),
    listsCurrent: field(Type.Integer(), {
      en: 'Lists of revoked certificates that are current.',
      ro: 'Liste de certificate revocate care sunt actuale.',
    }),
    listsOld: field(Type.Integer(), { en: 'Those that have expired.', ro: 'Cele care au expirat.' }),
    listsMissing: field(Type.Integer(), {
      en: 'Those that could never be downloaded.',
      ro: 'Cele care nu au putut fi descărcate niciodată.',
    }),
  },
  {
    ...closed,
    title: 'SignatureTrust',
    ...about({
      en: 'What verdicts on signatures rest on: the trusted authorities and their lists of revoked certificates.',
      ro: 'Pe ce se sprijină verdictele despre semnături: autoritățile de încredere și listele lor de certificate revocate.',
    }),
  },
);
export type SignatureTrust = Static<typeof SignatureTrust>;

export const ServiceHealth = Type.Object(
  {
    status: oneOf(['ok', 'degraded', 'down'], {
      en: '`degraded`: a source fails, a publication is stale or unreadable, hosts count alone, or no host runs the jobs, and stored data is served; `down`: no live source answers.',
      ro: '`degraded`: o sursă nu merge, o publicație este învechită sau nu se poate citi, serverele numără separat ori niciun server nu execută sarcinile instalației, iar datele stocate se servesc; `down`: nicio sursă interogată în timp real nu răspunde.',
    }),
    upstreams: orNull(Type.Array(Upstream), {
      en: 'The sources that are queried live; null when their state cannot be read at the moment.',
      ro: 'Sursele interogate în timp real; null când starea lor nu se poate citi momentan.',
    }),
    sources: field(Type.Array(LoadedSource), {
      en: 'The publications that were loaded.',
      ro: 'Publicațiile încărcate.',
    }),
    limits: oneOf(['host', 'shared', 'alone', 'off'], {
      en: 'Counting of requests: `host`, on this host; `shared`, for all hosts together; `alone`, on each host because the shared counters do not answer; `off`, none.',
      ro: 'Numărarea cererilor: `host`, pe acest server; `shared`, pentru toate serverele împreună; `alone`, separat pe fiecare, fiindcă numărătoarea comună nu răspunde; `off`, fără.',
    }),
    standby: orNone(Standby, {
      en: 'The standby that this host reads the dataset from; null where it has none.',
      ro: 'Replica din care acest server citește setul de date; null dacă nu are.',
    }),
    duties: Duties,
    signatures: orNull(SignatureTrust, {
      en: 'Null while no host has checked its trust store yet, or when its state cannot be read.',
      ro: 'Null cât timp niciun server nu și-a verificat autoritățile de încredere sau când starea nu se poate citi.',
    }),
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

/** Listed even before their first query; others follow after theirs. */
const UPSTREAMS = ['anaf', 'bilant', 'bnr'];

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

const MONTHS = { year: 12, quarter: 3 };

/** The months are those before the end of the period. */
const periodName = {
  year: (end: number) => String(Math.floor((end - 1) / 12)),
  quarter: (end: number) => `${Math.floor((end - 1) / 12)}-Q${Math.floor(((end - 1) % 12) / 3) + 1}`,
};

/** The periods whose publications are overdue behind the day of a part. */
function missingOf({ name, asOf }: Part, today: Day): string[] {
  const overdue = factsOf(name)?.overdue;
  if (asOf === null || !overdue || !('period' in overdue)) return [];
  const { period, months } = overdue;
  return periodsMissing(asOf, today, MONTHS[period], months).map(periodName[period]);
}

/** Whether a newer publication of a part is overdue. Computed parts are as old as their inputs. */
function isOverdue({ name, asOf }: Part, today: Day): boolean {
  const overdue = factsOf(name)?.overdue;
  return asOf !== null && !!overdue && 'days' in overdue && daysBetween(asOf, today) > overdue.days;
}

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
  signatures?: SignatureTrust | null;
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
  { upstreams: states, limits, standby, leader, signatures = null, version }: ServiceState,
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
    signatures,
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
  const missing = missingOf(part, today);
  const old = missing.length > 0 || isOverdue(part, today);
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
