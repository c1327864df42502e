/** Operations on one company that answer from its own data. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { type Answer, type AnswerMeta, type Call, endpoint, type RenderedData } from '#api/endpoint.ts';
import { windowSeconds } from '#api/operation-result.ts';
import { Cui, Cursor, Limit, Year } from '#api/parameters.ts';
import { awaited, isLoaded, missingParts, type PartProvenance, provenanceOf } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { translator } from '#lib/i18n/message.ts';
import { about, closed, field, orNull } from '#lib/schema/fields.ts';
import { andThen } from '#lib/values/awaitable.ts';
import { parseCui } from '#lib/values/cui.ts';
import { instantOf, msOf } from '#lib/values/instant.ts';
import { messages } from '#locales/messages.ts';
import { Balance } from './balances/balance.ts';
import { whyMissing } from './balances/balance-years.ts';
import { chartsOf } from './balances/balances-table.ts';
import { allFinancesOf, financesMeta, financesOf, lastYearsMeta } from './balances/finances.ts';
import { assertComplete, assertFewEnough, BatchRow, combineResults, renderBatch } from './batch.ts';
import { Company } from './company.ts';
import { companyBasics } from './company-basics.ts';
import type { CompanyContext } from './context.ts';
import { Health } from './health/health.ts';
import { healthOf } from './health/health-basis.ts';
import { healthPreview } from './health/preview.ts';
import { type LookupResult, lookUp, lookUpAll, WAIT_BATCH_MS, WAIT_FIRST_MS } from './lookup.ts';
import { assertMayHaveReceipts, companiesOnDay, remainingWaitMs, withDayMeta } from './on-date/companies-on-day.ts';
import { DayParameter, Receipt, ReceiptParameter, requestedDay } from './on-date/day-parameter.ts';
import {
  authorityProvenance,
  observedProvenance,
  timeoutError,
  unavailableError,
  unreachableWarnings,
} from './tax-authority.ts';
import { TimelineEvent, timelineOf, timelinePage } from './timeline.ts';

const params = Type.Object({ cui: Cui }, closed);

const TIMELINE_PARTS = ['registry', 'finances', 'gazette', 'procurement', 'recent'];

export const companies = (context: CompanyContext) => ({
  getCompany: endpoint({
    path: '/api/company/{cui}',
    access: 'pro+x402',
    price: 'record',
    fresh: '24h',
    title: { en: 'Company by fiscal code', ro: 'Firmă după codul fiscal' },
    about: {
      en: 'The whole record of a company: registry status, VAT, addresses, administrators, authorised activities. Trade-registry data comes from the newest published snapshot, tax data from the tax authority itself, queried at most once in 24 hours. The first request for a company may take a few seconds; data that does not arrive in time is named in `meta.pending`.',
      ro: 'Datele complete ale unei firme: starea în registru, TVA, adrese, administratori, activități autorizate. Datele din registrul comerțului vin din cea mai nouă publicație, cele fiscale chiar de la ANAF, interogat cel mult o dată la 24 de ore. Prima cerere despre o firmă poate dura câteva secunde; datele care nu sosesc la timp sunt numite în `meta.pending`.',
    },
    params,
    query: Type.Object({ date: DayParameter, receipt: ReceiptParameter }, closed),
    data: Company,
    meta: Type.Object({ receipt: Type.Optional(Receipt) }),
    examples: [
      { title: { en: 'A large company', ro: 'O firmă mare' }, params: { cui: context.example.cui } },
      {
        title: { en: 'What it was on a day', ro: 'Cum era la o anumită zi' },
        params: { cui: context.example.cui },
        query: { date: '2024-06-30' },
      },
    ],
    handle({ cui, date, receipt = false }, call) {
      assertMayHaveReceipts({ receipt }, call);
      const day = requestedDay({ date, receipt }, context.today(), 'query');
      const found = lookUp(cui, call, context);
      if (day === null) return andThen(found, (result) => companyAnswer(result, call, context));
      return andThen(found, async (result) => {
        const request = { day, receipt, waitMs: remainingWaitMs(WAIT_FIRST_MS, call) };
        const dated = await companiesOnDay(new Map([[cui, result]]), request, call, context);
        return withDayMeta(
          companyAnswer(dated.results.get(cui) as LookupResult, call, context),
          dated,
          dated.receipts?.get(cui),
        );
      });
    },
  }),

  getCompanies: endpoint({
    method: 'POST',
    path: '/api/company/batch',
    access: 'pro+x402',
    visitors: 'pages',
    price: { base: 'reference', each: 'list', of: 'cuis' },
    fresh: '24h',
    title: { en: 'Up to 100 companies at once', ro: 'Până la 100 de firme deodată' },
    about: {
      en: '`data[i]` answers `cuis[i]`, duplicates too. A malformed or unknown fiscal code is that row’s error; the others are answered. Paid for by request, every fiscal code counts, unless no company at all is found, which is free; when the tax authority leaves a row open the answer is a 503 that names the row, and nothing is charged.',
      ro: '`data[i]` răspunde la `cuis[i]`, și la cele repetate. Un cod fiscal scris greșit sau necunoscut este eroarea rândului său; celelalte primesc răspuns. La plata pe cerere contează fiecare cod, în afară de cazul în care nu se găsește nicio firmă, când este gratuit; dacă ANAF lasă un rând fără răspuns, rezultatul este un 503 care numește rândul și nu se plătește nimic.',
    },
    body: Type.Object(
      {
        cuis: Type.Array(
          Type.String({ maxLength: 100, description: 'Fiscal code, as in the path of a single look-up.' }),
          {
            minItems: 1,
            maxItems: 100,
            ...about({ en: '1-100 fiscal codes.', ro: '1-100 de coduri fiscale.' }),
          },
        ),
        date: DayParameter,
        receipt: ReceiptParameter,
      },
      closed,
    ),
    data: Type.Array(BatchRow),
    record: 'company',
    empty: (rows) => !rows.some(({ found }) => found),
    examples: [
      {
        title: { en: 'Two companies and a typing error', ro: 'Două firme și o greșeală de scriere' },
        body: { cuis: [context.example.cui, ...context.example.others] },
      },
    ],
    async handle({ cuis, date, receipt = false }, call): Promise<Answer<never>> {
      assertFewEnough(cuis.length, call);
      assertMayHaveReceipts({ receipt }, call);
      const day = requestedDay({ date, receipt }, context.today(), 'body');
      const parsed = cuis.map(parseCui);
      const results = await lookUpAll(
        parsed.filter((cui) => cui !== null),
        call,
        context,
        WAIT_BATCH_MS,
      );
      if (call.caller.kind === 'payment') assertComplete(parsed, results);
      if (day === null) {
        const document = renderBatch(cuis, parsed, results, call.language);
        return companyAnswer({ document, ...combineResults(results) }, call, context);
      }
      const request = { day, receipt, waitMs: remainingWaitMs(WAIT_BATCH_MS, call) };
      const dated = await companiesOnDay(results, request, call, context);
      const document = renderBatch(cuis, parsed, dated.results, call.language, dated.receipts);
      return withDayMeta(companyAnswer({ document, ...combineResults(dated.results) }, call, context), dated);
    },
  }),

  getFinancials: endpoint({
    path: '/api/company/{cui}/financials',
    access: 'pro+x402',
    price: 'record',
    fresh: '7d',
    title: { en: 'Financial data of the last 8 years', ro: 'Date financiare din ultimii 8 ani' },
    about: {
      en: 'All balance sheets of the last eight years, newest first, counted back from the newest one of the company (a warning states when that one is old): the indicators as filed, and a summary where the form’s chart defines one. Years that are missing in the yearly files are requested from the tax authority.',
      ro: 'Toate bilanțurile din ultimii opt ani, cele mai noi întâi, numărați înapoi de la cel mai nou cunoscut al firmei (un avertisment anunță când acela este vechi): indicatorii așa cum au fost depuși și un rezumat acolo unde formularul îl definește. Anii care lipsesc din fișierele anuale se cer de la ANAF.',
    },
    params,
    data: Type.Array(Balance),
    meta: Type.Object({
      financialsExpectedYears: field(Type.Array(Type.Integer()), {
        en: 'Years whose balance sheet should be public by now.',
        ro: 'Anii al căror bilanț ar trebui să fie public deja.',
      }),
      financialsCoveredYears: field(Type.Array(Type.Integer()), { en: 'Years in `data`.', ro: 'Anii din `data`.' }),
      financialsMissingYears: field(Type.Array(Type.Integer()), {
        en: 'Expected, but not there.',
        ro: 'Așteptați, dar lipsă.',
      }),
    }),
    examples: [{ title: { en: 'Eight years', ro: 'Opt ani' }, params: { cui: context.example.cui } }],
    async handle({ cui }, call) {
      const finances = await allFinancesOf(cui, call, context);
      const isUnknown = finances.unanswered.length > 0 && !isLoaded(call.dataset, 'finances');
      if (finances.recent.length === 0 && isUnknown) throw unavailableError(messages.companies.balancesOf({ cui }));
      return { data: finances.recent, meta: lastYearsMeta(finances, call, context.pages, context.today()) };
    },
  }),

  getBalance: endpoint({
    path: '/api/company/{cui}/balance/{year}',
    access: 'pro+x402',
    price: 'record',
    fresh: '7d',
    title: { en: 'Balance sheet of one year', ro: 'Bilanțul unui an' },
    about: {
      en: 'As filed, with a summary: any year that the yearly files or the tax authority have, not only the last eight. A year without one is a 404 whose details say why: `notFiled`, `notYetPublished` or `unknown`.',
      ro: 'Așa cum a fost depus, cu un rezumat: orice an pe care îl au fișierele anuale sau ANAF, nu doar ultimii opt. Un an fără bilanț este un 404 ale cărui detalii spun de ce: `notFiled`, `notYetPublished` sau `unknown`.',
    },
    params: Type.Object({ cui: Cui, year: Year }, closed),
    data: Balance,
    examples: [{ title: { en: 'One year', ro: 'Un an' }, params: { cui: context.example.cui, year: '2024' } }],
    async handle({ cui, year }, call) {
      const company = await companyBasics(cui, call, context);
      const finances = await financesOf(company, call, context, year);
      const balance = finances.balances.find((one) => one.year === year);
      if (balance) return { data: balance, meta: financesMeta(finances, call, context.pages) };
      const about = messages.companies.balanceOf({ year, cui });
      if (finances.pending.includes(year)) throw timeoutError(about);
      if (finances.unanswered.includes(year)) throw unavailableError(about);
      const reason = whyMissing(year, context.today(), {
        registeredOn: company.registeredOn,
        struckOffOn: finances.struckOffOn,
        fileLoaded: isLoaded(call.dataset, 'finances') && (await chartsOf(call.dataset)).years.includes(year),
        serviceHadNone: finances.observations.some((one) => one.year === year && !one.found),
      });
      throw new ApiError(
        'NOT_FOUND',
        messages.companies.noBalance({ year, name: company.name, reason: messages.missingBalance[reason]() }),
        {
          details: [{ in: 'path', name: 'year', problem: messages.wrong.word({ word: reason }) }],
        },
      );
    },
  }),

  getHealth: endpoint({
    path: '/api/company/{cui}/health',
    access: 'pro',
    preview: healthPreview,
    fresh: '7d',
    title: { en: 'Financial health', ro: 'Sănătate financiară' },
    about: {
      en: 'Ratios with their formulas, inputs and place among peers; Altman Z′ with the bounds that follow from what the balance sheet does not publish; a verdict with its reasons, and what could not be checked. Not credit advice.',
      ro: 'Indicatori cu formula, valorile folosite și locul între firmele similare; Altman Z′ cu limitele care rezultă din ce nu publică bilanțul; un verdict cu motivele lui și ce nu s-a putut verifica. Nu este o recomandare de creditare.',
    },
    params,
    data: Health,
    examples: [
      {
        title: { en: 'Health of a large company', ro: 'Sănătatea unei firme mari' },
        params: { cui: context.example.cui },
      },
    ],
    async handle({ cui }, call) {
      const company = await companyBasics(cui, call, context);
      const finances = await allFinancesOf(cui, call, context);
      const fiscal = (await context.live.fiscal([cui])).get(cui) ?? null;
      const data = await healthOf(company, finances, fiscal, call, context);
      const meta = financesMeta(finances, call, context.pages, ['finances', 'rankings', 'registry', 'debts']);
      return {
        data,
        meta: {
          ...meta,
          sources: [...observedProvenance('fiscal', [fiscal], context), ...meta.sources],
          source: 'computed',
          // The part `rankings` has the peers.
          notLoaded: [...missingParts(call.dataset, 'finances', 'debts'), ...awaited(call.dataset, 'rankings')],
        },
      };
    },
  }),

  getTimeline: endpoint({
    path: '/api/company/{cui}/timeline',
    access: 'pro+x402',
    price: 'record',
    fresh: '24h',
    title: { en: 'What happened to the company, and when', ro: 'Ce s-a întâmplat cu firma și când' },
    about: {
      en: 'Registration, changes observed between snapshots of the registry, VAT and inactivity periods, balance filings, Official Gazette mentions; newest first, each with its source. `eventDate` is the day of the event; a change that was only observed between two snapshots of the registry has none, and `seenOn` is the day of the newer snapshot. A company that was never requested before is requested from the tax authority now, as by the look-up of the company; `meta.pending` states when that takes longer. Null, with `history` in `meta.notLoaded`, for a company of the trade registry while no two snapshots of it have been compared.',
      ro: 'Înmatricularea, schimbările observate între publicațiile registrului, perioadele de TVA și de inactivitate, depunerile de bilanț, mențiunile din Monitorul Oficial; cele mai noi întâi, fiecare cu sursa ei. `eventDate` este ziua faptului; o schimbare văzută doar între două publicații ale registrului nu are zi, iar `seenOn` este ziua celei mai noi. O firmă care nu a mai fost cerută este interogată acum la ANAF, ca la căutarea firmei; `meta.pending` anunță când durează mai mult. Null, cu `history` în `meta.notLoaded`, pentru o firmă din registrul comerțului cât timp nu s-au comparat două publicații ale lui.',
    },
    params,
    query: Type.Object({ limit: Limit(200, 50), cursor: Cursor }, closed),
    data: orNull(Type.Array(TimelineEvent), 'Newest first; null while no two snapshots of the registry were compared.'),
    examples: [
      { title: { en: 'A company with a history', ro: 'O firmă cu istoric' }, params: { cui: context.example.cui } },
    ],
    async handle({ cui, limit, cursor }, call) {
      const scope = { path: `/api/company/${cui}/timeline`, query: { limit }, generation: call.dataset.manifest.id };
      const start = cursor === undefined ? null : context.cursors.read(scope, cursor);
      const { fetchedAt, authority, ...lookup } = await lookUp(cui, call, context);
      const company = await companyBasics(cui, call, context);
      const [fiscal, balances] = await Promise.all([context.live.fiscal([cui]), context.live.balances(cui)]);
      const isUnknown = company.firm !== null && !isLoaded(call.dataset, 'history');
      const observed = { fiscal: fiscal.get(cui) ?? null, balances };
      const { sources, stale, warnings } = provenanceOf(call.dataset, ...TIMELINE_PARTS);
      const all = await timelineOf(
        company,
        observed,
        call.dataset,
        context.hidden().ids,
        context,
        translator(call.language),
      );
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
        data: isUnknown ? null : events,
        meta: {
          ...(!isUnknown && { page: context.cursors.positionPage(scope, page) }),
          source: 'onrc',
          sources: [
            ...observedProvenance('fiscal', [observed.fiscal], context, authority),
            ...observedProvenance('balances', balances, context),
            ...sources,
          ],
          stale: stale || lookup.stale,
          cached: lookup.cached,
          pending: lookup.pending ? ['fiscal'] : [],
          warnings: [...unreachableWarnings({ fetchedAt, state: authority }), ...warnings],
          notLoaded: missingParts(call.dataset, 'finances', 'gazette', 'procurement', 'history'),
        },
      };
    },
  }),
});

const provenanceCache = new WeakMap<Dataset, PartProvenance & { notLoaded: string[] }>();

const companyProvenance = (dataset: Dataset) =>
  provenanceCache.getOrInsertComputed(dataset, () => ({
    ...provenanceOf(dataset, 'registry', 'finances', 'shareholders', 'debts'),
    // The answer takes only the main activity from the balance sheets: a newer file that is not loaded does not make it stale.
    stale: provenanceOf(dataset, 'registry', 'shareholders', 'debts').stale,
    notLoaded: missingParts(dataset, 'finances', 'shareholders', 'debts', 'history'),
  }));

/** The metadata of stored documents, of which each is answered many times. */
const metaCache = new WeakMap<RenderedData, { dataset: Dataset; meta: AnswerMeta }>();

