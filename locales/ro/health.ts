/** Romanian messages: health. */
import { counted } from '#lib/i18n/romanian.ts';
import type { health as english } from '#locales/en/health.ts';
import type { Translation } from '#locales/translation.ts';
import { ratios } from './ratios.ts';

/** Romanian accounting terms for balance-sheet figures; in English the field names are the terms. */
export const figures = {
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

const named = (text: string): string =>
  text.replace(/\b[a-z][A-Za-z]+\b/g, (name) =>
    Object.hasOwn(figures, name) ? figures[name as keyof typeof figures] : name,
  );

/** A formula, or the name of a figure, with Romanian names for its figures: all formulas are our own, so each is translated once. */
const figuresIn = (text: string): string => inWords.getOrInsertComputed(text, named);

export const health: Translation<typeof english> = {
  health: {
    debtsAllShort:
      'Datoriile nu sunt publicate pe scadențe: z le consideră pe toate cu scadența sub un an, zHigh pe niciuna.',
    retainedEarnings:
      'Rezultatul reportat este aproximat prin capitalurile proprii minus capitalul vărsat și patrimoniul regiei, deci include și rezervele; zLow folosește suma rezultatelor nete cunoscute, dacă este mai mică.',
    interestUnknown:
      'Dobânzile nu sunt publicate: z folosește rezultatul brut, zHigh adaugă 15% din datorii ca plafon presupus al dobânzilor.',
    liabilities: 'Obligațiile din X4 sunt datoriile, veniturile în avans și provizioanele.',
    x4Capped: 'X4 este plafonat la 8: obligațiile sunt foarte mici sau lipsesc.',
    emptyLines:
      'Rândurile lăsate necompletate (cheltuieli și venituri în avans, provizioane, patrimoniul regiei) se consideră zero.',
    noBalance: 'Nu este cunoscut niciun bilanț public.',
    otherForm: 'Modelul nu se aplică băncilor, asigurătorilor, asociațiilor și altor entități cu formulare speciale.',
    noAssets: 'Totalul activelor nu este pozitiv.',
    dormant: 'Fără cifră de afaceri și fără salariați: firma nu a avut activitate.',
    balanceOff: 'Bilanțul nu se închide: activul și pasivul diferă cu peste 1%.',
    missingInput: ({ name }) => `Lipsește din bilanț: ${figuresIn(name)}.`,
    zoneSafe: 'Scorul Altman este în zona sigură.',
    zoneGrey: 'Scorul Altman este în zona gri.',
    zoneDistress: 'Scorul Altman este în zona de risc.',
    struckOff: 'Radiată din registrul comerțului.',
    insolvency: 'În insolvență, reorganizare judiciară sau faliment.',
    dissolution: 'În dizolvare sau lichidare.',
    inactive: 'Declarată inactivă fiscal.',
    noRecentBalance: 'Nu există bilanț public pentru ultimii doi ani.',
    taxDebt: 'Are obligații fiscale restante.',
    negativeEquity: 'Capitaluri proprii negative.',
    capitalLost: 'Activul net este sub jumătate din capitalul social vărsat (Legea 31/1990, art. 153^24).',
    losses: 'Pierderi în ani consecutivi.',
    turnoverCollapse: 'Cifra de afaceri a scăzut cu peste jumătate într-un an.',
    youngFirm: 'Firmă înființată cu mai puțin de doi ani în urmă.',
    suspended: 'Activitate suspendată temporar.',
    missingYears: 'Lipsesc bilanțuri care ar trebui să fie publice.',
    zoneUncertain: 'Zona scorului Altman depinde de date nepublicate.',
    registryStatus: 'Starea firmei în registrul comerțului nu este cunoscută.',
    fiscalStatus: 'Nu se știe încă dacă firma a fost declarată inactivă fiscal.',
    taxDebts: 'Obligațiile fiscale restante nu sunt încărcate.',
    peers: 'Nu există firme comparabile pentru acest an.',
    paymentIncidents: 'Incidentele de plată nu sunt date publice.',
    interestExpense: 'Cheltuielile cu dobânzile nu sunt publicate.',
    debtMaturity: 'Scadența datoriilor nu este publicată.',
  },
  verdict: {
    solid: 'Solidă',
    fair: 'Acceptabilă',
    watch: 'De urmărit',
    distress: 'În dificultate',
    undetermined: 'Nedeterminată',
  },
  ratio: {
    ...ratios,
  },
  formula: {
    plain: ({ formula }) => figuresIn(formula),
    noted: ({ formula, note }) => `${figuresIn(formula)}. ${note}`,
    emptyIsZero: ({ formula, names }) =>
      figuresIn(`${formula}; ${names.join(' și ')} se consideră zero dacă nu sunt completate`),
    growth: ({ name }) => figuresIn(`${name} / ${name} din anul precedent − 1`),
    yearlyGrowth: ({ name, years }) =>
      figuresIn(`(${name} / ${name} cu ${counted(years, 'an', 'ani')} mai devreme) la puterea 1/${years}, − 1`),
    allShort: 'Aproximare: datoriile se publică fără scadență, așa că toate se consideră cu scadența sub un an.',
    endOfYear: 'Ambele la sfârșitul anului.',
    operatingMargin:
      'Aproximare a marjei din exploatare: rezultatul brut este calculat după dobânzi, iar rezultatul din exploatare nu se publică.',
    receivables: 'Aproximare: creanțele includ TVA și alte sume decât cele datorate de clienți.',
    costOfGoods:
      'Aproximare: costul bunurilor vândute nu se publică, așa că stocurile sunt raportate la cifra de afaceri.',
    atMostWithoutDebts: ({ formula }) => `${figuresIn(formula)}; valoarea maximă: fără datorii`,
    atLeastResults: ({ formula }) =>
      `${figuresIn(formula)}; valoarea minimă: rezultatele nete din anii cunoscuți, dacă sunt mai mici`,
    atMost: ({ formula, most }) => figuresIn(`${formula}; valoarea maximă: ${most}`),
    capped: ({ formula, most }) => `${figuresIn(formula)}, cel mult ${most}`,
  },
  noValue: {
    noBalance: 'niciun bilanț',
    notKnown: ({ name, year }) => `${figuresIn(name)} pentru ${year}: valoare necunoscută`,
    notPositive: ({ name, year }) => `${figuresIn(name)} pentru ${year}: valoarea nu este pozitivă`,
    negative: ({ name, year }) => `${figuresIn(name)} pentru ${year}: valoare negativă`,
  },
  altman: {
    X1: 'Fond de rulment / active totale',
    X2: 'Rezultat reportat / active totale',
    X3: 'Rezultat înainte de dobânzi și impozit / active totale',
    X4: 'Capitaluri proprii / obligații',
    X5: 'Cifra de afaceri / active totale',
  },
  peers: {
    nation: 'România',
    class: ({ code, revision }) => `clasa CAEN ${code} (${revision})`,
    group: ({ code, revision }) => `grupa CAEN ${code} (${revision})`,
    inCounty: ({ activity, county }) => `${activity}, ${county}`,
  },
};
