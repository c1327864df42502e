/** Among whom companies are ranked: all of them, a county's, an activity's. */

import { Type } from 'typebox';
import type { Translate } from '#lib/i18n/message.ts';
import { about, closed, field, oneOf } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { findCounty } from '#lib/values/county.ts';
import { messages } from '#locales/messages.ts';
import type { Names } from './activities.ts';

export const metricWords = ['cifra', 'profit', 'angajati'] as const;
export const sliceKinds = ['national', 'judet', 'caen'] as const;
export type MetricWord = (typeof metricWords)[number];
export type SliceKind = (typeof sliceKinds)[number];

/** Word outside, name in the tables. */
export const metricColumn = { cifra: 'turnover', profit: 'profit', angajati: 'employees' } as const;
export const sliceColumn = { national: 'national', judet: 'county', caen: 'caen' } as const;

export const Slice = Type.Object(
  {
    kind: oneOf(sliceKinds, {
      en: 'All companies, those of a county, or those of an activity.',
      ro: 'Toate firmele, cele dintr-un județ sau cele dintr-o activitate.',
    }),
    value: field(Type.String(), {
      en: '`RO`, the county’s slug, or revision and CAEN class: `rev3:4711`.',
      ro: '`RO`, numele județului pentru adrese sau revizia și clasa CAEN: `rev3:4711`.',
    }),
    label: field(Type.String(), { en: 'The same in words.', ro: 'Același lucru în cuvinte.' }),
  },
  {
    ...closed,
    title: 'Slice',
    ...about({
      en: 'The group in which the company is ranked.',
      ro: 'Grupul în care este clasată firma.',
      heading: { en: 'Ranking', ro: 'Clasament' },
    }),
  },
);

export const NATION = 'RO';

export function sliceOf(
  kind: SliceKind,
  value: string,
  names: Pick<Names, 'caen'>,
  t: Translate,
): Static<typeof Slice> {
  if (kind === 'national') return { kind, value, label: t(messages.slice.nation()) };
  if (kind === 'judet') return { kind, value, label: findCounty(value)?.name ?? value };
  const [revision = '', code = ''] = value.split(':');
  return { kind, value, label: names.caen(revision, code) ?? t(messages.slice.class({ code })) };
}
