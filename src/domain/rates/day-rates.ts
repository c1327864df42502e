/** The rates of one bank day, as they leave. */

import { Type } from 'typebox';
import type { Day } from '#lib/values/date.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { closed, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import { changeOf, perUnit, published, type Quote } from './quote.ts';

const Rate = Type.Object(
  {
    currency: Type.String({ description: 'Currency code, three letters. `XAU` is gold, by the gram.' }),
    name: orNull(Type.String(), 'Name in Romanian; null for a code that is new to us.'),
    multiplier: Type.Integer({ description: 'Units that the bank publishes the price of: 1 or 100.' }),
    rate: Type.Number({ description: 'Lei for one unit.' }),
    published: Type.Number({ description: 'Lei for `multiplier` units, as published.' }),
    change: orNull(
      Type.Number(),
      'How many lei one unit costs more than on the bank day before; null when it was not quoted then.',
    ),
  },
  { ...closed, title: 'Rate', description: 'The price of a currency.' },
);

export const DayRates = Type.Object(
  {
    date: Type.String({ description: 'The bank day, `YYYY-MM-DD`.' }),
    base: Type.String({ description: 'The currency in which prices stand: `RON`.' }),
    rates: Type.Array(Rate, { description: 'All currencies quoted on that day, by code.' }),
  },
  { ...closed, title: 'DayRates', description: 'The national bank’s rates of one day.' },
);

export const BASE = 'RON';

const names = new Map(
  readReference<'code' | 'name_ro'>('currencies.tsv').map(({ code, name_ro }) => [code, name_ro] as const),
);

/** Codes that the bank quotes or once quoted, and the leu. */
export const isCurrency = (code: string): boolean => names.has(code);

export function dayRates(date: Day, quotes: readonly Quote[], before: readonly Quote[]): Static<typeof DayRates> {
  const earlier = new Map(before.map((quote) => [quote.currency, quote]));
  const rates = quotes.map((quote) => {
    const previous = earlier.get(quote.currency);
    return {
      currency: quote.currency,
      name: names.get(quote.currency) ?? null,
      multiplier: quote.multiplier,
      rate: perUnit(quote),
      published: published(quote),
      change: previous ? changeOf(quote, previous) : null,
    };
  });
  return { date, base: BASE, rates };
}
