/** What a careful reader should know beside the verdict, and what could not be looked at. */

import type { Balance } from '#domain/companies/balances/balance.ts';
import { type FigureInput, type Finding, type Remark, remark } from '#domain/companies/balances/remark.ts';
import type { Message, Translate } from '#lib/i18n/message.ts';
import { daysBetween } from '#lib/values/date.ts';
import { messages } from '#locales/messages.ts';

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
  t: Translate,
): Finding[] {
  const flags: Finding[] = [];
  const flag = (found: Message, inputs: FigureInput[]) => flags.push({ ...remark(found, t), inputs });
  const [newest] = balances;
  if (facts.registeredOn !== null) {
    const months = Math.floor(daysBetween(facts.registeredOn, facts.today) / DAYS_PER_MONTH);
    if (months < YOUNG_MONTHS) flag(messages.health.youngFirm(), [{ name: 'ageMonths', year: null, value: months }]);
  }
  if (facts.suspended) flag(messages.health.suspended(), []);
  const missing = expected.filter((year) => !balances.some((balance) => balance.year === year));
  if (missing.length > 0) {
    const inputs = missing.map((year) => ({ name: 'balance', year, value: null }));
    flag(messages.health.missingYears(), inputs);
  }
  if (score.zoneCertain === false) {
    const year = newest?.year ?? null;
    const inputs = [
      { name: 'zLow', year, value: score.zLow },
      { name: 'zHigh', year, value: score.zHigh },
    ];
    flag(messages.health.zoneUncertain(), inputs);
  }
  return [...flags, ...(newest?.warnings ?? []).map((warning) => ({ ...warning, inputs: [] }))];
}

export function notChecked(facts: HealthFacts, withoutPeers: boolean, t: Translate): Remark[] {
  const unread = [
    ...(facts.struckOff === null ? [messages.health.registryStatus()] : []),
    ...(facts.inactive === null ? [messages.health.fiscalStatus()] : []),
    ...(facts.taxDebt === null ? [messages.health.taxDebts()] : []),
    ...(withoutPeers ? [messages.health.peers()] : []),
    ...NEVER_PUBLISHED,
  ];
  return unread.map((each) => remark(each, t));
}

const NEVER_PUBLISHED = [
  messages.health.paymentIncidents(),
  messages.health.interestExpense(),
  messages.health.debtMaturity(),
];
