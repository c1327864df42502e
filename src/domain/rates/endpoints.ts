/** Operations on the national bank's exchange rates. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { type AnswerMeta, endpoint } from '#api/endpoint.ts';
import { CalendarDay } from '#api/parameters.ts';
import type { Message } from '#lib/i18n/message.ts';
import { closed } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { Amount, Conversion, Currency, conversion } from './conversion.ts';
import { DayRates, dayRates } from './day-rates.ts';
import { farBack, newestRates } from './freshness.ts';
import { type RatesContext, rateTableOf } from './rates-table.ts';

/** Bank days in the history. */
const HISTORY_DAYS = 10;

const SCHEDULE = {
  en: 'The bank publishes about 13:00 (Europe/Bucharest) on bank days; we ask it then, and answers are fresh until its next publication, at most 12 hours. When the bank does not answer, the stored rates are served with `meta.stale`.',
  ro: 'Banca publică pe la 13:00 (ora României) în zilele bancare; atunci o întrebăm, iar răspunsurile sunt proaspete până la următoarea publicare, cel mult 12 ore. Când banca nu răspunde, se dau cursurile păstrate, cu `meta.stale`.',
};

export const rates = (context: RatesContext) => ({
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
    data: DayRates,
    examples: [{ title: { en: 'The newest rates', ro: 'Cele mai noi cursuri' } }],
    async handle(_, call) {
      const { newest, meta } = await newestRates(call, context);
      const table = rateTableOf(call.dataset, context.observed);
      const days = await table.days(newest, 2);
      const quotes = await table.quotes(days);
      const data = dayRates(newest, quotes.get(newest) ?? [], quotes.get(days[1] ?? '') ?? []);
      return { data, meta: withWarnings(meta, farBack(newest, context.today())) };
    },
  }),

  getRatesHistory: endpoint({
    path: '/api/rates/history',
    access: 'pro+x402',
    price: 'reference',
    fresh: '12h',
    title: { en: 'Exchange rates of the last ten bank days', ro: 'Cursurile din ultimele zece zile bancare' },
    about: {
      en: `One entry a bank day, newest first; there are none on weekends and holidays. Currencies come and go: each day has those that the bank quoted then. ${SCHEDULE.en}`,
      ro: `Câte o înregistrare pe zi bancară, cele mai noi întâi; în weekend și de sărbători nu există. Monedele vin și pleacă: fiecare zi le are pe cele cotate atunci. ${SCHEDULE.ro}`,
    },
    data: Type.Array(DayRates),
    examples: [{ title: { en: 'The last ten bank days', ro: 'Ultimele zece zile bancare' } }],
    async handle(_, call) {
      const { newest, meta } = await newestRates(call, context);
      const table = rateTableOf(call.dataset, context.observed);
      const days = await table.days(newest, HISTORY_DAYS + 1);
      const quotes = await table.quotes(days);
      const data = days
        .slice(0, HISTORY_DAYS)
        .map((day, i) => dayRates(day, quotes.get(day) ?? [], quotes.get(days[i + 1] ?? '') ?? []));
      return { data, meta: withWarnings(meta, farBack(newest, context.today())) };
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
      if (date > context.today())
        throw new ApiError('INVALID_PARAMETER', messages.rates.dayToCome(), {
          details: [{ in: 'query', name: 'date', problem: messages.rates.notAfter({ day: context.today() }) }],
        });
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
});

const withWarnings = (meta: AnswerMeta, more: readonly Message[]): AnswerMeta => ({
  ...meta,
  warnings: [...(meta.warnings ?? []), ...more],
});
