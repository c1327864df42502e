/** Looks up companies at the promised freshness: from the store, else after a query to the tax authority, else what is stored when the query times out. */
import { ApiError } from '#api/api-error.ts';
import { upstreamCallerKey } from '#api/caller.ts';
import type { Call } from '#api/endpoint.ts';
import { windowSeconds } from '#api/operation-result.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Message } from '#lib/i18n/message.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-names.ts';
import { redact } from '#lib/redaction/redact.ts';
import { type Awaitable, andThen } from '#lib/values/awaitable.ts';
import { hasRightCheckDigit } from '#lib/values/cui.ts';
import { msOf } from '#lib/values/instant.ts';
import { messages } from '#locales/messages.ts';
import type { CompanyContext, FiscalObservation, RefreshOutcome } from './context.ts';
import { type MergedRow, RENDERING, readMerged, storeMerged } from './documents-table.ts';
import type { CompanyFacts } from './facts.ts';
import { companiesNaming, namesOf, readEntity, readFacts } from './facts-table.ts';
import type { HotDocuments } from './hot-documents.ts';
import { type CompanyDocument, renderDocument } from './render.ts';
import { type AuthorityState, timeoutError, unavailableError } from './tax-authority.ts';

/** Timeout of a query when an older observation is stored. */
const WAIT_STALE_MS = 2_000;
/** Timeout of a query when none is stored. */
export const WAIT_FIRST_MS = 10_000;
export const WAIT_BATCH_MS = 20_000;

const WINDOW_MS = windowSeconds['24h'] * 1000;

/** A company with the facts for the answer's `meta`. */
export interface LookupResult {
  document: CompanyDocument;
  /** Instant of the tax authority's last answer; null when there is none. */
  fetchedAt: string | null;
  stale: boolean;
  pending: boolean;
  /** Why the tax authority's query failed; null when it answered or was not queried. */
  authority: AuthorityState['state'];
  /** No source was queried for this answer. */
  cached: boolean;
}

type LookupContext = Pick<CompanyContext, 'live' | 'liveStore' | 'hot' | 'hidden' | 'report' | 'example'>;

export const lookUp = (cui: string, call: Call, context: LookupContext): Awaitable<LookupResult> =>
  andThen(cachedAnswer(cui, call, context), (cached) => cached ?? lookUpUncached(cui, call, context));

async function lookUpUncached(cui: string, call: Call, context: LookupContext): Promise<LookupResult> {
  const result = (await lookUpAll([cui], call, context, WAIT_FIRST_MS)).get(cui);
  if (result instanceof ApiError) throw result;
  if (result === undefined) throw new Error(`The look-up of ${cui} gave no answer.`);
  return result;
}

/** Looks up several companies with one query to the tax authority. */
export async function lookUpAll(
  cuis: readonly string[],
  call: Call,
  context: LookupContext,
  waitFirstMs: number,
): Promise<Map<string, LookupResult | ApiError>> {
  const answers = new Map<string, LookupResult | ApiError>();
  const rest: string[] = [];
  for (const cui of new Set(cuis)) {
    const answer = hasRightCheckDigit(cui)
      ? await cachedAnswer(cui, call, context)
      : await wrongCheckDigit(cui, call.dataset, context);
    if (answer) answers.set(cui, answer);
    else rest.push(cui);
  }
  const observed = await observationsOf(rest, call, context);
  const old = rest.filter((cui) => call.wantsFresh || !isFresh(observed.get(cui), call.now));
  const outcomes = await refresh(old, observed, context, waitFirstMs, upstreamCallerKey(call.caller));
  const latest = old.length > 0 ? new Map([...observed, ...(await observationsOf(old, call, context))]) : observed;
  for (const cui of rest) {
    answers.set(cui, await assemble(cui, latest.get(cui) ?? null, outcomes.get(cui), call, context));
    context.live.touched(cui);
  }
  return answers;
}

