/** A company's financial health: ratios, Altman's score and a verdict, each with its inputs. */

import { Type } from 'typebox';
import type { Balance } from '#domain/companies/balances/balance.ts';
import { type FigureInput, Finding, Remark, remark } from '#domain/companies/balances/remark.ts';
import { type Message, type Translate, translator } from '#lib/i18n/message.ts';
import { closed, field, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { type Day, daysBetween, yearOf } from '#lib/values/date.ts';
import { messages } from '#locales/messages.ts';
import { altman, isManufacturing } from './altman.ts';
import { type PeerGroup, peerPosition } from './peers.ts';
import { explainRatio, type FiguresBack, ratios } from './ratios.ts';
import { Altman, HealthRatio, Verdict, verdicts, zones } from './shape.ts';
import { type HealthFacts, verdict } from './verdict.ts';

const HealthYear = Type.Object(
  {
    year: field(Type.Integer(), { en: 'Financial year.', ro: 'Anul financiar.' }),
    z: orNull(Type.Number(), { en: "Altman's Z' of that year.", ro: "Z' Altman al acelui an." }),
    zLow: orNull(Type.Number(), { en: 'The least it can be.', ro: 'Cel mai mic posibil.' }),
    zHigh: orNull(Type.Number(), { en: 'The most it can be.', ro: 'Cel mai mare posibil.' }),
    zone: orNull(oneOf(zones, 'Zone.'), { en: 'Zone of `z`.', ro: 'Zona lui `z`.' }),
    zoneCertain: orNull(Type.Boolean(), {
      en: 'True when `zLow` and `zHigh` fall into the same zone.',
      ro: 'Adevărat când `zLow` și `zHigh` cad în aceeași zonă.',
    }),
    verdict: oneOf(verdicts, {
      en: 'From the figures up to that year only: present facts, such as insolvency or tax debts, are not used.',
      ro: 'Doar după cifrele de până în acel an: ce este valabil azi, ca insolvența sau datoriile fiscale, este exclus.',
    }),
  },
  { ...closed, title: 'HealthYear' },
);

export const Health = Type.Object(
  {
    year: orNull(Type.Integer(), {
      en: 'Financial year of the newest balance sheet; null when there is none.',
      ro: 'Anul financiar al celui mai nou bilanț; null când nu există niciunul.',
    }),
    ageMonths: orNull(Type.Integer(), {
      en: 'Whole months since the end of that year.',
      ro: 'Luni întregi de la sfârșitul acelui an.',
    }),
    ratios: field(Type.Array(HealthRatio), {
      en: 'Every ratio, also those without a value.',
      ro: 'Fiecare indicator, și cei fără valoare.',
    }),
    altman: Altman,
    altmanNonManufacturing: orNull(Altman, {
      en: "Z'' beside Z', for activities outside manufacturing; null for manufacturers and where the activity is not known.",
      ro: "Z'' lângă Z', pentru activități din afara producției; null pentru producători și unde activitatea nu se cunoaște.",
    }),
    verdict: Verdict,
    history: field(Type.Array(HealthYear), {
      en: 'Every year with a balance sheet, newest first.',
      ro: 'Fiecare an cu bilanț, cei mai noi întâi.',
    }),
    flags: field(Type.Array(Finding), {
      en: 'What else a careful reader should know.',
      ro: 'Observații pentru cititorul atent.',
    }),
    notChecked: field(Type.Array(Remark), { en: 'What could not be looked at.', ro: 'Ce nu s-a putut verifica.' }),
  },
  { ...closed, title: 'Health' },
);
export type Health = Static<typeof Health>;

/** `balances`: newest first. `expected`: the years that should be public, of sources that answered. `peers`: the groups of the newest balance sheet's year by ratio, narrowest first. */
export function health(
  balances: readonly Balance[],
  expected: readonly number[],
  facts: HealthFacts,
  peers: ReadonlyMap<string, readonly PeerGroup[]>,
  t: Translate = translator(),
): Health {
  const [newest] = balances;
  const score = altman("Z'", balances, t);
  const manufactures = newest ? isManufacturing(newest.caenCode, newest.caenRevision) : null;
  return {
    year: newest?.year ?? null,
    ageMonths: newest ? monthsSince(newest.year, facts.today) : null,
    ratios: ratiosWithPeers(balances, peers, t),
    altman: score,
    altmanNonManufacturing: manufactures === false ? altman("Z''", balances, t) : null,
    verdict: verdict(score, { years: balances, facts, expected }, t),
    history: balances.map((_, i) => historyYear(balances.slice(i))),
    flags: flagsOf(balances, facts, expected, score, t),
    notChecked: notChecked(facts, newest !== undefined && peers.size === 0, t),
  };
}

function ratiosWithPeers(
  balances: readonly Balance[],
  peers: ReadonlyMap<string, readonly PeerGroup[]>,
  t: Translate,
): Static<typeof HealthRatio>[] {
  const year = balances[0]?.year ?? null;
  const byYear = new Map(balances.map((balance) => [balance.year, balance.summary]));
  const figures: FiguresBack = (yearsBack) => byYear.get((year ?? 0) - yearsBack) ?? null;
  return ratios.map((ratio) => {
    const { code, label, unit, formula, betterWhen } = ratio;
    const { reason, value, inputs } =
      year === null
        ? { value: null, reason: messages.noValue.noBalance(), inputs: [] }
        : explainRatio(ratio, figures, year);
    return {
      code,
      label: t(label),
      unit,
      value,
      reason: reason && t(reason),
      inputs,
      formula: t(formula),
      betterWhen,
      ...peerPosition(value, peers.get(code) ?? [], t),
    };
  });
}

/** The history needs codes only, so no messages are translated. */
const noText: Translate = () => '';

function historyYear(years: readonly Balance[]): Static<typeof HealthYear> {
  const score = altman("Z'", years, noText);
  const { z, zLow, zHigh, zone, zoneCertain } = score;
  return {
    year: Number(years[0]?.year),
    z,
    zLow,
    zHigh,
    zone,
    zoneCertain,
    verdict: verdict(score, { years }, noText).code,
  };
}

/** Since 31 December of the financial year. */
const monthsSince = (year: number, today: Day): number =>
  (yearOf(today) - year - 1) * 12 + Number(today.slice(5, 7)) - 1;

/** Younger firms fail more often and have too few balance sheets for a verdict. */
const YOUNG_MONTHS = 24;
const DAYS_PER_MONTH = 30.44;

function flagsOf(
  balances: readonly Balance[],
  facts: HealthFacts,
  expected: readonly number[],
  score: Altman,
  t: Translate,
): Finding[] {
  const flags: Finding[] = [];
  const flag = (message: Message, inputs: FigureInput[]) => flags.push({ ...remark(message, t), inputs });
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

function notChecked(facts: HealthFacts, withoutPeers: boolean, t: Translate): Remark[] {
  const unknown = [
    ...(facts.struckOff === null ? [messages.health.registryStatus()] : []),
    ...(facts.inactive === null ? [messages.health.fiscalStatus()] : []),
    ...(facts.taxDebt === null ? [messages.health.taxDebts()] : []),
    ...(withoutPeers ? [messages.health.peers()] : []),
    ...NEVER_PUBLISHED,
  ];
  return unknown.map((each) => remark(each, t));
}

const NEVER_PUBLISHED = [
  messages.health.paymentIncidents(),
  messages.health.interestExpense(),
  messages.health.debtMaturity(),
];
