/** Balance sheets of banks, insurers and associations, whose charts are not those of firms. */

import type { Figures, Result } from './charts.ts';
import type { Life } from './life-cycle.ts';
import { type Dice, dice } from './random.ts';

/** Cuts a whole into shares that add up to it; the last one takes what rounding leaves. */
function split(whole: number, shares: readonly number[], roll: Dice): number[] {
  const weights = shares.map((share) => share * (0.9 + 0.2 * roll()));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const parts = weights.map((weight) => Math.floor((whole * weight) / sum));
  const rest = whole - parts.reduce((total, part) => total + part, 0);
  return parts.map((part, i) => (i === parts.length - 1 ? part + rest : part));
}

/** Turnover stands for the income of interest and fees. */
export function bankFigures(result: Result, life: Life, salt: number): Figures {
  const roll = dice(life.world.seed, salt, 'bank');
  const totalAssets = Math.round(result.revenue * 14);
  const [centralBank = 0, bankClaims = 0, loans = 0, securities = 0, fixedAssets = 0, otherAssets = 0] = split(
    totalAssets,
    [14, 6, 55, 21, 2, 2],
    roll,
  );
  const [bankDebts = 0, deposits = 0, otherDebts = 0, provisions = 0, equity = 0] = split(
    totalAssets,
    [8, 76, 4, 1, 11],
    roll,
  );
  const [interestIncome = 0, feeIncome = 0] = split(result.revenue, [8, 2], roll);
  const capital = Math.round(equity * 0.4);
  const { turnover: _, ...account } = result;
  return {
    ...account,
    centralBank,
    bankClaims,
    loans,
    securities,
    fixedAssets,
    otherAssets,
    totalAssets,
    bankDebts,
    deposits,
    otherDebts,
    provisions,
    capital,
    reserves: Math.round(equity * 0.25),
    equity,
    interestIncome,
    interestExpense: Math.round(result.expenses * 0.45),
    feeIncome,
    employees: Math.round(result.revenue / 900_000),
  };
}

export function insurerFigures(result: Result, life: Life, salt: number): Figures {
  const roll = dice(life.world.seed, salt, 'insurer');
  const totalAssets = Math.round(result.revenue * 2.2);
  const assets = split(totalAssets, [1, 3, 2, 44, 1, 9, 8, 9, 10, 3, 3, 2, 4, 1], roll);
  const liabilities = split(totalAssets, [18, 3, 16, 46, 2, 14, 1], roll);
  const [
    intangibles = 0,
    landBuildings = 0,
    groupShares = 0,
    otherInvestments = 0,
    cedentDeposits = 0,
    unitLinked = 0,
    reinsurerPremiums = 0,
  ] = assets;
  const [
    reinsurerClaims = 0,
    directClaims = 0,
    reinsuranceClaims = 0,
    otherClaims = 0,
    tangibles = 0,
    cash = 0,
    prepaid = 0,
  ] = assets.slice(7);
  const [
    equity = 0,
    subordinated = 0,
    lifeReserves = 0,
    generalReserves = 0,
    provisions = 0,
    debts = 0,
    deferredIncome = 0,
  ] = liabilities;
  const { turnover: _, ...account } = result;
  return {
    ...account,
    intangibles,
    landBuildings,
    groupShares,
    otherInvestments,
    cedentDeposits,
    unitLinked,
    reinsurerPremiums,
    reinsurerClaims,
    directClaims,
    reinsuranceClaims,
    otherClaims,
    tangibles,
    cash,
    prepaid,
    totalAssets,
    capital: Math.round(equity * 0.5),
    reserves: Math.round(equity * 0.2),
    equity,
    subordinated,
    lifeReserves,
    generalReserves,
    provisions,
    debts,
    deferredIncome,
    grossPremiums: Math.round(result.revenue * 0.93),
    grossDamages: Math.round(result.expenses * 0.55),
    employees: Math.round(result.revenue / 1_100_000),
  };
}

export function ngoFigures(result: Result, life: Life, salt: number): Figures {
  const roll = dice(life.world.seed, salt, 'ngo');
  const total = Math.round(result.revenue * (0.5 + roll()));
  const [fixedAssets = 0, currentAssets = 0, prepaid = 0] = split(total, [45, 54, 1], roll);
  const [shortDebts = 0, longDebts = 0, provisions = 0, deferredIncome = 0, equity = 0] = split(
    total,
    [16, 6, 1, 22, 55],
    roll,
  );
  const economicIncome = Math.round(result.revenue * 0.15);
  const economicExpense = Math.round(result.expenses * 0.14);
  const publicIncome = result.revenue - economicIncome;
  const publicExpense = result.expenses - economicExpense;
  return {
    fixedAssets,
    currentAssets,
    prepaid,
    shortDebts,
    longDebts,
    provisions,
    deferredIncome,
    equity,
    publicIncome,
    publicExpense,
    economicIncome,
    economicExpense,
    surplus: Math.max(0, publicIncome - publicExpense),
    deficit: Math.max(0, publicExpense - publicIncome),
    economicProfit: Math.max(0, economicIncome - economicExpense),
    economicLoss: Math.max(0, economicExpense - economicIncome),
    revenue: result.revenue,
    expenses: result.expenses,
    grossProfit: result.grossProfit,
    grossLoss: result.grossLoss,
    publicStaff: result.employees - Math.floor(result.employees / 8),
    economicStaff: Math.floor(result.employees / 8),
  };
}
