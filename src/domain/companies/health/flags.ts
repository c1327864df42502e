/** What a careful reader should know beside the verdict, and what could not be looked at. */

import type { Balance } from '#domain/companies/balances/balance.ts';
import { type FigureInput, type Finding, type Remark, remark } from '#domain/companies/balances/remark.ts';
import type { Say, Sentence } from '#lib/i18n/sentence.ts';
import { daysBetween } from '#lib/values/date.ts';
import { said } from './sentences.ts';
import type { Altman } from './shape.ts';
import type { HealthFacts } from './verdict-rules.ts';

/** Younger firms fail more often, and have too few balance sheets to judge by. */
const YOUNG_MONTHS = 24;
const DAYS_PER_MONTH = 30.44;

export function flagsOf(
  balances: readonly Balance[],
  facts: HealthFacts,
  expected: readonly number[],
  score: Altman,
  say: Say,
): Finding[] {
  const flags: Finding[] = [];
  const flag = (found: Sentence, inputs: FigureInput[]) => flags.push({ ...remark(found, say), inputs });
  const [newest] = balances;
  if (facts.registeredOn !== null) {
    const months = Math.floor(daysBetween(facts.registeredOn, facts.today) / DAYS_PER_MONTH);
    if (months < YOUNG_MONTHS) flag(said.youngFirm(), [{ name: 'ageMonths', year: null, value: months }]);
  }
  if (facts.suspended) flag(said.suspended(), []);
  const missing = expected.filter((year) => !balances.some((balance) => balance.year === year));
  if (missing.length > 0) {
    const inputs = missing.map((year) => ({ name: 'balance', year, value: null }));
    flag(said.missingYears(), inputs);
  }
  if (score.zoneCertain === false) {
    const year = newest?.year ?? null;
    const inputs = [
      { name: 'zLow', year, value: score.zLow },
      { name: 'zHigh', year, value: score.zHigh },
    ];
    flag(said.zoneUncertain(), inputs);
  }
  return [...flags, ...(newest?.warnings ?? []).map((warning) => ({ ...warning, inputs: [] }))];
}

export function notChecked(facts: HealthFacts, withoutPeers: boolean, say: Say): Remark[] {
  const unread = [
    ...(facts.struckOff === null ? [said.registryStatus()] : []),
    ...(facts.inactive === null ? [said.fiscalStatus()] : []),
    ...(facts.taxDebt === null ? [said.taxDebts()] : []),
    ...(withoutPeers ? [said.peers()] : []),
    ...NEVER_PUBLISHED,
  ];
  return unread.map((each) => remark(each, say));
}

const NEVER_PUBLISHED = [said.paymentIncidents(), said.interestExpense(), said.debtMaturity()];
