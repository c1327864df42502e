/** The tax authority's balance sheets, one company and year a request, with the quirks its clients have to live with. */

import type { BalanceRecord, Indicator } from '#data/sources/anaf/records.ts';
import type { Day } from '#lib/values/date.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { type Answer, json, plain } from './answer.ts';
import { cedilla } from './cedilla.ts';
import type { SimulatedCountry } from './types.ts';

/** Programs that name themselves get an answer without figures; seen in production. */
const BOT = /bot|spider|crawl|curl|wget|python|java\/|go-http|node|undici|axios/i;

/** Balance sheets start with I5 for the usual chart. */
const FIRST_SHOWN = 4;

export function answerBalance(
  country: SimulatedCountry,
  query: URLSearchParams,
  userAgent: string,
  today: Day,
): Answer {
  const [year, cui] = [Number(query.get('an')), Number(query.get('cui'))];
  if (!Number.isInteger(year) || !Number.isSafeInteger(cui) || cui <= 0) return plain('Parametri invalizi', 400);
  const balance = country.balance(String(cui), year, today);
  if (!balance) return nothingFiled(cui, year);
  const about = describe(balance, country.fiscalRecord(String(cui), today)?.name ?? '');
  const hidden = userAgent === '' || BOT.test(userAgent);
  return json({ ...about, i: hidden ? [] : rotated(balance).map((indicator) => indicatorEntry(balance, indicator)) });
}

/** A year without a balance sheet is told in three ways, none of them an error. */
function nothingFiled(cui: number, year: number): Answer {
  const way = (cui + year) % 3;
  if (way === 0) return json({});
  if (way === 1) return json({ an: year, cui, deni: '', caen: 0, den_caen: '', i: [] });
  return plain('');
}

/** The name is glued to its legal form and the activity code loses its leading zero. */
const describe = (balance: BalanceRecord, name: string) => ({
  an: balance.year,
  cui: Number(balance.cui),
  deni: cedilla(name).replace(/ (SRL|SA)$/, '$1'),
  caen: Number(balance.caenCode ?? 0),
  den_caen: cedilla(caenTitles.get(balance.caenCode ?? '')),
});

const caenTitles = new Map(
  ['caen-rev3.tsv', 'caen-rev2.tsv']
    .flatMap((file) => readReference<'code' | 'title_ro'>(file))
    .map(({ code, title_ro }) => [code, title_ro]),
);

const rotated = ({ indicators }: BalanceRecord): Indicator[] => [
  ...indicators.slice(FIRST_SHOWN),
  ...indicators.slice(0, FIRST_SHOWN),
];

/** What was left empty is a zero here. For IFRS filers the service calls a net loss a gross one. */
const indicatorEntry = ({ form }: BalanceRecord, { code, label, value }: Indicator) => ({
  indicator: code,
  val_indicator: value ?? 0,
  val_den_indicator: form === 'IR' && code === 'I19' ? 'Pierdere bruta' : cedilla(label),
});
