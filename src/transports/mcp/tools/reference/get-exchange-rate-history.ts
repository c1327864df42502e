/** The rate of a currency over some days. */

import Type from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { CalendarDay } from '#api/parameters.ts';
import { closed, oneOf } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { CitationFields, citationOf } from '#transports/mcp/format/citation.ts';
import { tool } from '#transports/mcp/tool.ts';
import { defined } from '#transports/mcp/tools/procurement/arguments.ts';
import { Currency, rateFields } from './currencies.ts';

const Day = Type.Object(
  { date: Type.String({ description: 'The bank day, or the month or year of an average.' }), ...rateFields },
  closed,
);

export const getExchangeRateHistory = tool({
  name: 'get_exchange_rate_history',
  title: 'Exchange rate of the last bank days',
  about:
    'The reference rate of one currency on each of the last ten bank days or of a range of days, newest first, or its average by month or year: for "how did the euro move lately". For an amount use `convert_currency`; for all currencies of a day `get_exchange_rates`.',
  effect: 'reads',
  input: Type.Object({
    currency: Currency('Currency: three letters.'),
    dateFrom: Type.Optional(CalendarDay('First day; without it the last ten bank days.')),
    dateTo: Type.Optional(CalendarDay('Last day; default: the newest.')),
    average: Type.Optional(oneOf(['month', 'year'], 'Averages instead of days.')),
  }),
  output: Type.Object({
    currency: Type.String({ description: 'As requested.' }),
    days: Type.Array(Day, { description: 'Newest first; days on which the bank did not quote it are missing.' }),
    ...CitationFields,
  }),
  async call(input, call) {
    const { currency: typed, ...range } = input;
    const currency = typed.toUpperCase();
    // The newest days of all currencies name those that are quoted; longer ranges are of one currency.
    const isLong = Object.values(range).some((value) => value !== undefined);
    const { data, meta } = await call.client.getRatesHistory(
      defined({ ...range, currency: isLong ? currency : undefined }),
    );
    const days = data.flatMap(({ period, rates }) => {
      const own = rates.find((each) => each.currency === currency);
      return own ? [{ date: period, rate: own.rate, change: own.change }] : [];
    });
    if (days.length === 0 && !isLong) {
      const quoted = data[0]?.rates.map((each) => each.currency).join(', ') ?? '';
      throw new ApiError('INVALID_PARAMETER', messages.agents.reference.notQuoted({ currencies: currency, quoted }));
    }
    return { currency, days, ...citationOf(call, { name: 'rates', query: { currency } }, [meta]) };
  },
});
