/** The words of the sheet of ratios. */

import type { Language } from '#lib/i18n/message.ts';
import type { ratios } from '#locales/en/ratios.ts';
import type { Noun } from '#transports/web/formats/counts.ts';

type Code = keyof typeof ratios;

const groups: readonly { name: Record<Language, string>; codes: readonly Code[] }[] = [
  {
    name: {
      ro: 'Lichiditate curentă, imediată, la vedere; fond de rulment',
      en: 'Current, quick and cash ratio; working capital',
    },
    codes: ['currentRatio', 'quickRatio', 'cashRatio', 'workingCapital'],
  },
  {
    name: { ro: 'Autonomie financiară, îndatorare, solvabilitate', en: 'Equity ratio, debt, solvency' },
    codes: ['equityRatio', 'debtRatio', 'debtToEquity', 'generalSolvency'],
  },
  {
    name: { ro: 'Marje, ROA, ROE, rotația activelor', en: 'Margins, ROA, ROE, asset turnover' },
    codes: ['netMargin', 'grossMargin', 'returnOnAssets', 'returnOnEquity', 'assetTurnover'],
  },
  {
    name: {
      ro: 'Zile de încasare și de stoc, cifră de afaceri pe salariat, creșteri pe 1, 3 și 5 ani',
      en: 'Receivable and stock days, turnover per employee, growth over 1, 3 and 5 years',
    },
    codes: [
      'receivableDays',
      'inventoryDays',
      'turnoverPerEmployee',
      'turnoverGrowth',
      'employeesGrowth',
      'turnoverCagr3',
      'turnoverCagr5',
    ],
  },
];

const groupsIn = (language: Language) => groups.map(({ name, codes }) => ({ name: name[language], codes }));

export const texts = {
  ro: {
    groups: groupsIn('ro'),
    free: 'Verdictul, scorul și intervalul lui sunt gratuite.',
    count: ['indicator', 'indicatori'] as Noun,
    adds: (count: string) =>
      `Pro adaugă ${count}, fiecare cu formula, valorile din care iese și locul între firme similare, scorul pe ani și părțile din care iese.`,
    proBox: 'Indicatorii și scorul pe ani sunt în Pro.',
    overYears: 'Scorul Z′ pe ani',
    noYears: 'Nu există niciun bilanț public.',
    noAccounts: 'Fără un bilanț public nu se poate calcula niciun indicator.',
    noScore: 'fără scor',
    range: 'interval posibil',
    zones: { distress: 'în zona de risc', grey: 'în zona gri', safe: 'în zona de siguranță' },
    allYears: (zone: string) => `${zone} în toți anii`,
    someYears: (zone: string, some: number, years: number) => `${zone} în ${some} din ${years} ani`,
    parts: 'Din ce iese scorul',
    part: 'Raport',
    value: 'Valoare',
    possible: 'Posibil',
    exact: 'exact',
    ratios: 'Indicatori',
    ratiosOf: (year: number) => `Indicatori ${year}, între firme similare`,
    ratio: 'Indicator',
    peers: 'mai slab ← firme similare → mai bine',
    better: (share: string, firms: string) => `mai bine decât ${share} din ${firms}`,
    among: (group: string) => `Firme similare: ${group}.`,
    senseless: 'nu se poate calcula',
    noPeers: 'fără firme comparabile',
    days: 'zile',
    formulas: 'Toate formulele, cu valorile din care ies',
  },
  en: {
    groups: groupsIn('en'),
    free: 'Verdict, score and its range are free.',
    count: ['ratio', 'ratios'] as Noun,
    adds: (count: string) =>
      `Pro adds ${count}, each with its formula, the figures behind it and its place among peers, the score over the years and what it is made of.`,
    proBox: 'Ratios and the score over the years come with Pro.',
    overYears: 'The Z′ score over the years',
    noYears: 'There are no public accounts.',
    noAccounts: 'Without public accounts no ratio can be computed.',
    noScore: 'no score',
    range: 'possible range',
    zones: { distress: 'in the distress zone', grey: 'in the grey zone', safe: 'in the safe zone' },
    allYears: (zone: string) => `${zone} in all years`,
    someYears: (zone: string, some: number, years: number) => `${zone} in ${some} of ${years} years`,
    parts: 'What the score is made of',
    part: 'Ratio',
    value: 'Value',
    possible: 'Possible',
    exact: 'exact',
    ratios: 'Ratios',
    ratiosOf: (year: number) => `Ratios of ${year}, among peers`,
    ratio: 'Ratio',
    peers: 'weaker ← peers → better',
    better: (share: string, firms: string) => `better than ${share} of ${firms}`,
    among: (group: string) => `Peers: ${group}.`,
    senseless: 'cannot be computed',
    noPeers: 'no firms to compare with',
    days: 'days',
    formulas: 'All formulas, with the figures behind them',
  },
} as const satisfies Record<Language, object>;
