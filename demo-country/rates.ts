/** Exchange rates: the recorded days of 2026, and before and after them a walk that joins without a jump. */

import { type Day, yearOf } from '#lib/values/date.ts';
import { etagOf } from '#lib/values/hash.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { type Answer, html } from './answer.ts';
import { bankDays, dayNumber, dayText, YEAR_DAYS } from './days.ts';
import { chance } from './random.ts';

export interface SimulatedRateDay {
  day: Day;
  /** `value` as printed, four decimals, lei per `multiplier` units; now and then the bank prints an empty one. */
  rates: { currency: string; multiplier: number; value: string }[];
}

interface Rates {
  rates(year: number, on: Day): SimulatedRateDay[];
}

/** The bank's yearly files begin here. */
export const FIRST_RATES_YEAR = 2005;
/** Not the country's seed: part of the rates are real, so the bank is the same in every country. */
const SEED = 2005;

interface Quote {
  currency: string;
  multiplier: number;
  value: string;
}

const recorded = Map.groupBy(
  readReference<'date' | 'currency' | 'multiplier' | 'rate'>('bnr-rates-2026.tsv').map((row) => ({
    day: dayNumber(row.date),
    quote: { currency: row.currency, multiplier: Number(row.multiplier), value: row.rate } satisfies Quote,
  })),
  (row) => row.day,
);
const recordedDays = [...recorded.keys()];
const firstRecorded = Math.min(...recordedDays);
const lastRecorded = Math.max(...recordedDays);

/** Former currencies with a fixed rate to the euro. */
const DROPPED = [
  { currency: 'BGN', perEuro: 1.95583, until: dayNumber('2025-12-31') },
  { currency: 'HRK', perEuro: 7.5345, until: dayNumber('2022-12-31') },
];
/** Quoted only since 2025. */
const YOUNG = new Set(['HKD', 'IDR', 'ILS', 'ISK', 'MYR', 'PHP', 'SGD']);
const YOUNG_FROM = dayNumber('2025-01-01');

/** On some days the bank prints an empty rate for a currency that was not traded. */
const SILENT_CURRENCY = 'RUB';
const SILENT_SHARE = 1 / 250;

/** Rise against the leu in a year, as a logarithm; the rest rise as the euro does. */
const TREND: Record<string, number> = {
  XAU: 0.1,
  TRY: -0.14,
  UAH: -0.09,
  RUB: -0.04,
  EGP: -0.06,
  CHF: 0.035,
  CZK: 0.02,
};
const USUAL_TREND = 0.0165;
/** Deviation from the trend; small for the euro. */
const STRAY: Record<string, number> = { EUR: 0.035, XAU: 0.16, TRY: 0.2, RUB: 0.2 };
const USUAL_STRAY = 0.11;

export function ratesOf(year: number, on: number): SimulatedRateDay[] {
  const days = bankDays(year).filter((day) => day < firstRecorded || day > lastRecorded);
  return [...days, ...recordedDays.filter((day) => dayText(day).startsWith(`${year}-`))]
    .filter((day) => day <= on)
    .sort((a, b) => a - b)
    .map((day) => ({ day: dayText(day), rates: recorded.get(day)?.map((row) => row.quote) ?? simulatedQuotes(day) }));
}

