/** The part of a company's health that free visitors see: the score with its bounds, the verdict and its reasons. */

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
  { ...closed, title: 'AltmanScore', description: 'Altman’s score and its bounds, without its components.' },
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
      ro: 'Observații pentru cititorul atent.',
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
  reduce: (health, meta) => ({ data: previewOf(health), meta }),
};

/** Field by field, so that a new field of `Health` does not become public by itself. */
function previewOf({ year, ageMonths, altman, verdict, flags }: Health): Static<typeof HealthPreview> {
  const { model, z, zLow, zHigh, zone, zoneCertain, thresholds } = altman;
  const { code, label, reasons } = verdict;
  return {
    year,
    ageMonths,
    altman: { model, z, zLow, zHigh, zone, zoneCertain, thresholds },
    verdict: { code, label, reasons: reasons.map(remarkOf) },
    flags: flags.map(remarkOf),
  };
}

/** Without the inputs: they would reveal the figures of several years. */
const remarkOf = ({ code, label }: Finding): Remark => ({ code, label });
