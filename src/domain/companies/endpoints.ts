/** Operations on one company that answer from its own data. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { type Answer, endpoint } from '#api/endpoint.ts';
import { Cui, Cursor, Limit, Year } from '#api/parameters.ts';
import { awaited, isLoaded, missingParts, provenanceOf } from '#api/provenance.ts';
import { translator } from '#lib/i18n/message.ts';
import { about, closed, field } from '#lib/schema/fields.ts';
import { parseCui } from '#lib/values/cui.ts';
import { messages } from '#locales/messages.ts';
import { observedStamps, silenceTold } from './authority-provenance.ts';
import { notAnswered, notAnsweredYet } from './authority-silence.ts';
import { Balance } from './balances/balance.ts';
import { whyMissing } from './balances/balance-years.ts';
import { allFinancesOf, financesOf } from './balances/finances.ts';
import { financesMeta, lastYearsMeta } from './balances/finances-meta.ts';
import { chartsOf } from './balances/kept-charts.ts';
import { assertAnswered, assertFewEnough, BatchRow, renderBatch, together } from './batch.ts';
import { Company } from './company.ts';
import { companyAnswer } from './company-answer.ts';
import { knownCompany } from './company-basics.ts';
import { Health } from './health/health.ts';
import { healthOf } from './health/health-basis.ts';
import { healthPreview } from './health/preview.ts';
import { type Found, lookUp, lookUpAll, WAIT_BATCH_MS, WAIT_FIRST_MS } from './lookup.ts';
import type { CompanyNeeds } from './needs.ts';
import { AskedDay, askedDay, Receipt, WantsReceipt } from './on-date/asked-day.ts';
import { assertMayHaveReceipts, onTheDay, waitLeft, withDated } from './on-date/dated-companies.ts';

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
    title: { en: 'Company by fiscal code', ro: 'Firmă după codul fiscal' },
    about: {
      en: 'Everything known of a company: registry status, VAT, addresses, administrators, authorised activities. Trade-registry data comes from the newest published snapshot, tax data from the tax authority itself, asked at most once in 24 hours. A company that was never asked for before may take a few seconds; what is not known in time is named in `meta.pending`.',
      ro: 'Tot ce se știe despre o firmă: starea în registru, TVA, adrese, administratori, activități autorizate. Datele din registrul comerțului vin din cea mai nouă publicație, cele fiscale chiar de la ANAF, întrebat cel mult o dată la 24 de ore. O firmă despre care nu a întrebat nimeni înainte poate dura câteva secunde; ce nu se află la timp este numit în `meta.pending`.',
    },
    params,
    query: Type.Object({ date: AskedDay, receipt: WantsReceipt }, closed),
    data: Company,
    meta: Type.Object({ receipt: Type.Optional(Receipt) }),
    examples: [
      { title: { en: 'A large company', ro: 'O firmă mare' }, params: { cui: needs.example.cui } },
      {
        title: { en: 'What it was on a day', ro: 'Cum era la o anumită zi' },
        params: { cui: needs.example.cui },
        query: { date: '2024-06-30' },
      },
    ],
    async handle({ cui, date, receipt = false }, call) {
      assertMayHaveReceipts({ receipt }, call);
      const day = askedDay({ date, receipt }, needs.today(), 'query');
      const found = await lookUp(cui, call, needs);
      if (day === null) return companyAnswer(found, call, needs);
      const wish = { day, receipt, waitMs: waitLeft(WAIT_FIRST_MS, call) };
      const dated = await onTheDay(new Map([[cui, found]]), wish, call, needs);
      return withDated(companyAnswer(dated.found.get(cui) as Found, call, needs), dated, dated.receipts?.get(cui));
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
        date: AskedDay,
        receipt: WantsReceipt,
      },
      closed,
    ),
    data: Type.Array(BatchRow),
    record: 'company',
    empty: (rows) => !rows.some(({ found }) => found),
    examples: [
      {
        title: { en: 'Two companies and a typing error', ro: 'Două firme și o greșeală de scriere' },
        body: { cuis: [needs.example.cui, ...needs.example.others] },
      },
    ],
    async handle({ cuis, date, receipt = false }, call): Promise<Answer<never>> {
      assertFewEnough(cuis.length, call);
      assertMayHaveReceipts({ receipt }, call);
      const day = askedDay({ date, receipt }, needs.today(), 'body');
      const wanted = cuis.map(parseCui);
      const found = await lookUpAll(
        wanted.filter((cui) => cui !== null),
        call,
        needs,
        WAIT_BATCH_MS,
      );
      if (call.caller.kind === 'payment') assertAnswered(wanted, found);
      if (day === null) {
        const document = renderBatch(cuis, wanted, found, call.language);
        return companyAnswer({ document, ...together(found) }, call, needs);
      }
      const wish = { day, receipt, waitMs: waitLeft(WAIT_BATCH_MS, call) };
      const dated = await onTheDay(found, wish, call, needs);
      const document = renderBatch(cuis, wanted, dated.found, call.language, dated.receipts);
      return withDated(companyAnswer({ document, ...together(dated.found) }, call, needs), dated);
    },
  }),

  getFinancials: endpoint({
    path: '/api/company/{cui}/financials',
    access: 'pro+x402',
    price: 'record',
    fresh: '7d',
    title: { en: 'Financial data of the last 8 years', ro: 'Date financiare din ultimii 8 ani' },
    about: {
      en: 'All balance sheets of the last eight years, newest first, counted back from the newest that is known of the company (a warning says when that is an old one): the indicators as filed, and a summary where the form’s chart defines one. Years that the yearly files lack are asked for at the tax authority.',
      ro: 'Toate bilanțurile din ultimii opt ani, cele mai noi întâi, numărați înapoi de la cel mai nou cunoscut al firmei (un avertisment spune când acela este vechi): indicatorii așa cum au fost depuși și un rezumat acolo unde formularul îl definește. Anii care lipsesc din fișierele anuale se cer de la ANAF.',
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
    examples: [{ title: { en: 'Eight years', ro: 'Opt ani' }, params: { cui: needs.example.cui } }],
    async handle({ cui }, call) {
      const finances = await allFinancesOf(cui, call, needs);
      const isUnread = finances.unanswered.length > 0 && !isLoaded(call.dataset, 'finances');
      if (finances.recent.length === 0 && isUnread) throw notAnswered(messages.companies.balancesOf({ cui }));
      return { data: finances.recent, meta: lastYearsMeta(finances, call, needs.pages, needs.today()) };
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
    examples: [{ title: { en: 'One year', ro: 'Un an' }, params: { cui: needs.example.cui, year: '2024' } }],
    async handle({ cui, year }, call) {
      const company = await knownCompany(cui, call, needs);
      const finances = await financesOf(company, call, needs, year);
      const balance = finances.balances.find((one) => one.year === year);
      if (balance) return { data: balance, meta: financesMeta(finances, call, needs.pages) };
      const about = messages.companies.balanceOf({ year, cui });
      if (finances.pending.includes(year)) throw notAnsweredYet(about);
      if (finances.unanswered.includes(year)) throw notAnswered(about);
      const reason = whyMissing(year, needs.today(), {
        registeredOn: company.registeredOn,
        struckOffOn: finances.struckOffOn,
        fileLoaded: isLoaded(call.dataset, 'finances') && (await chartsOf(call.dataset)).years.includes(year),
        serviceSaidNone: finances.observations.some((one) => one.year === year && !one.found),
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
        params: { cui: needs.example.cui },
      },
    ],
    async handle({ cui }, call) {
      const company = await knownCompany(cui, call, needs);
      const finances = await allFinancesOf(cui, call, needs);
      const fiscal = (await needs.live.fiscal([cui])).get(cui) ?? null;
      const data = await healthOf(company, finances, fiscal, call, needs);
      const meta = financesMeta(finances, call, needs.pages, ['finances', 'rankings', 'registry', 'debts']);
      return {
        data,
        meta: {
          ...meta,
          sources: [...observedStamps('fiscal', [fiscal], needs), ...meta.sources],
          source: 'computed',
          // Peers and ranks come with the rankings.
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
      en: 'Registration, changes seen between snapshots of the registry, VAT and inactivity periods, balance filings, Official Gazette mentions; newest first, each with its source. `eventDate` is the day of the event; a change that was only seen between two snapshots of the registry has none, and `seenOn` is the day of the newer one. What the tax authority knows of a company that was never asked for is asked now, as by the look-up of the company; `meta.pending` says when it takes longer.',
      ro: 'Înmatricularea, schimbările văzute între publicațiile registrului, perioadele de TVA și de inactivitate, depunerile de bilanț, mențiunile din Monitorul Oficial; cele mai noi întâi, fiecare cu sursa ei. `eventDate` este ziua faptului; o schimbare văzută doar între două publicații ale registrului nu are zi, iar `seenOn` este ziua celei mai noi. Ce știe ANAF despre o firmă despre care nu s-a întrebat niciodată se cere acum, ca la căutarea firmei; `meta.pending` spune când durează mai mult.',
    },
    params,
    query: Type.Object({ limit: Limit(200, 50), cursor: Cursor }, closed),
    data: Type.Array(TimelineEvent),
    examples: [
      { title: { en: 'A company with a history', ro: 'O firmă cu istoric' }, params: { cui: needs.example.cui } },
    ],
    async handle({ cui, limit, cursor }, call) {
      const scope = { path: `/api/company/${cui}/timeline`, query: { limit }, generation: call.dataset.manifest.id };
      const start = cursor === undefined ? null : needs.cursors.read(scope, cursor);
      const { silent, ...found } = await lookUp(cui, call, needs);
      const company = await knownCompany(cui, call, needs);
      const [fiscal, balances] = await Promise.all([needs.live.fiscal([cui]), needs.live.balances(cui)]);
      const observed = { fiscal: fiscal.get(cui) ?? null, balances };
      const { sources, stale, warnings } = provenanceOf(call.dataset, ...TIMELINE_PARTS);
      const all = await timelineOf(
        company,
        observed,
        call.dataset,
        needs.hidden().ids,
        needs,
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
        data: events,
        meta: {
          page: needs.cursors.positionPage(scope, page),
          source: 'onrc',
          sources: [
            ...observedStamps('fiscal', [observed.fiscal], needs, silent),
            ...observedStamps('balances', balances, needs),
            ...sources,
          ],
          stale: stale || found.stale,
          cached: found.cached,
          pending: found.pending ? ['fiscal'] : [],
          warnings: [...silenceTold({ fetchedAt: found.fetchedAt, state: silent }), ...warnings],
          notLoaded: missingParts(call.dataset, 'finances', 'gazette', 'procurement'),
        },
      };
    },
  }),
});
