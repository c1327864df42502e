/** What is said about a company's health: the verdict and its reasons, ratios and how they are computed, what was assumed. */

import type { FigureName } from '#domain/companies/balances/figures.ts';
import { ratioTexts } from '#lib/i18n/ratio-texts.ts';
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

/** The figures of a balance sheet as Romanian accountants call them; in English the names of the fields are words already. */
const figures: Record<FigureName, string> = {
  turnover: 'cifra de afaceri',
  netProfit: 'rezultatul net',
  grossProfit: 'rezultatul brut',
  totalRevenue: 'veniturile totale',
  totalExpenses: 'cheltuielile totale',
  employees: 'numărul mediu de salariați',
  fixedAssets: 'activele imobilizate',
  currentAssets: 'activele circulante',
  inventories: 'stocurile',
  receivables: 'creanțele',
  cash: 'casa și conturile la bănci',
  prepaid: 'cheltuielile în avans',
  debts: 'datoriile',
  deferredIncome: 'veniturile în avans',
  provisions: 'provizioanele',
  equity: 'capitalurile proprii',
  capital: 'capitalul subscris vărsat',
  patrimony: 'patrimoniul regiei',
  totalAssets: 'totalul activelor',
};

const inWords = new Map<string, string>();

/** A formula, or the name of a figure, with the figures in it called by their Romanian names: all of them are ours, so each is looked through once. */
const figuresIn = (text: string): string => inWords.getOrInsertComputed(text, named);

const named = (text: string): string =>
  text.replace(/\b[a-z][A-Za-z]+\b/g, (name) => (Object.hasOwn(figures, name) ? figures[name as FigureName] : name));

