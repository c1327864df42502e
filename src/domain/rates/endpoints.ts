/** Operations on the national bank's exchange rates. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { type AnswerMeta, endpoint } from '#api/endpoint.ts';
import { CalendarDay } from '#api/parameters.ts';
import type { Message } from '#lib/i18n/message.ts';
import { closed, oneOf } from '#lib/schema/fields.ts';
import { type Day, daysBetween } from '#lib/values/date.ts';
import { messages } from '#locales/messages.ts';
import { Amount, assertQuoted, Conversion, Currency, conversion } from './conversion.ts';
import { BASE, DayRates, dayRates } from './day-rates.ts';
import { farBack, newestRates } from './freshness.ts';
import { daysMax, firstDay, history } from './history.ts';
import { type RatesContext, rateTableOf } from './rates-table.ts';

const SCHEDULE = {
  en: 'The bank publishes about 13:00 (Europe/Bucharest) on bank days; we ask it then, and answers are fresh until its next publication, at most 12 hours. When the bank does not answer, the stored rates are served with `meta.stale`.',
  ro: 'Banca publică pe la 13:00 (ora României) în zilele bancare; atunci o întrebăm, iar răspunsurile sunt proaspete până la următoarea publicare, cel mult 12 ore. Când banca nu răspunde, se dau cursurile păstrate, cu `meta.stale`.',
};

export const rates = (context: RatesContext) => {
  /** Throws for a day that has not come yet. */
  const notToCome = (name: string, day: Day | undefined): Day | undefined => {
    if (day !== undefined && day > context.today())
      throw invalid(name, messages.rates.notAfter({ day: context.today() }), messages.rates.dayToCome());
    return day;
  };
  return {
    getRates: endpoint({
      path: '/api/rates',
      access: 'pro+x402',
      price: 'reference',
      fresh: '12h',
      title: { en: 'Today’s exchange rates', ro: 'Cursurile de azi' },
      about: {
        en: `The newest reference rates of the national bank, with the change since the bank day before. ${SCHEDULE.en}`,
        ro: `Cele mai noi cursuri de referință ale Băncii Naționale, cu schimbarea față de ziua bancară dinainte. ${SCHEDULE.ro}`,
      },
      query: Type.Object(
        {
          date: Type.Optional(
            CalendarDay({
              en: 'The rates that are valid on this day, up to today: those of the last bank day until then.',
              ro: 'Cursurile valabile în această zi, cel târziu azi: cele din ultima zi bancară de până atunci.',
            }),
          ),
        },
        closed,
      ),
      data: DayRates,
      examples: [
        { title: { en: 'The newest rates', ro: 'Cele mai noi cursuri' } },
        { title: { en: 'On a Sunday', ro: 'Într-o duminică' }, query: { date: '2026-03-08' } },
      ],
      async handle({ date }, call) {
        const until = notToCome('date', date) ?? context.today();
        const { meta } = await newestRates(call, context, date);
        const table = rateTableOf(call.dataset, context.observed);
        const days = await table.days(until, 2);
        const [day, before = ''] = days;
        if (day === undefined) throw new ApiError('NOT_FOUND', messages.rates.noneBefore({ day: until }));
        const quotes = await table.quotes(days);
        const data = dayRates(day, quotes.get(day) ?? [], quotes.get(before) ?? []);
        return { data, meta: withWarnings(meta, farBack(day, until)) };
      },
    }),

    getRatesHistory: endpoint({
      path: '/api/rates/history',
      access: 'pro+x402',
      price: 'reference',
      fresh: '12h',
      title: { en: 'Exchange rates of several bank days', ro: 'Cursurile din mai multe zile bancare' },
      about: {
        en: `The last ten bank days, or those of a range of days: at most ${daysMax({})} days, for averages ${daysMax({ average: 'year' })}, for one currency ${daysMax({ currency: 'EUR' })}. One entry a bank day, newest first; there are none on weekends and holidays. Currencies come and go: each day has those that the bank quoted then. ${SCHEDULE.en}`,
        ro: `Ultimele zece zile bancare sau cele dintr-un interval: cel mult ${daysMax({})} de zile, pentru medii ${daysMax({ average: 'year' })}, pentru o singură monedă ${daysMax({ currency: 'EUR' })}. Câte o înregistrare pe zi bancară, cele mai noi întâi; în weekend și de sărbători nu există. Monedele vin și pleacă: fiecare zi le are pe cele cotate atunci. ${SCHEDULE.ro}`,
      },
      query: Type.Object(
        {
          currency: Type.Optional(
            Currency({
              en: 'Only this currency: three letters, any case. A currency that has ended is a 404 after its last day.',
              ro: 'Doar această monedă: trei litere, mari sau mici. O monedă care nu mai există este 404 după ultima ei zi.',
            }),
          ),
          dateFrom: Type.Optional(
            CalendarDay({
              en: 'First day; default: ten bank days, for averages the first day of the year.',
              ro: 'Prima zi; implicit: zece zile bancare, iar la medii prima zi a anului.',
            }),
          ),
          dateTo: Type.Optional(
            CalendarDay({
              en: 'Last day, up to today; not before `dateFrom`. Default: the newest bank day.',
              ro: 'Ultima zi, cel târziu azi; nu înainte de `dateFrom`. Implicit: cea mai nouă zi bancară.',
            }),
          ),
          average: Type.Optional(
            oneOf(['month', 'year'], {
              en: 'One entry a month or year, with the mean of the rates of its bank days in the range (`bankDays`), rounded to four decimals as published rates are.',
              ro: 'Câte o înregistrare pe lună sau an, cu media cursurilor din zilele ei bancare din interval (`bankDays`), rotunjită la patru zecimale ca ale cursurilor publicate.',
            }),
          ),
        },
        closed,
      ),
      data: Type.Array(DayRates),
      examples: [
        { title: { en: 'The last ten bank days', ro: 'Ultimele zece zile bancare' } },
        {
          title: { en: 'The euro by month', ro: 'Euro pe luni' },
          query: { currency: 'EUR', average: 'month', dateFrom: '2026-01-01', dateTo: '2026-03-31' },
        },
      ],
      async handle(query, call) {
        const { currency, dateTo } = query;
        const until = notToCome('dateTo', dateTo) ?? context.today();
        if (query.dateFrom !== undefined && query.dateFrom > until)
          throw invalid('dateFrom', messages.rates.notAfter({ day: until }));
        const first = firstDay(query, until);
        const most = daysMax(query);
        if (first !== null && daysBetween(first, until) >= most)
          throw invalid('dateFrom', messages.rates.tooManyDays({ most }));
        if (currency !== undefined) {
          assertQuoted(currency, first ?? until);
          if (currency === BASE) throw new ApiError('NOT_FOUND', messages.rates.notQuoted({ currency }));
        }
        const { meta } = await newestRates(call, context, dateTo);
        const data = await history(query, until, rateTableOf(call.dataset, context.observed));
        const warnings = data[0] === undefined || dateTo !== undefined ? [] : farBack(data[0].date, until);
        return { data, meta: withWarnings(meta, warnings) };
      },
    }),

    convertCurrency: endpoint({
      path: '/api/rates/convert',
      access: 'pro+x402',
      price: 'reference',
      fresh: '12h',
      title: { en: 'Currency conversion', ro: 'Conversie valutară' },
      about: {
        en: `Converts at the bank’s reference rates, between two foreign currencies through the leu, by exact decimal arithmetic. On a day without rates those of the last bank day before count; so does a day on which one of the two currencies was not quoted. Rates of more than a week before the day asked for come with a warning. ${SCHEDULE.en}`,
        ro: `Convertește la cursurile de referință ale băncii, între două valute prin leu, cu aritmetică zecimală exactă. Într-o zi fără cursuri contează cele din ultima zi bancară dinainte; la fel pentru o zi în care una dintre monede nu a fost cotată. Cursurile mai vechi de o săptămână față de ziua cerută vin cu un avertisment. ${SCHEDULE.ro}`,
      },
      query: Type.Object(
        {
          from: Currency({
            en: 'Currency of the amount: three letters, any case; `RON` is the leu.',
            ro: 'Moneda sumei: trei litere, mari sau mici; `RON` este leul.',
          }),
          to: Currency({ en: 'Currency of the result, likewise.', ro: 'Moneda rezultatului, la fel.' }),
          amount: Amount,
          date: Type.Optional(
            CalendarDay({
              en: 'Day whose rates count, `YYYY-MM-DD`; default today.',
              ro: 'Ziua ale cărei cursuri contează, `YYYY-MM-DD`; implicit azi.',
            }),
          ),
        },
        closed,
      ),
      data: Conversion,
      examples: [
        { title: { en: 'Euros to lei', ro: 'Euro în lei' }, query: { from: 'EUR', to: 'RON', amount: '1250.50' } },
        {
          title: { en: 'On a Sunday', ro: 'Într-o duminică' },
          query: { from: 'USD', to: 'HUF', amount: '100', date: '2026-03-08' },
        },
      ],
      async handle({ from, to, amount, date: requested }, call) {
        const date = requested ?? context.today();
        notToCome('date', date);
        const { meta } = await newestRates(call, context, date);
        const { data, day, bankDay } = await conversion(
          { from, to, amount, date },
          rateTableOf(call.dataset, context.observed),
        );
        const warnings =
          day === bankDay ? farBack(day, date) : [messages.rates.notBothQuoted({ from, to, bankDay, day })];
        return { data, meta: withWarnings(meta, warnings) };
      },
    }),
  };
};

const invalid = (
  name: string,
  problem: Message,
  message: Message = messages.operations.query({ name, problem }),
): ApiError => new ApiError('INVALID_PARAMETER', message, { details: [{ in: 'query', name, problem }] });

const withWarnings = (meta: AnswerMeta, more: readonly Message[]): AnswerMeta => ({
  ...meta,
  warnings: [...(meta.warnings ?? []), ...more],
});
