/** How the ratios of an activity are spread: median and quartiles, with the number of firms that they were counted of. */

import { Type } from 'typebox';
import { type Bilingual, inBoth, translate } from '#lib/i18n/message.ts';
import { about, closed, field, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { type Names, titleAbove } from './activities.ts';
import type { RatioDefinition } from './context.ts';
import { benchmarkFigures } from './ranking-ratios.ts';

const Quartiles = Type.Object(
  {
    p25: field(Type.Number(), {
      en: 'A quarter of the firms is at or below it.',
      ro: 'Un sfert dintre firme sunt la ea sau sub ea.',
      heading: { en: 'Lower quartile', ro: 'Cuartila inferioară' },
    }),
    median: field(Type.Number(), {
      en: 'Half of the firms is at or below it.',
      ro: 'Jumătate dintre firme sunt la ea sau sub ea.',
      heading: { en: 'Median', ro: 'Mediana' },
    }),
    p75: field(Type.Number(), {
      en: 'Three quarters of the firms are at or below it.',
      ro: 'Trei sferturi dintre firme sunt la ea sau sub ea.',
      heading: { en: 'Upper quartile', ro: 'Cuartila superioară' },
    }),
    firms: field(Type.Integer(), {
      en: 'Number of companies with a value, from which it was computed.',
      ro: 'Firme cu valoare cunoscută, din care s-a calculat.',
    }),
    level: oneOf(['class', 'group'], {
      en: 'The group of the computation: `group` where fewer than 30 firms of the class have the value.',
      ro: 'Grupul calculului: `group` unde mai puțin de 30 de firme din clasă au valoarea.',
    }),
  },
  { ...closed, title: 'Quartiles' },
);

const units = {
  times: { en: 'as a multiple', ro: 'ca multiplu' },
  share: { en: 'as a share', ro: 'ca parte' },
  days: { en: 'in days', ro: 'în zile' },
  RON: { en: 'in lei', ro: 'în lei' },
} as const;

const figureLabels: Record<(typeof benchmarkFigures)[number], Bilingual> = {
  turnover: { en: 'Net turnover, in lei.', ro: 'Cifra de afaceri netă, în lei.' },
  netProfit: { en: 'Net profit, in lei.', ro: 'Profitul net, în lei.' },
  employees: { en: 'Average number of employees.', ro: 'Numărul mediu de salariați.' },
};

/** One field for each measure. */
export const benchmarkMetrics = (ratios: readonly RatioDefinition[]) =>
  Type.Unsafe<Record<string, Static<typeof Quartiles> | null>>(
    Type.Object(
      Object.fromEntries([
        ...benchmarkFigures.map((name) => [name, orNull(Quartiles, figureLabels[name])]),
        ...ratios.map(({ code, label, unit, formula }) => [
          code,
          orNull(Quartiles, {
            ...inBoth(
              (language) =>
                `${translate(label, language)}, ${units[unit][language]}: ${translate(formula, language).replace(/\.$/, '')}.`,
            ),
            heading: inBoth((language) => translate(label, language)),
          }),
        ]),
      ]),
      {
        ...closed,
        title: 'BenchmarkMetrics',
        ...about({
          en: 'Null where fewer than 30 firms of the class, and of its group, have the value.',
          ro: 'Null unde mai puțin de 30 de firme din clasă și din grupa ei au valoarea.',
          heading: { en: 'Metrics', ro: 'Indicatori' },
        }),
      },
    ),
  );

export const Activity = Type.Object(
  {
    code: field(Type.String(), {
      en: 'CAEN class, four digits, or group, three.',
      ro: 'Clasă CAEN, patru cifre, sau grupă, trei.',
    }),
    revision: oneOf(['rev2', 'rev3'], {
      en: 'Revision of the classification that the code is of; nothing is mapped.',
      ro: 'Revizia clasificării din care este codul; nimic nu se transpune.',
    }),
    level: oneOf(['class', 'group'], { en: 'What the code is.', ro: 'Tipul codului.' }),
    title: orNull(Type.String(), { en: 'Title in Romanian.', ro: 'Titlul în română.' }),
  },
  {
    ...closed,
    title: 'CaenActivity',
    ...about({
      en: 'The class or group, and the revision that is counted.',
      ro: 'Clasa sau grupa și revizia numărată.',
      heading: { en: 'Activity', ro: 'Activitate' },
    }),
  },
);

export function activityOf(revision: string, code: string, { caen }: Pick<Names, 'caen'>): Static<typeof Activity> {
  const level = code.length === 4 ? 'class' : 'group';
  const title = level === 'class' ? caen(revision, code) : titleAbove(level, revision, code);
  return { code, revision: revision === 'rev2' ? 'rev2' : 'rev3', level, title };
}