/** Remarks: the last word of a code is the `code` that programs read in answers. */
export const said = sentences('health', {
  debtsAllShort: {
    en: 'Debts are not published by maturity: z counts all of them as due within a year, zHigh none.',
    ro: 'Datoriile nu sunt publicate pe scadențe: z le consideră pe toate cu scadența sub un an, zHigh pe niciuna.',
  },
  retainedEarnings: {
    en: 'Retained earnings are approximated by equity less paid-in capital and patrimony, so they include reserves; zLow takes the sum of the known net results, if lower.',
    ro: 'Rezultatul reportat este aproximat prin capitalurile proprii minus capitalul vărsat și patrimoniul regiei, deci include și rezervele; zLow folosește suma rezultatelor nete cunoscute, dacă este mai mică.',
  },
  interestUnknown: {
    en: 'Interest is not published: z uses the result before tax, zHigh adds 15 % of the debts as an assumed ceiling of interest.',
    ro: 'Dobânzile nu sunt publicate: z folosește rezultatul brut, zHigh adaugă 15% din datorii ca plafon presupus al dobânzilor.',
  },
  liabilities: {
    en: 'The liabilities of X4 are debts, deferred income and provisions.',
    ro: 'Obligațiile din X4 sunt datoriile, veniturile în avans și provizioanele.',
  },
  x4Capped: {
    en: 'X4 is capped at 8: there are hardly any liabilities, or none.',
    ro: 'X4 este plafonat la 8: obligațiile sunt foarte mici sau lipsesc.',
  },
  emptyLines: {
    en: 'Lines left empty (prepaid expenses, deferred income, provisions, patrimony) count as zero.',
    ro: 'Rândurile lăsate necompletate (cheltuieli și venituri în avans, provizioane, patrimoniul regiei) se consideră zero.',
  },
  noBalance: { en: 'No public balance sheet is known.', ro: 'Nu este cunoscut niciun bilanț public.' },
  otherForm: {
    en: 'The model does not apply to banks, insurers, associations and other special forms.',
    ro: 'Modelul nu se aplică băncilor, asigurătorilor, asociațiilor și altor entități cu formulare speciale.',
  },
  noAssets: { en: 'Total assets are not positive.', ro: 'Totalul activelor nu este pozitiv.' },
  dormant: {
    en: 'No turnover and no employees: the firm was dormant.',
    ro: 'Fără cifră de afaceri și fără salariați: firma nu a avut activitate.',
  },
  balanceOff: {
    en: 'The balance sheet does not add up: its two sides differ by more than 1 %.',
    ro: 'Bilanțul nu se închide: activul și pasivul diferă cu peste 1%.',
  },
  missingInput: {
    en: ({ name }: { name: string }) => `Missing from the balance sheet: ${name}.`,
    ro: ({ name }) => `Lipsește din bilanț: ${figuresIn(name)}.`,
  },
  zoneSafe: { en: "Altman's score is in the safe zone.", ro: 'Scorul Altman este în zona sigură.' },
  zoneGrey: { en: "Altman's score is in the grey zone.", ro: 'Scorul Altman este în zona gri.' },
  zoneDistress: { en: "Altman's score is in the distress zone.", ro: 'Scorul Altman este în zona de risc.' },
  struckOff: { en: 'Struck off the trade registry.', ro: 'Radiată din registrul comerțului.' },
  insolvency: {
    en: 'In insolvency, judicial reorganisation or bankruptcy.',
    ro: 'În insolvență, reorganizare judiciară sau faliment.',
  },
  dissolution: { en: 'In dissolution or liquidation.', ro: 'În dizolvare sau lichidare.' },
  inactive: { en: 'Declared inactive by the tax authority.', ro: 'Declarată inactivă fiscal.' },
  noRecentBalance: {
    en: 'No public balance sheet for the last two years.',
    ro: 'Nu există bilanț public pentru ultimii doi ani.',
  },
  taxDebt: { en: 'Has overdue tax debts.', ro: 'Are obligații fiscale restante.' },
  negativeEquity: { en: 'Negative equity.', ro: 'Capitaluri proprii negative.' },
  capitalLost: {
    en: 'Net assets are below half of the paid-in capital (Law 31/1990, art. 153^24).',
    ro: 'Activul net este sub jumătate din capitalul social vărsat (Legea 31/1990, art. 153^24).',
  },
  losses: { en: 'Losses in consecutive years.', ro: 'Pierderi în ani consecutivi.' },
  turnoverCollapse: {
    en: 'Turnover fell by more than half in a year.',
    ro: 'Cifra de afaceri a scăzut cu peste jumătate într-un an.',
  },
  youngFirm: { en: 'Founded less than two years ago.', ro: 'Firmă înființată cu mai puțin de doi ani în urmă.' },
  suspended: { en: 'Activity temporarily suspended.', ro: 'Activitate suspendată temporar.' },
  missingYears: {
    en: 'Balance sheets that should be public are missing.',
    ro: 'Lipsesc bilanțuri care ar trebui să fie publice.',
  },
  zoneUncertain: {
    en: "The zone of Altman's score depends on what is not published.",
    ro: 'Zona scorului Altman depinde de date nepublicate.',
  },
  registryStatus: {
    en: 'The status in the trade registry is not known.',
    ro: 'Starea firmei în registrul comerțului nu este cunoscută.',
  },
  fiscalStatus: {
    en: 'Whether the tax authority declared it inactive is not known yet.',
    ro: 'Nu se știe încă dacă firma a fost declarată inactivă fiscal.',
  },
  taxDebts: { en: 'Tax debts are not loaded.', ro: 'Obligațiile fiscale restante nu sunt încărcate.' },
  peers: { en: 'No peers to compare with for this year.', ro: 'Nu există firme comparabile pentru acest an.' },
  paymentIncidents: { en: 'Payment incidents are not open data.', ro: 'Incidentele de plată nu sunt date publice.' },
  interestExpense: { en: 'Interest expense is not published.', ro: 'Cheltuielile cu dobânzile nu sunt publicate.' },
  debtMaturity: { en: 'The maturity of debts is not published.', ro: 'Scadența datoriilor nu este publicată.' },
});

export const labels = sentences('verdict', {
  solid: { en: 'Solid', ro: 'Solidă' },
  fair: { en: 'Fair', ro: 'Acceptabilă' },
  watch: { en: 'To be watched', ro: 'De urmărit' },
  distress: { en: 'In distress', ro: 'În dificultate' },
  undetermined: { en: 'Undetermined', ro: 'Nedeterminată' },
});

export const ratioNames = sentences('ratio', ratioTexts);

