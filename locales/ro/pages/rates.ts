/** Romanian texts of pages: rates. */

import type { rates as english } from '#locales/en/pages/rates.ts';
import type { Localized } from '#locales/translation.ts';

export const rates: Localized<typeof english> = {
  title: 'Curs BNR',
  euro: (value) => `1 € = ${value} lei`,
  of: (day) => `Cursul Băncii Naționale din ${day}`,
  since: (change) => `${change} lei față de ziua bancară dinainte`,
  convert: 'Convertor',
  amount: 'Suma',
  from: 'Din',
  into: 'În',
  on: 'La data',
  go: 'Calculează',
  result: (text, day) => `${text}, la cursul din ${day}`,
  noNumber: 'Scrieți un număr, de exemplu 1.234,56.',
  under: (value) => `sub ${value}`,
  all: 'Toate monedele',
  currency: 'Monedă',
  value: 'Lei',
  change: 'Față de ziua dinainte, lei',
  history: 'Ultimele zile bancare',
  per: (count) => `pentru ${count}`,
  unknown: 'necunoscut',
  chartCurrency: 'Moneda din grafic',
  show: 'Arată',
  figure: (quoted) => `Lei pentru ${quoted}`,
  summary: (quoted, from, until) => `Lei pentru ${quoted}, din zi în zi: de la ${from} la ${until}.`,
  day: 'Ziua',
  allDays: 'Tabel cu toate valorile',
  notQuoted: 'necotată',
};
