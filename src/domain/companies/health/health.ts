/** A company's financial health: ratios, Altman's score and a verdict, each with the figures it rests on. */

import { Type } from 'typebox';
import type { Balance } from '#domain/companies/balances/balance.ts';
import { Finding, Remark } from '#domain/companies/balances/remark.ts';
import { type Translate, translator } from '#lib/i18n/message.ts';
import { closed, field, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { type Day, yearOf } from '#lib/values/date.ts';
import { messages } from '#locales/messages.ts';
import { altman, isManufacturing } from './altman.ts';
import { flagsOf, notChecked } from './flags.ts';
import { type PeerGroup, standing } from './peers.ts';
import { explainRatio, type FiguresBack, ratios } from './ratios.ts';

import { Altman, HealthRatio, Verdict, verdicts, zones } from './shape.ts';
import { verdict } from './verdict.ts';
import type { HealthFacts } from './verdict-rules.ts';

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
      en: 'By the figures up to that year alone: what holds today, such as insolvency or tax debts, is left out.',
      ro: 'Doar după cifrele de până în acel an: ce este valabil azi, ca insolvența sau datoriile fiscale, este lăsat deoparte.',
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
      ro: 'Ce ar mai trebui să știe un cititor atent.',
    }),
    notChecked: field(Type.Array(Remark), { en: 'What could not be looked at.', ro: 'Ce nu s-a putut verifica.' }),
  },
  { ...closed, title: 'Health' },
);
export type Health = Static<typeof Health>;

/** `balances`: newest first. `expected`: the years that should be public, as far as it is known whether they are. `peers`: the groups of the newest balance sheet's year by ratio, narrowest first. */
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
    ratios: placedRatios(balances, peers, t),
    altman: score,
    altmanNonManufacturing: manufactures === false ? altman("Z''", balances, t) : null,
    verdict: verdict(score, { years: balances, facts, expected }, t),
    history: balances.map((_, i) => historyYear(balances.slice(i))),
    flags: flagsOf(balances, facts, expected, score, t),
    notChecked: notChecked(facts, newest !== undefined && peers.size === 0, t),
  };
}

function placedRatios(
  balances: readonly Balance[],
  peers: ReadonlyMap<string, readonly PeerGroup[]>,
  t: Translate,
): Static<typeof HealthRatio>[] {
  const year = balances[0]?.year ?? null;
  const byYear = new Map(balances.map((balance) => [balance.year, balance.summary]));
  const figures: FiguresBack = (yearsBack) => byYear.get((year ?? 0) - yearsBack) ?? null;
  return ratios.map((ratio) => {
    const { code, label, unit, formula, betterWhen } = ratio;
    const { reason, ...found } =
      year === null
        ? { value: null, reason: messages.noValue.noBalance(), inputs: [] }
        : explainRatio(ratio, figures, year);
    return {
      code,
      label: t(label),
      unit,
      value: found.value,
      reason: reason && t(reason),
      inputs: found.inputs,
      formula: t(formula),
      betterWhen,
      ...standing(found.value, peers.get(code) ?? [], t),
    };
  });
}

/** Numbers and codes only: no sentence is put together to be thrown away. */
const unsaid: Translate = () => '';

function historyYear(years: readonly Balance[]): Static<typeof HealthYear> {
  const score = altman("Z'", years, unsaid);
  const { z, zLow, zHigh, zone, zoneCertain } = score;
  return {
    year: Number(years[0]?.year),
    z,
    zLow,
    zHigh,
    zone,
    zoneCertain,
    verdict: verdict(score, { years }, unsaid).code,
  };
}

/** Since 31 December of the financial year. */
const monthsSince = (year: number, today: Day): number =>
  (yearOf(today) - year - 1) * 12 + Number(today.slice(5, 7)) - 1;
