/** An amount from one currency to another at the rates of a bank day. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import type { RenderedData } from '#api/endpoint.ts';
import { documentedAs, parsedAs, withPatternMessage } from '#api/parameters.ts';
import { about, closed, type Description, field } from '#lib/schema/fields.ts';
import type { Day } from '#lib/values/date.ts';
import { etagOf } from '#lib/values/hash.ts';
import { messages } from '#locales/messages.ts';
import { BASE, endBefore, isCurrency } from './day-rates.ts';
import { AMOUNT_DECIMALS, convert, LEU, type Quote } from './quote.ts';
import type { RateTable } from './rates-table.ts';

const DIGITS_MAX = 15;

/** Bank days to search for one with both currencies: the bank omits a currency that was not traded. */
const CARRIED_DAYS_MAX = 10;

export const Amount = documentedAs(
  parsedAs(
    withPatternMessage(
      Type.String({
        pattern: `^[0-9]{1,${DIGITS_MAX}}([.][0-9]{1,${AMOUNT_DECIMALS}})?$`,
        default: '1',
        ...about({
          en: `Amount, more than 0: at most ${DIGITS_MAX} digits, of them at most ${AMOUNT_DECIMALS} behind the point.`,
          ro: `Suma, mai mare decât 0: cel mult ${DIGITS_MAX} cifre, dintre care cel mult ${AMOUNT_DECIMALS} după virgulă.`,
        }),
      }),
      messages.rates.amount({ digits: DIGITS_MAX, decimals: AMOUNT_DECIMALS }),
    ),
    (text, refuse) => {
      if (/^[0.]+$/.test(text)) throw refuse(messages.rates.aboveZero());
      if (text.replace('.', '').length > DIGITS_MAX) throw refuse(messages.rates.digits({ most: DIGITS_MAX }));
      return text;
    },
  ),
  // The point is one more character.
  () => ({
    pattern: `^(?=[0-9.]*[1-9])(?![0-9.]{${DIGITS_MAX + 2}})[0-9]{1,${DIGITS_MAX}}([.][0-9]{1,${AMOUNT_DECIMALS}})?$`,
  }),
);

export const Currency = (texts: Description) =>
  parsedAs(
    withPatternMessage(
      Type.String({ pattern: '^[A-Za-z]{3}$', ...about(texts), examples: ['EUR'] }),
      messages.rates.currency(),
    ),
    (code) => code.toUpperCase(),
  );

export const Conversion = Type.Object(
  {
    from: field(Type.String(), { en: 'The currency of the amount.', ro: 'Moneda sumei.' }),
    to: field(Type.String(), { en: 'The currency of the result.', ro: 'Moneda rezultatului.' }),
    amount: field(Type.Number(), { en: 'The requested amount.', ro: 'Suma, așa cum s-a cerut.' }),
    rate: field(Type.Number(), {
      en: 'What one unit of `from` costs in `to`, to twelve decimals.',
      ro: 'Cât costă o unitate din `from` în `to`, cu douăsprezece zecimale.',
    }),
    result: field(Type.Number(), {
      en: 'The amount in `to`, computed exactly from the published rates (not from `rate`), rounded half up to four decimals. All its digits are sent: read it as a decimal when a float has too few.',
      ro: 'Suma în `to`, calculată exact din cursurile publicate (nu din `rate`), rotunjită la patru zecimale. Se trimit toate cifrele: citiți-o ca zecimală când un float are prea puține.',
    }),
    requestedDate: field(Type.String(), { en: 'The requested day, or today.', ro: 'Ziua cerută sau azi.' }),
    effectiveDate: field(Type.String(), {
      en: 'The bank day whose rates were used: the last until then.',
      ro: 'Ziua bancară ale cărei cursuri s-au folosit: ultima de până atunci.',
    }),
  },
  { ...closed, title: 'Conversion', description: 'An amount in another currency.' },
);

/** Throws for a code that the bank never quoted, and for a currency that ended before the day. */
export function assertQuoted(currency: string, day: Day): void {
  if (!isCurrency(currency)) throw new ApiError('NOT_FOUND', messages.rates.notQuoted({ currency }));
  const last = endBefore(currency, day);
  if (last !== null) throw new ApiError('NOT_FOUND', messages.rates.lastQuoted({ currency, day, last }));
}

interface ConversionRequest {
  from: string;
  to: string;
  amount: string;
  date: Day;
}

/** Builds the JSON text itself: JSON has decimals of any length, `JSON.stringify` has not. */
export async function conversion(
  request: ConversionRequest,
  table: RateTable,
): Promise<{ data: RenderedData; day: Day; bankDay: Day }> {
  const { from, to, date } = request;
  for (const code of [from, to]) assertQuoted(code, date);
  const days = await table.days(date, CARRIED_DAYS_MAX);
  const bankDay = days[0];
  if (bankDay === undefined) throw new ApiError('NOT_FOUND', messages.rates.noneBefore({ day: date }));
  const [source, target] = await Promise.all([pricesOf(from, date, days, table), pricesOf(to, date, days, table)]);
  const day = days.find((each) => source(each) && target(each));
  const prices = day === undefined ? null : [source(day), target(day)];
  if (day === undefined || !prices?.[0] || !prices[1]) throw await notQuoted(request, days, table);
  const { amount, rate, result } = convert(request.amount, prices[0], prices[1]);
  const json = `{"from":"${from}","to":"${to}","amount":${amount},"rate":${rate},"result":${result},"requestedDate":"${date}","effectiveDate":"${day}"}`;
  return { data: { bytes: Buffer.from(json), etag: etagOf(json) }, day, bankDay };
}

type Price = Pick<Quote, 'multiplier' | 'value'>;

async function pricesOf(
  currency: string,
  until: Day,
  days: readonly Day[],
  table: RateTable,
): Promise<(day: Day) => Price | undefined> {
  if (currency === BASE) return () => LEU;
  const quotes = await table.of(currency, until, days.length);
  const byDay = new Map(quotes.map((quote) => [quote.day, quote]));
  return (day) => byDay.get(day);
}

/** The error names the day of the currency's last quote, for another request. */
async function notQuoted(
  { from, to, date }: ConversionRequest,
  days: readonly Day[],
  table: RateTable,
): Promise<ApiError> {
  for (const code of [from, to].filter((each) => each !== BASE)) {
    const [last] = await table.of(code, date, 1);
    if (last && days.includes(last.day)) continue;
    const why = { currency: code, day: date };
    return new ApiError(
      'NOT_FOUND',
      last ? messages.rates.lastQuoted({ ...why, last: last.day }) : messages.rates.notQuotedYet(why),
    );
  }
  return new ApiError('NOT_FOUND', messages.rates.notTogether({ from, to, day: date }));
}
