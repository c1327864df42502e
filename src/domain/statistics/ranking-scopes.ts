/** Among whom companies are ranked: all of them, a county's, an activity's. */

import { Type } from 'typebox';
import type { Translate } from '#lib/i18n/message.ts';
import { findCounty } from '#lib/values/county.ts';
import { closed, oneOf } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import { messages } from '#locales/messages.ts';
import type { Names } from './needs.ts';

export const metricWords = ['cifra', 'profit', 'angajati'] as const;
export const sliceKinds = ['national', 'judet', 'caen'] as const;
export type MetricWord = (typeof metricWords)[number];
export type SliceKind = (typeof sliceKinds)[number];

/** Word outside, name in the tables. */
export const metricColumn = { cifra: 'turnover', profit: 'profit', angajati: 'employees' } as const;
export const sliceColumn = { national: 'national', judet: 'county', caen: 'caen' } as const;

export const Slice = Type.Object(
  {
    kind: oneOf(sliceKinds, 'All companies, those of a county, or those of an activity.'),
    value: Type.String({ description: '`RO`, the county’s slug, or revision and CAEN class: `rev3:4711`.' }),
    label: Type.String({ description: 'The same in words.' }),
  },
  { ...closed, title: 'Slice', description: 'Among whom the company is ranked.' },
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
