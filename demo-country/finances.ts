/** Balance sheets in whole lei: correlated over the years, typical for the section, and consistent. */
import type { ChartName, Figures, Result } from './charts.ts';
import { dayNumber, yearOfDay } from './days.ts';
import type { Entity } from './entity.ts';
import { chance, normal, type Random, random } from './random.ts';

/** The first year whose files are published. */
const FIRST_BALANCE_YEAR = 2015;
/** Publication of the yearly files on data.gov.ro, in the following year. */
const FILES_PUBLISHED = '08-01';
/** The web service has a punctual balance sheet from this day of the following year. */
const SERVICE_PUBLISHED = '06-15';
/** Late filings come in autumn: too late for the yearly file. */
const LATE_PUBLISHED = '10-01';
/** Rev.3 is used in balance sheets from this year on. */
const REV3_BALANCES_FROM = 2025;

const MISSING_SHARE = 0.06;
const LATE_SHARE = 0.035;
/** Share of balance sheets that do not add up. */
const BREACH_SHARE = 1 / 2500;

const from = (year: number, monthAndDay: string): number => dayNumber(`${year + 1}-${monthAndDay}`);

/** Years whose files are published by a day, oldest first. */
export function publishedYears(on: number): number[] {
  const years: number[] = [];
  for (let year = FIRST_BALANCE_YEAR; from(year, FILES_PUBLISHED) <= on; year++) years.push(year);
  return years;
}

export interface Filing {
  chart: ChartName;
  caen: string;
  figures: Figures;
  /** In the yearly file; late ones are not. */
  inFile: boolean;
  /** The web service has it from this day on. */
  knownFrom: number;
}

/** True for entities without a published balance sheet: those exempt from filing, or not existing at the end of a published year. */
export const neverFiled = ({ business, world, registeredOn, closedOn }: Entity): boolean =>
  business.chart === null ||
  business.files === 'never' ||
  yearOfDay(registeredOn) > (publishedYears(world.founded).at(-1) ?? 0) ||
  (closedOn !== null && yearOfDay(closedOn) <= Math.max(FIRST_BALANCE_YEAR, yearOfDay(registeredOn)));

/** The filing for a year, if any. */
export function filing(entity: Entity, year: number): Filing | null {
  const { business, world, index } = entity;
  const salt = index * 64 + (year - 2000);
  if (business.chart === null || business.files === 'never' || year < FIRST_BALANCE_YEAR) return null;
  if (yearOfDay(entity.registeredOn) > year) return null;
  if (entity.closedOn !== null && yearOfDay(entity.closedOn) <= year) return null;
  if (business.files === 'mostly' && chance(world.seed, salt, 'missing') < MISSING_SHARE) return null;
  const late = business.lateNewest
    ? publishedYears(world.founded).at(-1) === year
    : business.files === 'mostly' && chance(world.seed, salt, 'late') < LATE_SHARE;
  return {
    chart: business.chart,
    caen: year >= REV3_BALANCES_FROM ? entity.trade.code : entity.trade.rev2,
    figures: figuresOf(entity, year, salt),
    inFile: !late,
    // The showcase's late one must be in the web service on any founding day.
    knownFrom: from(year, late && !business.lateNewest ? LATE_PUBLISHED : SERVICE_PUBLISHED),
  };
}

function figuresOf(entity: Entity, year: number, salt: number): Figures {
  const result = resultOf(entity, year);
  if (entity.business.chart === 'bank') return bankFigures(result, entity, salt);
  if (entity.business.chart === 'insurer') return insurerFigures(result, entity, salt);
  if (entity.business.chart === 'NGO') return ngoFigures(result, entity, salt);
  return { ...result, ...balanceSheetOf(entity, year, salt, result) };
}

function resultOf(entity: Entity, year: number): Result {
  const { business, trade, registeredOn, closedOn } = entity;
  const { economics } = trade;
  const age = year - yearOfDay(registeredOn);
  // A first year is short, a last one slow.
  const phase =
    (age === 0 ? 0.35 : age === 1 ? 0.8 : 1) * (closedOn !== null && yearOfDay(closedOn) - year < 2 ? 0.4 : 1);
  const growth = Math.exp(Math.max(-0.25, Math.min(0.3, business.growth)) * (year - 2022));
  const turnover = business.dormant
    ? 0
    : Math.round(business.turnover * growth * phase * Math.exp(business.swing * drift(entity, year, 'sales')));
  const revenue = Math.round(turnover * (1.005 + 0.03 * Math.abs(drift(entity, year, 'other income'))));
  const margin = economics.margin + business.edge + 0.06 * drift(entity, year, 'margin');
  const gross = business.dormant
    ? -Math.round(400 + 900 * Math.abs(drift(entity, year, 'upkeep')))
    : Math.round(turnover * margin);
  // Small firms pay one to three percent of their income, the others sixteen of their profit.
  const tax = revenue < 500_000 * 5 ? Math.round(revenue * 0.015) : Math.round(Math.max(0, gross) * 0.16);
  const net = gross - Math.min(tax, Math.max(0, Math.round(gross * 0.9)));
  return {
    turnover,
    revenue,
    expenses: revenue - gross,
    grossProfit: Math.max(0, gross),
    grossLoss: Math.max(0, -gross),
    netProfit: Math.max(0, net),
    netLoss: Math.max(0, -net),
    employees: heads(entity, year, turnover),
  };
}

