/** How the ratios of an activity are spread: median and quartiles, with the number of firms that they were counted of. */

import { Type } from 'typebox';
import { translate } from '#lib/i18n/message.ts';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import { titleAbove } from './activities.ts';
import { benchmarkFigures } from './benchmark-figures.ts';
import type { Names, RatioAbout } from './needs.ts';

const Quartiles = Type.Object(
  {
    p25: Type.Number({ description: 'A quarter of the firms is at or below it.' }),
    median: Type.Number({ description: 'Half of the firms is at or below it.' }),
    p75: Type.Number({ description: 'Three quarters of the firms are at or below it.' }),
    firms: Type.Integer({ description: 'Firms whose value is known, which it was counted of.' }),
    level: oneOf(
      ['class', 'group'],
      'Of whom it was counted: `group` where fewer than 30 firms of the class have the value.',
    ),
  },
  { ...closed, title: 'Quartiles' },
);

const units = { times: 'as a multiple', share: 'as a share', days: 'in days', RON: 'in lei' } as const;

const figureLabels: Record<(typeof benchmarkFigures)[number], string> = {
  turnover: 'Net turnover, in lei',
  netProfit: 'Net profit, in lei',
  employees: 'Average number of employees',
};

/** One field for each measure. */
export const benchmarkMetrics = (ratios: readonly RatioAbout[]) =>
  Type.Unsafe<Record<string, Static<typeof Quartiles> | null>>(
    Type.Object(
      Object.fromEntries([
        ...benchmarkFigures.map((name) => [name, orNull(Quartiles, `${figureLabels[name]}.`)]),
        ...ratios.map(({ code, label, unit, formula }) => [
          code,
          orNull(
            Quartiles,
            `${translate(label, 'en')}, ${units[unit]}: ${translate(formula, 'en').replace(/\.$/, '')}.`,
          ),
        ]),
      ]),
      {
        ...closed,
        title: 'BenchmarkMetrics',
        description: 'Null where fewer than 30 firms of the class, and of its group, have the value.',
      },
    ),
  );

export const Activity = Type.Object(
  {
    code: Type.String({ description: 'CAEN class, four digits, or group, three.' }),
    revision: oneOf(['rev2', 'rev3'], 'Revision of the classification that the code is of; nothing is mapped.'),
    level: oneOf(['class', 'group'], 'What the code is.'),
    title: orNull(Type.String(), 'Title in Romanian.'),
  },
  { ...closed, title: 'CaenActivity', description: 'The class or group, and the revision that is counted.' },
);

export function activityOf(revision: string, code: string, { caen }: Pick<Names, 'caen'>): Static<typeof Activity> {
  const level = code.length === 4 ? 'class' : 'group';
  const title = level === 'class' ? caen(revision, code) : titleAbove(level, revision, code);
  return { code, revision: revision === 'rev2' ? 'rev2' : 'rev3', level, title };
}
