/** One company, as fresh as the contract promises: from the store, or after asking the tax authority, or what is known meanwhile. */

import { ApiError } from '#api/api-error.ts';
import { upstreamCallerKey } from '#api/caller.ts';
import type { Call } from '#api/endpoint.ts';
import { windowSeconds } from '#api/operation-result.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Message } from '#lib/i18n/message.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import { redact } from '#lib/redaction/redact.ts';
import { hasRightCheckDigit } from '#lib/values/cui.ts';
import { msOf } from '#lib/values/instant.ts';
import { messages } from '#locales/messages.ts';
import type { Heard } from './authority-provenance.ts';
import { notAnswered, notAnsweredYet } from './authority-silence.ts';
import { keepMerged, type MergedRow, readDocument, readMerged } from './documents-table.ts';
import { readEntity } from './entities-table.ts';
import type { FiscalFacts } from './facts.ts';
import { namesOf, readFacts } from './facts-table.ts';
import { hiddenVersion } from './hidden-version.ts';
import type { HotDocuments } from './hot-documents.ts';
import type { CompanyNeeds, FiscalObservation, RefreshOutcome } from './needs.ts';
import { type CompanyDocument, renderDocument } from './render.ts';

/** A caller with an older observation at hand waits this long for a newer one. */
const WAIT_STALE_MS = 2_000;
/** A caller with nothing at hand waits longer. */
export const WAIT_FIRST_MS = 10_000;
export const WAIT_BATCH_MS = 20_000;

const WINDOW_MS = windowSeconds['24h'] * 1000;

/** A company as found, with what the envelope must say about it. */
export interface Found {
  document: CompanyDocument;
  /** When the tax authority was last heard; null when never. */
  fetchedAt: string | null;
  stale: boolean;
  pending: boolean;
  /** How the tax authority was silent when it was asked for this; null when it told, or need not be asked. */
  silent: Heard['state'];
  /** No source was asked for this answer. */
  cached: boolean;
}

type Needs = Pick<CompanyNeeds, 'live' | 'liveStore' | 'hot' | 'hidden' | 'report' | 'example'>;

export async function lookUp(cui: string, call: Call, needs: Needs): Promise<Found> {
  const kept = await keptAnswer(cui, call, needs);
  if (kept) return kept;
  const found = await lookUpAll([cui], call, needs, WAIT_FIRST_MS);
  const one = found.get(cui);
  if (one instanceof ApiError) throw one;
  if (one === undefined) throw new Error(`The look-up of ${cui} gave no answer.`);
  return one;
}

/** Several at once: what must be asked for travels together. */
export async function lookUpAll(
  cuis: readonly string[],
  call: Call,
  needs: Needs,
  waitFirstMs: number,
): Promise<Map<string, Found | ApiError>> {
  const answers = new Map<string, Found | ApiError>();
  const rest: string[] = [];
  for (const cui of new Set(cuis)) {
    const answer = hasRightCheckDigit(cui)
      ? await keptAnswer(cui, call, needs)
      : await mistyped(cui, call.dataset, needs);
    if (answer) answers.set(cui, answer);
    else rest.push(cui);
  }
  const observed = await observationsOf(rest, call, needs);
  const old = rest.filter((cui) => call.wantsFresh || !isFresh(observed.get(cui), call.now));
  const outcomes = await refresh(old, observed, needs, waitFirstMs, upstreamCallerKey(call.caller));
  const latest = old.length > 0 ? new Map([...observed, ...(await observationsOf(old, call, needs))]) : observed;
  for (const cui of rest) {
    answers.set(cui, await assemble(cui, latest.get(cui) ?? null, outcomes.get(cui), call, needs));
    needs.live.touched(cui);
  }
  return answers;
}

/** What the tax authority last said, to us or to the generation's build. That it knew nothing counts for a day only. */
async function observationsOf(
  cuis: readonly string[],
  { dataset, now }: Call,
  { live }: Needs,
): Promise<Map<string, FiscalObservation>> {
  const observed = await live.fiscal(cuis);
  for (const cui of cuis) {
    const last = observed.get(cui);
    if (last?.found || isFresh(last, now)) continue;
    const entity = await readEntity(dataset, cui);
    if (entity) observed.set(cui, { found: true, ...entity });
    else observed.delete(cui);
  }
  return observed;
}

/** The hot path: no read at all, or one by key. */
async function keptAnswer(cui: string, call: Call, { live, liveStore, hot, hidden }: Needs): Promise<Found | null> {
  if (call.wantsFresh || !hasRightCheckDigit(cui)) return null;
  if (hot?.isDue(call.now)) await hot.look(call.now);
  const row = hot?.get(cui, call.now) ?? (await readRow(cui, liveStore, hot));
  if (row === null || !isFresh({ fetchedAt: row.fetched_at }, call.now)) return null;
  const version = versionOf(cui, call.dataset, hidden());
  if (row.generation !== (version instanceof Promise ? await version : version)) return null;
  live.touched(cui);
  return {
    document: { bytes: row.body, etag: row.etag },
    fetchedAt: row.fetched_at,
    stale: false,
    pending: false,
    silent: null,
    cached: true,
  };
}