function heads(entity: Entity, year: number, turnover: number): number {
  if (entity.business.dormant || entity.business.employees === 'none') return 0;
  // A typing error of 2019 in the published file.
  if (year === 2019 && entity.index === OUTLIER_INDEX) return 3_100_000_000;
  return Math.round((turnover / entity.trade.economics.perEmployee) * Math.exp(0.2 * drift(entity, year, 'heads')));
}

/** The firm of the outlier: old enough to have filed in 2019. */
const OUTLIER_INDEX = 200;

function balanceSheetOf(entity: Entity, year: number, salt: number, result: Result): Figures {
  const { business, trade, world } = entity;
  const { economics } = trade;
  const vary = (topic: string): number => Math.exp(0.2 * drift(entity, year, topic));
  const base = business.dormant
    ? Math.min(60_000, business.turnover * 0.3)
    : business.turnover * 0.15 + result.turnover * 0.85;
  const assets = Math.max(200, base * economics.assets * vary('assets'));
  const fixedAssets = Math.round(assets * Math.min(0.92, economics.fixed * vary('fixed')));
  const prepaid = Math.round(assets * 0.008 * Math.abs(drift(entity, year, 'prepaid')));
  const currentAssets = Math.max(0, Math.round(assets) - fixedAssets - prepaid);
  const parts = [
    economics.stocks * vary('stocks'),
    economics.receivables * vary('receivables'),
    0.16 * vary('cash'),
    0.02,
  ];
  const whole = parts.reduce((sum, part) => sum + part, 0);
  const [stocks = 0, receivables = 0, cash = 0] = parts.map((part) => Math.floor((currentAssets * part) / whole));
  const total = fixedAssets + currentAssets + prepaid;
  const lossYears = Math.max(0, result.netLoss - result.netProfit) / Math.max(1, total);
  const debts = Math.round(total * business.leverage * vary('debts') + total * Math.min(0.4, lossYears));
  const deferredIncome = drift(entity, year, 'deferred') > 0.9 ? Math.round(total * 0.04) : 0;
  const provisions = result.turnover > 20e6 ? Math.round(total * 0.012 * vary('provisions')) : 0;
  const isBreach = business.breachIn === year || chance(world.seed, salt, 'breach') < BREACH_SHARE;
  const breach = isBreach ? Math.round(total * 0.05) + 1 : 0;
  const state = entity.form === 'RA';
  return {
    fixedAssets,
    currentAssets,
    inventories: stocks,
    receivables,
    cash,
    prepaid,
    debts,
    deferredIncome,
    provisions,
    equity: total - debts - deferredIncome - provisions + breach,
    capital: state ? 0 : capitalOf(entity),
    patrimony: state ? Math.round(business.turnover * 0.2) : 0,
    publicPatrimony: state ? Math.round(business.turnover * 0.4) : 0,
  };
}

function capitalOf(entity: Entity): number {
  const roll = random(entity.world.seed, entity.index, 'capital');
  if (entity.form === 'SA' || entity.form === 'SE')
    return 90_000 + Math.round((entity.business.turnover * 0.05 * roll()) / 1000) * 1000;
  return roll() < 0.7 ? 200 : Math.round(200 * Math.exp(roll() * 7)) * 10;
}

/** Years between two knots of the slow noise. */
const SWING_YEARS = 4;

/** Slow noise around 0 with a little of each year's own: neighbouring years look alike. */
function drift({ world, index }: Entity, year: number, topic: string): number {
  const at = (year + (index % SWING_YEARS)) / SWING_YEARS;
  const knot = Math.floor(at);
  const part = at - knot;
  const draw = (seed: number, step: number): number => normal(random(seed, index * 64 + (step % 64), topic));
  const start = draw(world.seed, knot);
  const slow = start + (draw(world.seed, knot + 1) - start) * part * part * (3 - 2 * part);
  // Another seed, or the year's own noise would be that of some turn.
  return 0.95 * slow + 0.3 * draw(world.seed ^ 1, year);
}

