/**
 * The charts of the balance files: the items of each code, by form and year. UU, BL and IR are real; of the
 * insurers' 33 codes the first and the last seven are real. The others, and those of banks and NGOs, are invented.
 */
import type { BalanceForm } from '#data/sources/anaf/records.ts';

interface Chart {
  form: BalanceForm;
  /** `label` as printed: cedilla letters, stray spaces. `item` names the figure that fills it. */
  entries: { code: string; label: string; item: Item }[];
}

/** Figures of a simulated firm. */
type Item = keyof typeof standardLabels | BankItem | InsurerItem | NgoItem | 'publicPatrimony';

const standardLabels = {
  fixedAssets: 'ACTIVE IMOBILIZATE - TOTAL ',
  currentAssets: 'ACTIVE CIRCULANTE - TOTAL, din care:',
  inventories: 'Stocuri',
  receivables: 'Creante',
  cash: 'Casa şi conturi la bănci',
  prepaid: 'CHELTUIELI IN AVANS',
  debts: 'DATORII ',
  deferredIncome: 'VENITURI IN AVANS',
  provisions: 'PROVIZIOANE',
  equity: 'CAPITALURI - TOTAL, din care:',
  capital: 'Capital subscris varsat',
  patrimony: 'Patrimoniul regiei ',
  turnover: 'Cifra de afaceri neta',
  revenue: 'VENITURI TOTALE',
  expenses: 'CHELTUIELI TOTALE',
  grossProfit: 'Profit brut',
  grossLoss: 'Pierdere bruta',
  netProfit: 'Profit net',
  netLoss: 'Pierdere  neta',
  employees: 'Numar mediu de salariati',
};

const bankLabels = {
  centralBank: 'Casa, disponibilitati la banci centrale',
  bankClaims: 'Creante asupra institutiilor de credit',
  loans: 'Creante asupra clientelei',
  securities: 'Obligatiuni si alte titluri cu venit fix',
  fixedAssets: 'Imobilizari corporale si necorporale',
  otherAssets: 'Alte active',
  totalAssets: 'TOTAL ACTIVE',
  bankDebts: 'Datorii privind institutiile de credit',
  deposits: 'Datorii privind clientela',
  otherDebts: 'Alte pasive',
  provisions: 'Provizioane',
  capital: 'Capital social subscris',
  reserves: 'Rezerve',
  equity: 'CAPITALURI - TOTAL',
  interestIncome: 'Dobanzi de primit si venituri asimilate',
  interestExpense: 'Dobanzi de platit si cheltuieli asimilate',
  feeIncome: 'Venituri privind comisioanele',
  revenue: 'VENITURI TOTALE',
  expenses: 'CHELTUIELI TOTALE',
  grossProfit: 'Profit brut',
  grossLoss: 'Pierdere bruta',
  // With the article, as some years have them.
  netProfit: 'Profitul net',
  netLoss: 'Pierderea neta',
  employees: 'Numar mediu de salariati',
};
type BankItem = keyof typeof bankLabels;

const insurerLabels = {
  intangibles: 'Imobilizari necorporale',
  landBuildings: 'Plasamente - Terenuri si constructii',
  groupShares: 'Plasamente in societati din grup',
  otherInvestments: 'Alte plasamente financiare',
  cedentDeposits: 'Depozite la societati cedente',
  unitLinked: 'Plasamente aferente asigurarilor de viata cu risc transferat',
  reinsurerPremiums: 'Partea reasiguratorilor - rezerva de prime',
  reinsurerClaims: 'Partea reasiguratorilor - rezerva de daune',
  directClaims: 'Creante din asigurari directe',
  reinsuranceClaims: 'Creante din reasigurare',
  otherClaims: 'Alte creante',
  tangibles: 'Imobilizari corporale si stocuri',
  cash: 'Casa şi conturi la bănci',
  prepaid: 'Cheltuieli in avans',
  totalAssets: 'TOTAL ACTIVE',
  capital: 'Capital',
  reserves: 'Rezerve',
  equity: 'CAPITAL SI REZERVE - TOTAL',
  subordinated: 'Datorii subordonate',
  lifeReserves: 'Rezerve tehnice - asigurari de viata',
  generalReserves: 'Rezerve tehnice - asigurari generale',
  provisions: 'Provizioane',
  debts: 'DATORII ',
  deferredIncome: 'Venituri in avans',
  grossPremiums: 'Prime brute subscrise',
  grossDamages: 'Daune platite brute',
  revenue: 'Venituri totale',
  expenses: 'Cheltuieli totale',
  grossProfit: 'Profit brut',
  grossLoss: 'Pierdere bruta',
  netProfit: 'Profit net',
  netLoss: 'Pierdere neta',
  employees: 'Numar mediu de salariati',
};
type InsurerItem = keyof typeof insurerLabels;

