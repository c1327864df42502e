/** Operations on one company that answer from its own data. */
import { Type } from 'typebox';
import { parseCui } from '#base/cui.ts';
import { instantOf, msOf } from '#base/instant.ts';
import { closed } from '#base/schema.ts';
import { type Answer, type AnswerMeta, type Call, endpoint, type Rendered } from '#operations/endpoint.ts';
import { windowSeconds } from '#operations/freshness.ts';
import { Cui, Cursor, Limit, Year } from '#operations/parameters.ts';
import { Problem } from '#operations/problem.ts';
import { wrongIs } from '#operations/sentences.ts';
import { isLoaded, notLoaded, type Stamps, stampsOf } from '#operations/stamps.ts';
import { speaker } from '#sentences/sentence.ts';
import type { Dataset } from '#store/dataset.ts';
import { notAnswered, notAnsweredYet } from './authority-silence.ts';
import { authorityStamp, heardTogether, observedStamps, silenceTold } from './authority-stamp.ts';
import { Balance } from './balances/balance.ts';
import { whyMissing } from './balances/balance-years.ts';
import { loadedYears } from './balances/balances-table.ts';
import { financesOf } from './balances/finances.ts';
import { financesMeta, lastYearsMeta } from './balances/finances-meta.ts';
import { assertAnswered, BatchRow, renderBatch } from './batch.ts';
import { Company } from './company.ts';
import { knownCompany } from './company-basics.ts';
import { Health } from './health/health.ts';
import { healthOf } from './health/health-basis.ts';
import { healthPreview } from './health/preview.ts';
import { type Found, lookUp, lookUpAll, WAIT_BATCH_MS } from './lookup.ts';
import type { CompanyNeeds } from './needs.ts';
import { missing, said } from './sentences.ts';
import { TimelineEvent, timelineOf } from './timeline.ts';
import { timelinePage } from './timeline-page.ts';

const params = Type.Object({ cui: Cui }, closed);

const TIMELINE_PARTS = ['registry', 'finances', 'gazette', 'procurement', 'recent'];