/** Cuts a whole into named shares that add up to it; the last one takes what rounding leaves. */
function split<Name extends string>(whole: number, shares: Record<Name, number>, roll: Random): Record<Name, number> {
  const names = Object.keys(shares) as Name[];
  const weights = names.map((name) => shares[name] * (0.9 + 0.2 * roll()));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const parts = weights.map((weight) => Math.floor((whole * weight) / sum));
  const rest = whole - parts.reduce((total, part) => total + part, 0);
  const last = names.length - 1;
  return Object.fromEntries(names.map((name, i) => [name, (parts[i] ?? 0) + (i === last ? rest : 0)])) as Record<
    Name,
    number
  >;
}

/** A bank's turnover is its income from interest and fees. */
function bankFigures({ turnover: _, ...result }: Result, entity: Entity, salt: number): Figures {
  const roll = random(entity.world.seed, salt, 'bank');
  const totalAssets = Math.round(result.revenue * 14);
  const assets = split(
    totalAssets,
    { centralBank: 14, bankClaims: 6, loans: 55, securities: 21, fixedAssets: 2, otherAssets: 2 },
    roll,
  );
  const liabilities = split(
    totalAssets,
    { bankDebts: 8, deposits: 76, otherDebts: 4, provisions: 1, equity: 11 },
    roll,
  );
  return {
    ...result,
    ...assets,
    ...liabilities,
    ...split(result.revenue, { interestIncome: 8, feeIncome: 2 }, roll),
    totalAssets,
    capital: Math.round(liabilities.equity * 0.4),
    reserves: Math.round(liabilities.equity * 0.25),
    interestExpense: Math.round(result.expenses * 0.45),
    employees: Math.round(result.revenue / 900_000),
  };
}

const INSURER_ASSETS = {
  intangibles: 1,
  landBuildings: 3,
  groupShares: 2,
  otherInvestments: 44,
  cedentDeposits: 1,
  unitLinked: 9,
  reinsurerPremiums: 8,
  reinsurerClaims: 9,
  directClaims: 10,
  reinsuranceClaims: 3,
  otherClaims: 3,
  tangibles: 2,
  cash: 4,
  prepaid: 1,
};
const INSURER_LIABILITIES = {
  equity: 18,
  subordinated: 3,
  lifeReserves: 16,
  generalReserves: 46,
  provisions: 2,
  debts: 14,
  deferredIncome: 1,
};

function insurerFigures({ turnover: _, ...result }: Result, entity: Entity, salt: number): Figures {
  const roll = random(entity.world.seed, salt, 'insurer');
  const totalAssets = Math.round(result.revenue * 2.2);
  const assets = split(totalAssets, INSURER_ASSETS, roll);
  const liabilities = split(totalAssets, INSURER_LIABILITIES, roll);
  return {
    ...result,
    ...assets,
    ...liabilities,
    totalAssets,
    capital: Math.round(liabilities.equity * 0.5),
    reserves: Math.round(liabilities.equity * 0.2),
    grossPremiums: Math.round(result.revenue * 0.93),
    grossDamages: Math.round(result.expenses * 0.55),
    employees: Math.round(result.revenue / 1_100_000),
  };
}

function ngoFigures(
  { revenue, expenses, grossProfit, grossLoss, employees }: Result,
  entity: Entity,
  salt: number,
): Figures {
  const roll = random(entity.world.seed, salt, 'ngo');
  const total = Math.round(revenue * (0.5 + roll()));
  const economicIncome = Math.round(revenue * 0.15);
  const economicExpense = Math.round(expenses * 0.14);
  const publicIncome = revenue - economicIncome;
  const publicExpense = expenses - economicExpense;
  const economicStaff = Math.floor(employees / 8);
  return {
    ...split(total, { fixedAssets: 45, currentAssets: 54, prepaid: 1 }, roll),
    ...split(total, { shortDebts: 16, longDebts: 6, provisions: 1, deferredIncome: 22, equity: 55 }, roll),
    publicIncome,
    publicExpense,
    economicIncome,
    economicExpense,
    surplus: Math.max(0, publicIncome - publicExpense),
    deficit: Math.max(0, publicExpense - publicIncome),
    economicProfit: Math.max(0, economicIncome - economicExpense),
    economicLoss: Math.max(0, economicExpense - economicIncome),
    revenue,
    expenses,
    grossProfit,
    grossLoss,
    publicStaff: employees - economicStaff,
    economicStaff,
  };
}
