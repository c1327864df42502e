/** What a careful reader should know beside the verdict, and what could not be looked at. */
import { daysBetween } from '#base/date.ts';
import type { Balance } from '#companies/balances/balance.ts';
import { type Finding, type Remark, remark } from '#companies/balances/remark.ts';
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

const YOUNG = remark('youngFirm', 'Firmă înființată de mai puțin de doi ani.', 'Founded less than two years ago.');
const SUSPENDED = remark('suspended', 'Activitate suspendată temporar.', 'Activity temporarily suspended.');
const MISSING_YEARS = remark(
  'missingYears',
  'Lipsesc bilanțuri care ar fi trebuit publicate.',
  'Balance sheets that should be public are missing.',
);
const ZONE_UNCERTAIN = remark(
  'zoneUncertain',
  'Zona scorului Altman depinde de date nepublicate.',
  "The zone of Altman's score depends on what is not published.",
);

const REGISTRY_STATUS = remark(
  'registryStatus',
  'Starea în registrul comerțului nu este cunoscută.',
  'The status in the trade registry is not known.',
);
const FISCAL_STATUS = remark(
  'fiscalStatus',
  'Starea fiscală (inactivitatea) nu este încă cunoscută.',
  'Whether the tax authority declared it inactive is not known yet.',
);
const TAX_DEBTS = remark('taxDebts', 'Datoriile fiscale nu sunt încărcate.', 'Tax debts are not loaded.');
const PEERS = remark(
  'peers',
  'Nu există firme comparabile pentru acest an.',
  'No peers to compare with for this year.',
);
const NEVER_PUBLISHED = [
  remark('paymentIncidents', 'Incidentele de plată nu sunt date publice.', 'Payment incidents are not open data.'),
  remark('interestExpense', 'Cheltuielile cu dobânzile nu sunt publicate.', 'Interest expense is not published.'),
  remark('debtMaturity', 'Scadența datoriilor nu este publicată.', 'The maturity of debts is not published.'),
];
