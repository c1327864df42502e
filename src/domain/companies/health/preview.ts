/** What free visitors see of a company's health: the score with all its uncertainty, the verdict and what is said for it. */

import { Type } from 'typebox';
import type { Preview } from '#api/endpoint.ts';
import { type Finding, Remark } from '#domain/companies/balances/remark.ts';
import { about, closed, field } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { Health } from './health.ts';
import { Altman, Verdict } from './shape.ts';

const { year, ageMonths } = Health.properties;
const { model, z, zLow, zHigh, zone, zoneCertain, thresholds } = Altman.properties;
const { code, label } = Verdict.properties;

const AltmanScore = Type.Object(
  { model, z, zLow, zHigh, zone, zoneCertain, thresholds },
  { ...closed, title: 'AltmanScore', description: 'Altman’s score and its bounds, without what it is made of.' },
);

const VerdictPreview = Type.Object(
  {
    code,
    label,
    reasons: Type.Array(Remark, { description: 'What decided it, the gravest first, without the figures behind it.' }),
  },
  {
    ...closed,
    title: 'VerdictPreview',
    ...about({
      en: 'What the figures say, in one word and its reasons.',
      ro: 'Ce spun cifrele, într-un cuvânt și motivele lui.',
    }),
  },
);

const HealthPreview = Type.Object(
  {
    year,
    ageMonths,
    altman: AltmanScore,
    verdict: VerdictPreview,
    flags: field(Type.Array(Remark), {
      en: 'What else a careful reader should know.',
      ro: 'Ce ar mai trebui să știe un cititor atent.',
    }),
  },
  { ...closed, title: 'HealthPreview', description: 'What visitors of our own pages see of a company’s health.' },
);

export const healthPreview: Preview<Health, typeof HealthPreview> = {
  about: {
    en: 'the score with its bounds and zone, the verdict with its reasons, and the flags',
    ro: 'scorul cu limitele și zona lui, verdictul cu motivele și semnalele',
  },
  data: HealthPreview,
  reduce: (health, meta) => ({ data: shown(health), meta }),
};

/** Field by field: whatever is added to the whole stays out of it until somebody decides otherwise. */
function shown({ year, ageMonths, altman, verdict, flags }: Health): Static<typeof HealthPreview> {
  const { model, z, zLow, zHigh, zone, zoneCertain, thresholds } = altman;
  const { code, label, reasons } = verdict;
  return {
    year,
    ageMonths,
    altman: { model, z, zLow, zHigh, zone, zoneCertain, thresholds },
    verdict: { code, label, reasons: reasons.map(saying) },
    flags: flags.map(saying),
  };
}

/** The numbers that a finding rests on are figures of several years: the history, piece by piece. */
const saying = ({ code, label }: Finding): Remark => ({ code, label });
