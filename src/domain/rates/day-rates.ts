/** The rates of one bank day, as answered. */

import { Type } from 'typebox';
import { closed, field, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import type { Day } from '#lib/values/date.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { changeOf, perUnit, published, type Quote } from './quote.ts';

const Rate = Type.Object(
  {
    currency: field(Type.String(), {
      en: 'Currency code, three letters. `XAU` is gold, by the gram.',
      ro: 'Codul monedei, trei litere. `XAU` este aurul, la gram.',
    }),
    name: orNull(Type.String(), {
      en: 'Name in Romanian; null for a code that is new to us.',
      ro: 'Numele în română; null pentru un cod nou pentru noi.',
    }),
    multiplier: field(Type.Integer(), {
      en: 'Units that the bank publishes the price of: 1 or 100.',
      ro: 'Pentru câte unități publică banca prețul: 1 sau 100.',
      heading: { en: 'Multiplier', ro: 'Multiplicator' },
    }),
    rate: field(Type.Number(), {
      en: 'Lei for one unit.',
      ro: 'Lei pentru o unitate.',
      heading: { en: 'Rate per unit', ro: 'Curs pe unitate' },
    }),
    published: field(Type.Number(), {
      en: 'Lei for `multiplier` units, as published.',
      ro: 'Lei pentru `multiplier` unități, așa cum s-a publicat.',
      heading: { en: 'As published', ro: 'Curs publicat' },
    }),
    change: orNull(Type.Number(), {
      en: 'How many lei one unit costs more than on the bank day before; null when it was not quoted then, and for averages.',
      ro: 'Cu câți lei costă mai mult o unitate decât în ziua bancară dinainte; null când nu a fost cotată atunci și la medii.',
      heading: { en: 'Change', ro: 'Variație' },
    }),
  },
  { ...closed, title: 'Rate', description: 'The price of a currency.' },
);

export const DayRates = Type.Object(
  {
    date: field(Type.String(), {
      en: 'The bank day, `YYYY-MM-DD`; of an average the last one of the period.',
      ro: 'Ziua bancară, `YYYY-MM-DD`; la o medie, ultima din perioadă.',
    }),
    period: field(Type.String(), {
      en: 'The day again, or the month `YYYY-MM` or year `YYYY` of an average.',
      ro: 'Tot ziua, sau luna `YYYY-MM` ori anul `YYYY` al unei medii.',
      heading: { en: 'Period', ro: 'Perioada' },
    }),
    bankDays: field(Type.Integer(), {
      en: 'Bank days that were averaged; 1 for a day.',
      ro: 'Zilele bancare din care s-a făcut media; 1 pentru o zi.',
      heading: { en: 'Bank days', ro: 'Zile bancare' },
    }),
    base: field(Type.String(), {
      en: 'The currency of prices: `RON`.',
      ro: 'Moneda în care sunt prețurile: `RON`.',
      heading: { en: 'Base', ro: 'Moneda de bază' },
    }),
    rates: field(Type.Array(Rate), {
      en: 'All currencies quoted on that day, or the requested one, by code.',
      ro: 'Toate monedele cotate în acea zi sau moneda cerută, după cod.',
      heading: { en: 'Rates', ro: 'Cursuri' },
    }),
  },
  { ...closed, title: 'DayRates', description: 'The national bank’s rates of one day.' },
);

export const BASE = 'RON';

const currencies = new Map(
  readReference<'code' | 'name_ro' | 'last_day'>('currencies.tsv').map(({ code, name_ro, last_day }) => [
    code,
    { name: name_ro, lastDay: last_day === '' ? null : last_day },
  ]),
);

/** Codes that the bank quotes or once quoted, and the leu. */
export const isCurrency = (code: string): boolean => currencies.has(code);

/** The day on which a currency ended, if that was before the day: from then on it has no rate that could be carried over. */
export function endBefore(code: string, day: Day): Day | null {
  const lastDay = currencies.get(code)?.lastDay ?? null;
  return lastDay !== null && lastDay < day ? lastDay : null;
}

export function dayRates(date: Day, quotes: readonly Quote[], before: readonly Quote[]): Static<typeof DayRates> {
  const earlier = new Map(before.map((quote) => [quote.currency, quote]));
  const rates = quotes.map((quote) => {
    const previous = earlier.get(quote.currency);
    return {
      currency: quote.currency,
      name: currencies.get(quote.currency)?.name ?? null,
      multiplier: quote.multiplier,
      rate: perUnit(quote),
      published: published(quote),
      change: previous ? changeOf(quote, previous) : null,
    };
  });
  return { date, period: date, bankDays: 1, base: BASE, rates };
}