function simulatedQuotes(day: number): Quote[] {
  const anchorDay = day < firstRecorded ? firstRecorded : lastRecorded;
  const quotes = (recorded.get(anchorDay) ?? [])
    .filter(({ quote }) => day >= YOUNG_FROM || !YOUNG.has(quote.currency))
    .map(({ quote }) => ({ ...quote, value: (Number(quote.value) * move(quote.currency, anchorDay, day)).toFixed(4) }));
  const euro = Number(quotes.find((quote) => quote.currency === 'EUR')?.value);
  for (const { currency, perEuro, until } of DROPPED)
    if (day <= until) quotes.push({ currency, multiplier: 1, value: (euro / perEuro).toFixed(4) });
  const silent = quotes.find((quote) => quote.currency === SILENT_CURRENCY);
  if (silent && chance(SEED, day, 'silence') < SILENT_SHARE) silent.value = '';
  return quotes.sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

function move(currency: string, from: number, to: number): number {
  const years = (to - from) / YEAR_DAYS;
  const stray = STRAY[currency] ?? USUAL_STRAY;
  return Math.exp(
    (TREND[currency] ?? USUAL_TREND) * years + stray * (noise(currency, to) - anchorNoise(currency, from)),
  );
}

/** Every rate needs the noise of one of the two anchor days. */
const anchors = new Map<string, number>();
const anchorNoise = (currency: string, day: number): number =>
  anchors.getOrInsertComputed(`${currency} ${day}`, () => noise(currency, day));

/** Smooth noise at several paces, long swings larger than short ones: a pure function of the day, so no walk is stored. */
function noise(currency: string, day: number): number {
  let sum = 0;
  for (const period of [1400, 400, 110, 30, 7, 1]) {
    const step = Math.floor(day / period);
    const part = day / period - step;
    const start = chance(SEED, step, currency + period);
    const end = chance(SEED, step + 1, currency + period);
    sum += (start + (end - start) * part * part * (3 - 2 * part) - 0.5) * Math.sqrt(period / 1400);
  }
  return sum;
}

/** The bank changed the namespace and took out the line breaks in August 2026; files of closed years stayed as they were. */
const FIRST_YEAR_IN_NEW_SHAPE = 2026;

/** `days` in order, at least one; the last is the publishing date and decides the shape. */
export function ratesXml(days: readonly SimulatedRateDay[]): string {
  const newest = days.at(-1)?.day ?? '';
  return yearOf(newest) < FIRST_YEAR_IN_NEW_SHAPE ? oldShape(days, newest) : newShape(days, newest);
}

const newShape = (days: readonly SimulatedRateDay[], newest: Day): string =>
  '<?xml version="1.0" encoding="utf-8"?>\n<DataSet xmlns="https://www.bnr.ro/xsd" xmlns:xsi="https://www.w3.org/2001/XMLSchema-instance" ' +
  'xsi:schemaLocation="https://curs.bnr.ro/xsd/nbrfxrates.xsd"><Header><Publisher>National Bank of Romania</Publisher>' +
  `<PublishingDate>${newest}</PublishingDate><MessageType>DR</MessageType></Header><Body><Subject>Reference rates</Subject>` +
  `<OrigCurrency>RON</OrigCurrency>${days.map((day) => cube(day, '', '')).join('')}</Body></DataSet>`;

const oldShape = (days: readonly SimulatedRateDay[], newest: Day): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<DataSet xmlns="http://www.bnr.ro/xsd" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.bnr.ro/xsd nbrfxrates.xsd">
\t<Header>
\t\t<Publisher>National Bank of Romania</Publisher>
\t\t<PublishingDate>${newest}</PublishingDate>
\t\t<MessageType>DR</MessageType>
\t</Header>
\t<Body>
\t\t<Subject>Reference rates</Subject>
\t\t<OrigCurrency>RON</OrigCurrency>
${days.map((day) => cube(day, '\t\t', '\n')).join('')}\t</Body>
</DataSet>
`;

function cube({ day, rates }: SimulatedRateDay, indent: string, end: string): string {
  const lines = rates.map(({ currency, multiplier, value }) => {
    const per = multiplier === 1 ? '' : ` multiplier="${multiplier}"`;
    return `${indent && `${indent}\t`}<Rate currency="${currency}"${per}>${value}</Rate>${end}`;
  });
  return `${indent}<Cube date="${day}">${end}${lines.join('')}${indent}</Cube>${end}`;
}

const RECENT_DAYS = 10;

export function answerRates(country: Rates, path: string, today: Day): Answer {
  const days = publishedDays(country, path, today);
  if (!days?.length) return html('<html><body><h1>404 - Pagina nu a fost găsită</h1></body></html>', 404);
  const newest = days.at(-1)?.day ?? today;
  const body = Buffer.from(ratesXml(days));
  const headers = {
    'content-type': 'text/xml',
    'cache-control': 'no-cache',
    etag: etagOf(body),
    'last-modified': new Date(`${newest}T10:02:00Z`).toUTCString(),
  };
  return { status: 200, headers, body };
}

function publishedDays(country: Rates, path: string, today: Day): SimulatedRateDay[] | null {
  const year = yearOf(today);
  const recent = (): SimulatedRateDay[] => [...country.rates(year - 1, today), ...country.rates(year, today)];
  if (path === '/nbrfxrates.xml') return recent().slice(-1);
  if (path === '/nbrfxrates10days.xml') return recent().slice(-RECENT_DAYS);
  const yearly = /^\/files\/xml\/years\/nbrfxrates([0-9]{4})\.xml$/.exec(path);
  return yearly ? country.rates(Number(yearly[1]), today) : null;
}