function companyAnswer(
  result: LookupResult,
  { dataset }: Call,
  context: CompanyContext,
): { data: RenderedData; meta: AnswerMeta } {
  const { document, cached } = result;
  const known = metaCache.get(document);
  if (known?.dataset === dataset) return { data: document, meta: known.meta };
  const meta = companyMeta(result, dataset, context);
  // A document with another state of its sources is made for one answer.
  if (cached) metaCache.set(document, { dataset, meta });
  return { data: document, meta };
}

function companyMeta(result: LookupResult, dataset: Dataset, { pages }: CompanyContext): AnswerMeta {
  const provenance = companyProvenance(dataset);
  const { fetchedAt, cached, authority } = result;
  const state = { fetchedAt, state: authority };
  const meta: AnswerMeta = {
    source: fetchedAt === null ? 'onrc' : 'anaf',
    sources: provenance.sources,
    cached,
    stale: result.stale || provenance.stale,
    pending: result.pending ? ['fiscal'] : [],
    notLoaded: provenance.notLoaded,
    warnings: authority === null ? provenance.warnings : [...unreachableWarnings(state), ...provenance.warnings],
  };
  if (fetchedAt !== null || authority !== null)
    meta.sources = [authorityProvenance(state, 'fiscal', pages), ...provenance.sources];
  if (fetchedAt !== null) {
    meta.cachedAt = fetchedAt;
    meta.freshUntil = instantOf(msOf(fetchedAt) + windowSeconds['24h'] * 1000);
  }
  return meta;
}