const ngoLabels = {
  fixedAssets: 'ACTIVE IMOBILIZATE - TOTAL',
  currentAssets: 'ACTIVE CIRCULANTE - TOTAL',
  prepaid: 'CHELTUIELI IN AVANS',
  shortDebts: 'DATORII CE TREBUIE PLATITE INTR-O PERIOADA DE PANA LA UN AN',
  longDebts: 'DATORII CE TREBUIE PLATITE INTR-O PERIOADA MAI MARE DE UN AN',
  provisions: 'PROVIZIOANE',
  deferredIncome: 'VENITURI IN AVANS',
  equity: 'CAPITALURI - TOTAL',
  publicIncome: 'Venituri din activitatile fara scop patrimonial',
  publicExpense: 'Cheltuieli privind activitatile fara scop patrimonial',
  surplus: 'Excedentul activitatilor fara scop patrimonial',
  deficit: 'Deficitul activitatilor fara scop patrimonial',
  economicIncome: 'Venituri din activitatile economice',
  economicExpense: 'Cheltuieli privind activitatile economice',
  economicProfit: 'Profitul activitatilor economice',
  economicLoss: 'Pierderea activitatilor economice',
  revenue: 'VENITURI TOTALE',
  expenses: 'CHELTUIELI TOTALE',
  grossProfit: 'Excedent/Profit',
  grossLoss: 'Deficit/Pierdere',
  publicStaff: 'Efectivul de personal privind activitatile fara scop patrimonial',
  economicStaff: 'Efectivul de personal privind activitatile economice',
};
type NgoItem = keyof typeof ngoLabels;

type Labels = Partial<Record<Item, string>>;

const chart = (form: BalanceForm, labels: Labels): Chart => ({
  form,
  entries: Object.entries(labels).map(([item, label], i) => ({ code: `I${i + 1}`, label, item: item as Item })),
});

const { patrimony: _, ...small2015 } = standardLabels;
const { turnover, revenue, expenses, grossProfit, grossLoss, netProfit, netLoss, employees, ...balanceItems } =
  standardLabels;

const charts = {
  UU: chart('UU', standardLabels),
  BL: chart('BL', standardLabels),
  // The source labels the net loss as gross.
  IR: chart('IR', { ...standardLabels, netLoss: 'Pierdere bruta' }),
  NGO: chart('NGO', ngoLabels),
  bank: chart('bank', bankLabels),
  insurer: chart('insurer', insurerLabels),
};

/** In 2015 small firms had one code less, and a wrong label; large ones had one code more, which shifts the rest. */
const charts2015 = {
  ...charts,
  UU: chart('UU', { ...small2015, capital: 'Capital', grossLoss: 'Pierdere neta' }),
  BL: chart('BL', {
    ...balanceItems,
    publicPatrimony: 'Patrimoniul public',
    turnover,
    revenue,
    expenses,
    grossProfit,
    grossLoss,
    netProfit,
    netLoss,
    employees,
  }),
};

export type ChartName = keyof typeof charts;

export const chartOf = (name: ChartName, year: number): Chart => (year === 2015 ? charts2015 : charts)[name];

export type Figures = Partial<Record<Item, number>>;

/** The year's profit and loss account, and heads. */
export interface Result {
  turnover: number;
  revenue: number;
  expenses: number;
  grossProfit: number;
  grossLoss: number;
  netProfit: number;
  netLoss: number;
  employees: number;
}