/** The tax authority's last answers, from the live store or the generation. "No such code" is valid for a day only. */
async function observationsOf(
  cuis: readonly string[],
  { dataset, now }: Call,
  { live }: LookupContext,
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

/** The hot path: no read, or one by key. */
function cachedAnswer(cui: string, call: Call, context: LookupContext): Awaitable<LookupResult | null> {
  if (call.wantsFresh || !hasRightCheckDigit(cui)) return null;
  const { hot, liveStore } = context;
  if (hot?.isDue(call.now)) return hot.revalidate(call.now).then(() => cachedAnswer(cui, call, context));
  const row = hot?.get(cui, call.now) ?? readRow(cui, liveStore, hot);
  return andThen(row, (read) => currentAnswer(cui, read, call, context));
}

function currentAnswer(
  cui: string,
  row: MergedRow | null,
  { dataset, now }: Call,
  { live, hidden }: LookupContext,
): Awaitable<LookupResult | null> {
  if (row === null || !isFresh({ fetchedAt: row.fetched_at }, now)) return null;
  return andThen(versionOf(cui, dataset, hidden()), (version) => {
    if (row.generation !== version) return null;
    live.touched(cui);
    const fetchedAt = row.fetched_at;
    return { document: row, fetchedAt, stale: false, pending: false, authority: null, cached: true };
  });
}

async function readRow(cui: string, liveStore: Database, hot: HotDocuments | null): Promise<MergedRow | null> {
  const mark = hot?.mark(cui);
  const row = await readMerged(liveStore, cui);
  if (row && mark) hot?.store(cui, row, mark);
  return row;
}

/** Hiding a person outdates the documents of their companies, as a new generation or another rendering does. */
const versionOf = (cui: string, dataset: Dataset, hidden: HiddenPersons): Awaitable<string> =>
  andThen(hiddenVersion(cui, dataset, hidden), (version) => `${dataset.manifest.id}+${RENDERING}+${version}`);

const isFresh = (observation: { fetchedAt: string } | undefined, now: number): boolean =>
  observation !== undefined && now - msOf(observation.fetchedAt) < WINDOW_MS;

/** Both groups are queried at once; codes with a stored observation have the shorter timeout. */
async function refresh(
  cuis: readonly string[],
  observed: Map<string, FiscalObservation>,
  { live }: LookupContext,
  waitFirstMs: number,
  requester: string | null,
): Promise<Map<string, RefreshOutcome>> {
  if (cuis.length === 0) return new Map();
  const { seen = [], unseen = [] } = Object.groupBy(cuis, (cui) => (observed.has(cui) ? 'seen' : 'unseen'));
  const none = new Map<string, RefreshOutcome>();
  const outcomes = await Promise.all([
    seen.length > 0 ? live.refreshFiscal(seen, WAIT_STALE_MS, requester) : none,
    unseen.length > 0 ? live.refreshFiscal(unseen, waitFirstMs, requester) : none,
  ]);
  return new Map(outcomes.flatMap((map) => [...map]));
}

async function assemble(
  cui: string,
  observation: FiscalObservation | null,
  outcome: RefreshOutcome | undefined,
  call: Call,
  context: LookupContext,
): Promise<LookupResult | ApiError> {
  const observed = observation?.record ? { record: observation.record, fetchedAt: observation.fetchedAt } : null;
  const facts = await readFacts(call.dataset, cui, observed);
  if (facts === null) return unknownCompany(cui, observation, outcome, call.dataset, context);
  const failed = outcome === 'unavailable';
  const fetchedAt = observation?.fetchedAt ?? facts.fiscal?.fetchedAt ?? null;
  // One reading for rendering and version: a person hidden in between must not remain in a stored document.
  const hidden = context.hidden();
  const document = await documentOf(facts, call.dataset, hidden);
  if (observation && !failed && outcome !== 'pending') {
    await storeMerged(
      context.liveStore,
      cui,
      await versionOf(cui, call.dataset, hidden),
      observation.fetchedAt,
      document,
    ).catch(context.report);
    context.hot?.invalidate(cui);
  }
  return {
    document,
    fetchedAt,
    stale: failed || (outcome === 'pending' && observation !== null),
    pending: outcome === 'pending' && observation === null,
    authority: failed ? 'unreachable' : outcome === 'pending' ? 'pending' : null,
    cached: outcome === undefined,
  };
}

const documentOf = async (facts: CompanyFacts, dataset: Dataset, hidden: HiddenPersons): Promise<CompanyDocument> =>
  renderDocument(facts, await namesOf(dataset), hidden.ids, (company) => redact(company, hidden.names));

function unknownCompany(
  cui: string,
  observation: FiscalObservation | null,
  outcome: RefreshOutcome | undefined,
  dataset: Dataset,
  context: LookupContext,
): ApiError {
  if (observation && !observation.found) return notFound(messages.companies.unknown({ cui }), dataset, context);
  return outcome === 'pending' ? timeoutError(cui) : unavailableError(cui);
}

/** A wrong check digit is a typing error, so no source is queried; the registry has a few such codes, which are served. */
async function wrongCheckDigit(
  cui: string,
  dataset: Dataset,
  context: LookupContext,
): Promise<LookupResult | ApiError> {
  const facts = await readFacts(dataset, cui);
  if (facts === null) return notFound(messages.companies.wrongCheckDigit({ cui }), dataset, context);
  const document = await documentOf(facts, dataset, context.hidden());
  return { document, fetchedAt: null, stale: false, pending: false, authority: null, cached: true };
}

function notFound(problem: Message, { manifest }: Dataset, { example }: LookupContext): ApiError {
  if (manifest.country !== 'demo') return new ApiError('NOT_FOUND', problem);
  return new ApiError('NOT_FOUND', messages.companies.inDemo({ problem, cui: example.cui, name: example.name }));
}

const namingHidden = new WeakMap<Dataset, { version: string; cuis: Promise<ReadonlySet<number>> }>();

/** The version of the hidden persons for a company that names one of them; empty for other companies, whose answers stay valid. */
function hiddenVersion(cui: string, dataset: Dataset, hidden: HiddenPersons): Awaitable<string> {
  return hidden.version === '' ? '' : versionIfNaming(cui, dataset, hidden);
}

async function versionIfNaming(cui: string, dataset: Dataset, hidden: HiddenPersons): Promise<string> {
  let entry = namingHidden.get(dataset);
  if (entry?.version !== hidden.version) {
    const cuis = companiesNaming([...hidden.ids], dataset);
    entry = { version: hidden.version, cuis };
    namingHidden.set(dataset, entry);
    // A failed read is not cached.
    cuis.catch(() => namingHidden.delete(dataset));
  }
  return (await entry.cuis).has(Number(cui)) ? hidden.version : '';
}
