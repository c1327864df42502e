/** What a careful reader should know beside the verdict, and what could not be looked at. */
import { daysBetween } from '#base/date.ts';
import type { Balance } from '#companies/balances/balance.ts';
import { type Finding, type Remark, remark } from '#companies/balances/remark.ts';
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
): Finding[] {
  const flags: Finding[] = [];
  const [newest] = balances;
  if (facts.registeredOn !== null) {
    const months = Math.floor(daysBetween(facts.registeredOn, facts.today) / DAYS_PER_MONTH);
    if (months < YOUNG_MONTHS) flags.push({ ...YOUNG, inputs: [{ name: 'ageMonths', year: null, value: months }] });
  }
  if (facts.suspended) flags.push({ ...SUSPENDED, inputs: [] });
  const missing = expected.filter((year) => !balances.some((balance) => balance.year === year));
  if (missing.length > 0) {
    flags.push({ ...MISSING_YEARS, inputs: missing.map((year) => ({ name: 'balance', year, value: null })) });
  }
  if (score.zoneCertain === false) {
    const year = newest?.year ?? null;
    const inputs = [
      { name: 'zLow', year, value: score.zLow },
      { name: 'zHigh', year, value: score.zHigh },
    ];
    flags.push({ ...ZONE_UNCERTAIN, inputs });
  }
  return [...flags, ...(newest?.warnings ?? []).map((warning) => ({ ...warning, inputs: [] }))];
}

export function notChecked(facts: HealthFacts, withoutPeers: boolean): Remark[] {
  return [
    ...(facts.struckOff === null ? [REGISTRY_STATUS] : []),
    ...(facts.inactive === null ? [FISCAL_STATUS] : []),
    ...(facts.taxDebt === null ? [TAX_DEBTS] : []),
    ...(withoutPeers ? [PEERS] : []),
    ...NEVER_PUBLISHED,
  ];
}

const YOUNG = remark(said.youngFirm());
const SUSPENDED = remark(said.suspended());
const MISSING_YEARS = remark(said.missingYears());
const ZONE_UNCERTAIN = remark(said.zoneUncertain());

const REGISTRY_STATUS = remark(said.registryStatus());
const FISCAL_STATUS = remark(said.fiscalStatus());
const TAX_DEBTS = remark(said.taxDebts());
const PEERS = remark(said.peers());
const NEVER_PUBLISHED = [remark(said.paymentIncidents()), remark(said.interestExpense()), remark(said.debtMaturity())];