async function readRow(cui: string, liveStore: Database, hot: HotDocuments | null): Promise<MergedRow | null> {
  const mark = hot?.mark(cui);
  const row = await readMerged(liveStore, cui);
  if (row && mark) hot?.keep(cui, row, mark);
  return row;
}

/** Hiding a person changes the documents of their companies as a new generation does. */
function versionOf(cui: string, dataset: Dataset, hidden: HiddenPersons): string | Promise<string> {
  const { id } = dataset.manifest;
  const version = hiddenVersion(cui, dataset, hidden);
  return version instanceof Promise ? version.then((read) => `${id}+${read}`) : `${id}+${version}`;
}

const isFresh = (observation: { fetchedAt: string } | undefined, now: number): boolean =>
  observation !== undefined && now - msOf(observation.fetchedAt) < WINDOW_MS;

/** Those who have an older observation wait less; both waits run at once. */
async function refresh(
  cuis: readonly string[],
  observed: Map<string, FiscalObservation>,
  { live }: Needs,
  waitFirstMs: number,
  asker: string | null,
): Promise<Map<string, RefreshOutcome>> {
  if (cuis.length === 0) return new Map();
  const { seen = [], unseen = [] } = Object.groupBy(cuis, (cui) => (observed.has(cui) ? 'seen' : 'unseen'));
  const none = new Map<string, RefreshOutcome>();
  const outcomes = await Promise.all([
    seen.length > 0 ? live.refreshFiscal(seen, WAIT_STALE_MS, asker) : none,
    unseen.length > 0 ? live.refreshFiscal(unseen, waitFirstMs, asker) : none,
  ]);
  return new Map(outcomes.flatMap((map) => [...map]));
}

async function assemble(
  cui: string,
  observation: FiscalObservation | null,
  outcome: RefreshOutcome | undefined,
  call: Call,
  needs: Needs,
): Promise<Found | ApiError> {
  const facts = await readFacts(call.dataset, cui);
  const fiscal = observation?.record
    ? { record: observation.record, fetchedAt: observation.fetchedAt }
    : await readEntity(call.dataset, cui);
  if (!facts?.registry && !fiscal) return unknownCompany(cui, observation, outcome, call.dataset, needs);
  const failed = outcome === 'unavailable';
  const fetchedAt = observation?.fetchedAt ?? fiscal?.fetchedAt ?? null;
  // Rendered and marked by one reading: who is hidden in between must not stay in what is kept.
  const hidden = needs.hidden();
  const document = await documentOf(cui, facts, fiscal, call.dataset, hidden);
  if (observation && !failed && outcome !== 'pending') {
    await keepMerged(
      needs.liveStore,
      cui,
      await versionOf(cui, call.dataset, hidden),
      observation.fetchedAt,
      document,
    ).catch(needs.report);
    needs.hot?.renderedAnew(cui);
  }
  return {
    document,
    fetchedAt,
    stale: failed || (outcome === 'pending' && observation !== null),
    pending: outcome === 'pending' && observation === null,
    silent: failed ? 'unreachable' : outcome === 'pending' ? 'pending' : null,
    cached: outcome === undefined,
  };
}

/** Without live facts the generation's own rendering is the answer, unless somebody is hidden since it was made. */
async function documentOf(
  cui: string,
  facts: Awaited<ReturnType<typeof readFacts>>,
  fiscal: FiscalFacts | null,
  dataset: Dataset,
  hidden: HiddenPersons,
): Promise<CompanyDocument> {
  if (!fiscal && (await hiddenVersion(cui, dataset, hidden)) === '') {
    const ready = await readDocument(dataset.db, cui);
    if (ready) return { bytes: ready.body, etag: ready.etag };
  }
  const known = facts ?? { cui, registry: null, shareholders: null, debt: undefined, filedActivity: null };
  return renderDocument({ ...known, fiscal }, await namesOf(dataset), hidden.ids, (company) =>
    redact(company, hidden.names),
  );
}

function unknownCompany(
  cui: string,
  observation: FiscalObservation | null,
  outcome: RefreshOutcome | undefined,
  dataset: Dataset,
  needs: Needs,
): ApiError {
  if (observation && !observation.found) return notFound(messages.companies.unknown({ cui }), dataset, needs);
  return outcome === 'pending' ? notAnsweredYet(cui) : notAnswered(cui);
}

/** A wrong check digit is a typing error, so no source is asked; a registry line that carries one is served all the same. */
async function mistyped(cui: string, dataset: Dataset, needs: Needs): Promise<Found | ApiError> {
  if (await readDocument(dataset.db, cui)) {
    const document = await documentOf(cui, await readFacts(dataset, cui), null, dataset, needs.hidden());
    return { document, fetchedAt: null, stale: false, pending: false, silent: null, cached: true };
  }
  return notFound(messages.companies.wrongCheckDigit({ cui }), dataset, needs);
}

function notFound(problem: Message, { manifest }: Dataset, { example }: Needs): ApiError {
  if (manifest.country !== 'demo') return new ApiError('NOT_FOUND', problem);
  return new ApiError('NOT_FOUND', messages.companies.inDemo({ problem, cui: example.cui, name: example.name }));
}