export const companies = (needs: CompanyNeeds) => ({
  getCompany: endpoint({
    path: '/api/company/{cui}',
    access: 'pro+x402',
    price: 'record',
    fresh: '24h',
    title: 'Company by fiscal code',
    about:
      'Everything known of a company: registry status, VAT, addresses, administrators, authorised activities. Trade-registry data comes from the newest published snapshot, tax data from the tax authority itself, asked at most once in 24 hours. A company that was never asked for before may take a few seconds; what is not known in time is named in `meta.pending`.',
    params,
    data: Company,
    examples: [{ title: 'A large company', params: { cui: needs.example.cui } }],
    async handle({ cui }, call) {
      return companyAnswer(await lookUp(cui, call, needs), call);
    },
  }),

  getCompanies: endpoint({
    method: 'POST',
    path: '/api/company/batch',
    access: 'pro+x402',
    visitors: 'pages',
    price: { base: 'reference', each: 'list', of: 'cuis' },
    fresh: '24h',
    title: 'Up to 100 companies at once',
    about:
      '`data[i]` answers `cuis[i]`, duplicates too. A malformed or unknown fiscal code is that row’s error; the others are answered. Paid for by request, every fiscal code counts, unless no company at all is found, which is free; when the tax authority leaves a row open the answer is a 503 that names the row, and nothing is charged.',
    body: Type.Object(
      {
        cuis: Type.Array(
          Type.String({ maxLength: 100, description: 'Fiscal code, as in the path of a single look-up.' }),
          {
            minItems: 1,
            maxItems: 100,
            description: '1-100 fiscal codes.',
          },
        ),
      },
      closed,
    ),
    data: Type.Array(BatchRow),
    empty: (rows) => !rows.some(({ found }) => found),
    examples: [
      {
        title: 'Two companies and a typing error',
        body: { cuis: [needs.example.cui, ...needs.example.others] },
      },
    ],
    async handle({ cuis }, call): Promise<Answer<never>> {
      assertFewEnough(cuis.length, call);
      const wanted = cuis.map(parseCui);
      const found = await lookUpAll(
        wanted.filter((cui) => cui !== null),
        call,
        needs,
        WAIT_BATCH_MS,
      );
      if (call.caller.kind === 'payment') assertAnswered(wanted, found);
      return companyAnswer({ document: renderBatch(cuis, wanted, found, call.language), ...together(found) }, call);
    },
  }),

  getFinancials: endpoint({
    path: '/api/company/{cui}/financials',
    access: 'pro+x402',
    price: 'record',
    fresh: '7d',
    title: 'Financial data of the last 8 years',
    about:
      'All balance sheets of the last eight years, newest first, counted back from the newest that is known of the company (a warning says when that is an old one): the indicators as filed, and a summary where the form’s chart defines one. Years that the yearly files lack are asked for at the tax authority.',
    params,
    data: Type.Array(Balance),
    meta: Type.Object({
      financialsExpectedYears: Type.Array(Type.Integer(), {
        description: 'Years whose balance sheet should be public by now.',
      }),
      financialsCoveredYears: Type.Array(Type.Integer(), { description: 'Years in `data`.' }),
      financialsMissingYears: Type.Array(Type.Integer(), { description: 'Expected, but not there.' }),
    }),
    examples: [{ title: 'Eight years', params: { cui: needs.example.cui } }],
    async handle({ cui }, call) {
      const finances = await financesOf(await knownCompany(cui, call, needs), call, needs);
      const isUnread = finances.unanswered.length > 0 && !isLoaded(call.dataset, 'finances');
      if (finances.recent.length === 0 && isUnread) throw notAnswered(said.balancesOf({ cui }));
      return { data: finances.recent, meta: lastYearsMeta(finances, call, needs.today()) };
    },
  }),

  getBalance: endpoint({
    path: '/api/company/{cui}/balance/{year}',
    access: 'pro+x402',
    price: 'record',
    fresh: '7d',
    title: 'Balance sheet of one year',
    about:
      'As filed, with a summary: any year that the yearly files or the tax authority have, not only the last eight. A year without one is a 404 whose details say why: `notFiled`, `notYetPublished` or `unknown`.',
    params: Type.Object({ cui: Cui, year: Year }, closed),
    data: Balance,
    examples: [{ title: 'One year', params: { cui: needs.example.cui, year: '2024' } }],
    async handle({ cui, year }, call) {
      const company = await knownCompany(cui, call, needs);
      const finances = await financesOf(company, call, needs, year);
      const balance = finances.balances.find((one) => one.year === year);
      if (balance) return { data: balance, meta: financesMeta(finances, call) };
      const about = said.balanceOf({ year, cui });
      if (finances.pending.includes(year)) throw notAnsweredYet(about);
      if (finances.unanswered.includes(year)) throw notAnswered(about);
      const reason = whyMissing(year, needs.today(), {
        registeredOn: company.registeredOn,
        struckOffOn: finances.struckOffOn,
        fileLoaded: isLoaded(call.dataset, 'finances') && (await loadedYears(call.dataset.db)).includes(year),
        serviceSaidNone: finances.observations.some((one) => one.year === year && !one.found),
      });
      throw new Problem('NOT_FOUND', said.noBalance({ year, name: company.name, reason: missing[reason]() }), {
        details: [{ in: 'path', name: 'year', problem: wrongIs.word({ word: reason }) }],
      });
    },
  }),

  getHealth: endpoint({
    path: '/api/company/{cui}/health',
    access: 'pro',
    preview: healthPreview,
    fresh: '7d',
    title: 'Financial health',
    about:
      'Ratios with their formulas, inputs and place among peers; Altman Z′ with the bounds that follow from what the balance sheet does not publish; a verdict with its reasons, and what could not be checked. Not credit advice.',
    params,
    data: Health,
    examples: [{ title: 'Health of a large company', params: { cui: needs.example.cui } }],
    async handle({ cui }, call) {
      const company = await knownCompany(cui, call, needs);
      const finances = await financesOf(company, call, needs);
      const fiscal = (await needs.live.fiscal([cui])).get(cui) ?? null;
      const data = await healthOf(company, finances, fiscal, call, needs);
      const meta = financesMeta(finances, call, ['finances', 'rankings', 'registry', 'debts']);
      return {
        data,
        meta: {
          ...meta,
          sources: [...observedStamps(null, fiscal), ...meta.sources],
          source: 'computed',
          notLoaded: notLoaded(call.dataset, 'finances', 'debts'),
        },
      };
    },
  }),

  getTimeline: endpoint({
    path: '/api/company/{cui}/timeline',
    access: 'pro+x402',
    price: 'record',
    fresh: '24h',
    title: 'What happened to the company, and when',
    about:
      'Registration, changes seen between snapshots of the registry, VAT and inactivity periods, balance filings, Official Gazette mentions; newest first, each with its source. What the tax authority knows of a company that was never asked for is asked now, as by the look-up of the company; `meta.pending` says when it takes longer. The day of a change seen between two snapshots is the day of the newer one.',
    params,
    query: Type.Object({ limit: Limit(200, 50), cursor: Cursor }, closed),
    data: Type.Array(TimelineEvent),
    examples: [{ title: 'A company with a history', params: { cui: needs.example.cui } }],
    async handle({ cui, limit, cursor }, call) {
      const scope = { path: `/api/company/${cui}/timeline`, query: { limit }, generation: call.dataset.manifest.id };
      const start = cursor === undefined ? null : needs.cursors.read(scope, cursor);
      const { silent, ...found } = await lookUp(cui, call, needs);
      const company = await knownCompany(cui, call, needs);
      const [fiscal, balances] = await Promise.all([needs.live.fiscal([cui]), needs.live.balances(cui)]);
      const observed = { fiscal: fiscal.get(cui) ?? null, balances };
      const { sources, stale, warnings } = stampsOf(call.dataset, ...TIMELINE_PARTS);
      const all = await timelineOf(company, observed, call.dataset, needs.hidden().ids, needs, speaker(call.language));
      const { events, offset, position } = timelinePage(all, start, limit);
      const page = {
        limit,
        offset,
        returned: events.length,
        total: all.length,
        totalRelation: 'exact' as const,
        position,
      };
      return {
        data: events,
        meta: {
          page: needs.cursors.piece(scope, page),
          source: 'onrc',
          sources: [...observedStamps(silent, observed.fiscal, ...balances), ...sources],
          stale: stale || found.stale,
          cached: found.cached,
          pending: found.pending ? ['fiscal'] : [],
          warnings: [...silenceTold({ fetchedAt: found.fetchedAt, state: silent }), ...warnings],
          notLoaded: notLoaded(call.dataset, 'finances', 'gazette', 'procurement'),
        },
      };
    },
  }),
});

