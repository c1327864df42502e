/** What of a text is missing, as answers tell it. */

import { Type } from 'typebox';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import type { EntryRow } from './opener/texts.ts';
import type { Missing as Stored } from './readers/reading.ts';
import type { ContentRow } from './tables/rows.ts';

export const textStates = [
  'read',
  'partly',
  'none',
  'ocrDue',
  'archive',
  'encrypted',
  'damaged',
  'unsupported',
  'tooLarge',
  'tooLong',
  'tooDeep',
  'unsafeName',
] as const;

export const Missing = Type.Object(
  {
    what: oneOf(['pages', 'rest', 'entries'], 'Single pages, everything from a page on, or files of an archive.'),
    pages: orNull(Type.Array(Type.Integer()), 'Numbers of the pages; null unless `what` is `pages`.'),
    fromPage: orNull(Type.Integer(), 'The page from which on; null unless `what` is `rest`.'),
    count: orNull(Type.Integer(), 'How many files; null unless `what` is `entries`, or when nobody can say.'),
    why: oneOf(
      [
        'ocrDue',
        'ocrCap',
        'illegible',
        'damaged',
        'tooLarge',
        'tooLong',
        'tooMany',
        'notRecognized',
        'encrypted',
        'unsupported',
        'tooDeep',
        'unsafeName',
        'partly',
      ],
      '`ocrDue`: pictures of text that will be read. `ocrCap`: more pictures than are read. `illegible`: nothing could be read. `notRecognized`: pictures of text inside of an archive, which are not read. `partly`: the rest of these files was read.',
    ),
  },
  { ...closed, title: 'MissingText' },
);

type Told = Static<typeof Missing>;

export const missingIn = ({ missing, entries }: Pick<ContentRow, 'missing' | 'entries'>): Told[] => [
  ...(JSON.parse(missing) as Stored[]).map((one) => ({
    what: one.what,
    pages: one.what === 'pages' ? one.pages : null,
    fromPage: one.what === 'rest' ? one.fromPage : null,
    count: one.what === 'entries' ? one.count : null,
    why: one.why,
  })),
  ...missingInside(JSON.parse(entries ?? '[]') as EntryRow[]),
];

/** Files of an archive are read each by itself: those that could not be, by why. */
function missingInside(entries: readonly Pick<EntryRow, 'state'>[]): Told[] {
  const whys = entries.flatMap(({ state }) => whyOf(state) ?? []);
  return [...Map.groupBy(whys, (why) => why)].map(([why, all]) => ({
    what: 'entries',
    pages: null,
    fromPage: null,
    count: all.length,
    why,
  }));
}

function whyOf(state: EntryRow['state']): Told['why'] | null {
  if (state === 'read' || state === 'none' || state === 'archive') return null;
  return state === 'ocrDue' ? 'notRecognized' : state;
}
