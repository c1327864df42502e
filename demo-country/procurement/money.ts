/** Amounts in bani: most are small, a few very large, and round ones are usual. */
import { type Dice, normal } from '#demo-country/random.ts';
import type { ContractType } from './cpv.ts';

/** Above these a direct purchase is not allowed. */
const DIRECT_MAX: Record<ContractType, number> = { Furnizare: 27_012_000, Servicii: 27_012_000, Lucrari: 90_040_000 };
const TYPICAL_PURCHASE: Record<ContractType, number> = { Furnizare: 210_000, Servicii: 450_000, Lucrari: 5_200_000 };
const TYPICAL_PROCEDURE: Record<ContractType, number> = {
  Furnizare: 42_000_000,
  Servicii: 55_000_000,
  Lucrari: 310_000_000,
};

export function purchaseValue(type: ContractType, roll: Dice): number {
  const value = Math.round(TYPICAL_PURCHASE[type] * Math.exp(1.35 * normal(roll)));
  return Math.min(DIRECT_MAX[type], roll() < 0.2 ? Math.max(1_000, Math.round(value / 5_000) * 5_000) : value + 1);
}

export const procedureValue = (type: ContractType, roll: Dice): number =>
  Math.round((TYPICAL_PROCEDURE[type] * Math.exp(1.2 * normal(roll))) / 1_000) * 1_000;