const kept = new WeakMap<Dataset, Stamps & { notLoaded: string[] }>();

/** The same for every company of a generation. */
const companyStamps = (dataset: Dataset) =>
  kept.getOrInsertComputed(dataset, () => ({
    ...stampsOf(dataset, 'registry', 'finances', 'shareholders', 'debts'),
    // Of the balance sheets only the main activity stands in it: that a newer file was not taken over makes no answer stale.
    stale: stampsOf(dataset, 'registry', 'shareholders', 'debts').stale,
    notLoaded: notLoaded(dataset, 'finances', 'shareholders', 'debts'),
  }));

function companyAnswer(found: Found, { dataset }: Call): { data: Rendered; meta: AnswerMeta } {
  const stamps = companyStamps(dataset);
  const { fetchedAt, document, cached, silent } = found;
  const heard = { fetchedAt, state: silent };
  const meta: AnswerMeta = {
    source: fetchedAt === null ? 'onrc' : 'anaf',
    sources: stamps.sources,
    cached,
    stale: found.stale || stamps.stale,
    pending: found.pending ? ['fiscal'] : [],
    notLoaded: stamps.notLoaded,
    warnings: silent === null ? stamps.warnings : [...silenceTold(heard), ...stamps.warnings],
  };
  if (fetchedAt !== null || silent !== null) meta.sources = [authorityStamp(heard), ...stamps.sources];
  if (fetchedAt !== null) {
    meta.cachedAt = fetchedAt;
    meta.freshUntil = instantOf(msOf(fetchedAt) + windowSeconds['24h'] * 1000);
  }
  return { data: document, meta };
}

/** Visitors of our own pages, whom nobody charges, check as many at once. */
const VISITORS_BATCH_MAX = 20;

function assertFewEnough(count: number, { caller, door }: Call): void {
  if (door === 'api' || caller.pro || count <= VISITORS_BATCH_MAX) return;
  throw new Problem('INVALID_BODY', said.visitorsBatch({ max: VISITORS_BATCH_MAX }));
}

/** A batch is as old as its oldest row, and as unsure as its least sure one: nobody may keep the source's silence for an answer. */
function together(found: ReadonlyMap<string, Found | Problem>): Omit<Found, 'document'> {
  const all = [...found.values()].filter((one) => !(one instanceof Problem)) as Found[];
  const failed = (code: Problem['code']): boolean =>
    [...found.values()].some((one) => one instanceof Problem && one.code === code);
  const heard = heardTogether(all.map(({ fetchedAt, silent }) => ({ fetchedAt, state: silent })));
  const silent = failed('UPSTREAM_UNAVAILABLE') ? 'unreachable' : failed('UPSTREAM_TIMEOUT') ? 'pending' : null;
  return {
    fetchedAt: heard.fetchedAt,
    silent: heard.state === 'unreachable' ? heard.state : (silent ?? heard.state),
    stale: all.some((one) => one.stale) || failed('UPSTREAM_UNAVAILABLE'),
    pending: all.some((one) => one.pending) || failed('UPSTREAM_TIMEOUT'),
    cached: all.every((one) => one.cached),
  };
}