/** How ratios are computed: names of figures with signs between them, and words only where signs do not do. */
export const formulas = sentences('formula', {
  plain: { en: ({ formula }: { formula: string }) => formula, ro: ({ formula }) => figuresIn(formula) },
  noted: {
    en: ({ formula, note }: { formula: string; note: string }) => `${formula}. ${note}`,
    ro: ({ formula, note }) => `${figuresIn(formula)}. ${note}`,
  },
  emptyIsZero: {
    en: ({ formula, names }: { formula: string; names: readonly string[] }) =>
      `${formula}; ${names.join(' and ')} left empty count as zero`,
    ro: ({ formula, names }) =>
      figuresIn(`${formula}; ${names.join(' și ')} se consideră zero dacă nu sunt completate`),
  },
  growth: {
    en: ({ name }: { name: string }) => `${name} / ${name} of the year before − 1`,
    ro: ({ name }) => figuresIn(`${name} / ${name} din anul precedent − 1`),
  },
  yearlyGrowth: {
    en: ({ name, years }: { name: string; years: number }) =>
      `(${name} / ${name} ${years} years before) to the power of 1/${years}, − 1`,
    ro: ({ name, years }) =>
      figuresIn(`(${name} / ${name} cu ${counted(years, 'an', 'ani')} mai devreme) la puterea 1/${years}, − 1`),
  },
  allShort: {
    en: 'Approximation: debts are published without their maturity, so all count as due within a year.',
    ro: 'Aproximare: datoriile se publică fără scadență, așa că toate se consideră cu scadența sub un an.',
  },
  endOfYear: { en: 'Both at the end of the year.', ro: 'Ambele la sfârșitul anului.' },
  operatingMargin: {
    en: 'Approximation of the operating margin: the result before tax is after interest, and the operating result is not published.',
    ro: 'Aproximare a marjei din exploatare: rezultatul brut este calculat după dobânzi, iar rezultatul din exploatare nu se publică.',
  },
  receivables: {
    en: 'Approximation: receivables include more than what customers owe, and VAT.',
    ro: 'Aproximare: creanțele includ TVA și alte sume decât cele datorate de clienți.',
  },
  costOfGoods: {
    en: 'Approximation: the cost of goods sold is not published, so stocks are set against turnover.',
    ro: 'Aproximare: costul bunurilor vândute nu se publică, așa că stocurile sunt raportate la cifra de afaceri.',
  },
  atMostWithoutDebts: {
    en: ({ formula }: { formula: string }) => `${formula}; at most: without debts`,
    ro: ({ formula }) => `${figuresIn(formula)}; valoarea maximă: fără datorii`,
  },
  atLeastResults: {
    en: ({ formula }: { formula: string }) => `${formula}; at least: the net results of the known years, if lower`,
    ro: ({ formula }) =>
      `${figuresIn(formula)}; valoarea minimă: rezultatele nete din anii cunoscuți, dacă sunt mai mici`,
  },
  atMost: {
    en: ({ formula, most }: { formula: string; most: string }) => `${formula}; at most: ${most}`,
    ro: ({ formula, most }) => figuresIn(`${formula}; valoarea maximă: ${most}`),
  },
  capped: {
    en: ({ formula, most }: { formula: string; most: number }) => `${formula}, at most ${most}`,
    ro: ({ formula, most }) => `${figuresIn(formula)}, cel mult ${most}`,
  },
});

/** Why a ratio has no value. */
export const noValue = sentences('noValue', {
  noBalance: { en: 'no balance sheet', ro: 'niciun bilanț' },
  notKnown: {
    en: ({ name, year }: { name: string; year: number | null }) => `${name} of ${year} is not known`,
    ro: ({ name, year }) => `${figuresIn(name)} pentru ${year}: valoare necunoscută`,
  },
  notPositive: {
    en: ({ name, year }: { name: string; year: number | null }) => `${name} of ${year} is not positive`,
    ro: ({ name, year }) => `${figuresIn(name)} pentru ${year}: valoarea nu este pozitivă`,
  },
  negative: {
    en: ({ name, year }: { name: string; year: number }) => `${name} of ${year} is negative`,
    ro: ({ name, year }) => `${figuresIn(name)} pentru ${year}: valoare negativă`,
  },
});

/** What the parts of Altman's score stand for. */
export const components = sentences('altman', {
  X1: { en: 'Working capital / total assets', ro: 'Fond de rulment / active totale' },
  X2: { en: 'Retained earnings / total assets', ro: 'Rezultat reportat / active totale' },
  X3: {
    en: 'Earnings before interest and tax / total assets',
    ro: 'Rezultat înainte de dobânzi și impozit / active totale',
  },
  X4: { en: 'Equity / liabilities', ro: 'Capitaluri proprii / obligații' },
  X5: { en: 'Turnover / total assets', ro: 'Cifra de afaceri / active totale' },
});

/** Whom a ratio is compared with. */
export const peersAre = sentences('peers', {
  nation: { en: 'Romania', ro: 'România' },
  class: {
    en: ({ code, revision }: { code: string; revision: string }) => `CAEN class ${code} (${revision})`,
    ro: ({ code, revision }) => `clasa CAEN ${code} (${revision})`,
  },
  group: {
    en: ({ code, revision }: { code: string; revision: string }) => `CAEN group ${code} (${revision})`,
    ro: ({ code, revision }) => `grupa CAEN ${code} (${revision})`,
  },
  inCounty: {
    en: ({ activity, county }: { activity: string; county: string }) => `${activity}, ${county}`,
    ro: ({ activity, county }) => `${activity}, ${county}`,
  },
});
