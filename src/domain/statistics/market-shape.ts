/** The shape of the market's aggregates. */

import { Type } from 'typebox';
import { closed, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import { MarketYear } from './market-year.ts';

const Count = Type.Object(
  {
    value: orNull(
      Type.String(),
      'Code, form, slug or section; null, in the last row, for registrations of which it is not known.',
    ),
    label: orNull(Type.String(), 'The same in words, where there are any.'),
    companies: Type.Integer({ description: 'Registrations.' }),
    active: Type.Integer({ description: 'Of them, those that operate.' }),
  },
  { ...closed, title: 'MarketCount' },
);
export type Count = Static<typeof Count>;

const counts = (description: string) =>
  Type.Array(Count, {
    description: `${description}, the most frequent first; those of which it is not known come last, in one row.`,
  });

const Month = Type.Object(
  {
    month: Type.String({ description: '`YYYY-MM`.' }),
    companies: Type.Integer({ description: 'How many.' }),
  },
  { ...closed, title: 'MarketMonth' },
);
export type Month = Static<typeof Month>;

const Registrations = Type.Object(
  {
    months: Type.Array(Month, { description: 'The last ten years, oldest first, every month.' }),
    coverage: Type.Object(
      {
        known: Type.Integer({ description: 'Registrations whose day is known, of all years.' }),
        of: Type.Integer({ description: 'Registrations in the snapshot, those struck off too.' }),
      },
      { ...closed, title: 'RegistrationCoverage', description: 'Of how many the day is known.' },
    ),
  },
  { ...closed, title: 'Registrations', description: 'Who came, by the day of registration.' },
);

const StrikeOffs = Type.Object(
  {
    changeLog: orNull(
      Type.Object(
        {
          months: Type.Array(
            Type.Object(
              {
                month: Type.String({ description: 'Month of the snapshots that showed them, `YYYY-MM`.' }),
                since: Type.String({ description: 'Day of the snapshot before: they were struck off after it.' }),
                companies: Type.Integer({ description: 'Registrations that were struck off in between.' }),
              },
              { ...closed, title: 'StrikeOffsSeen' },
            ),
            { description: 'Oldest first.' },
          ),
          coverage: Type.Object(
            {
              from: Type.String({ description: 'Day of the first snapshot compared.' }),
              to: Type.String({ description: 'Day of the last.' }),
              snapshots: Type.Integer({ description: 'How many were compared.' }),
            },
            { ...closed, title: 'ChangeLogCoverage', description: 'Which snapshots were compared.' },
          ),
        },
        { ...closed, title: 'StrikeOffsOfChangeLog' },
      ),
      'By comparing snapshots of the registry, which does not publish the day; null before there are two.',
    ),
    taxAuthority: orNull(
      Type.Object(
        {
          months: Type.Array(Month, {
            description: 'By the day that the tax authority gives; the last ten years, oldest first, months with any.',
          }),
          coverage: Type.Object(
            {
              observed: Type.Integer({
                description: 'Registrations that the tax authority had told us of by the time of this generation.',
              }),
              of: Type.Integer({ description: 'Registrations in the snapshot.' }),
            },
            { ...closed, title: 'TaxAuthorityCoverage', description: 'About how many we asked.' },
          ),
        },
        { ...closed, title: 'StrikeOffsOfTaxAuthority' },
      ),
      'As far as companies were asked about by the time of this generation; null when none was, as in the first one of an installation.',
    ),
  },
  { ...closed, title: 'StrikeOffs', description: 'Two sources that know a part each: they are not added up.' },
);

export const Market = Type.Object(
  {
    asOf: orNull(Type.String(), 'Day of the registry’s snapshot.'),
    companies: Type.Object(
      {
        total: Type.Integer({ description: 'Registrations in the trade registry, those struck off too.' }),
        active: Type.Integer({ description: 'Of them, those that operate.' }),
        byStatus: counts('By the status that decides'),
        byLegalForm: counts('By legal form'),
        byCounty: counts('By county of the seat'),
        bySection: counts(
          'By section of the main activity (as filed last, else as registered), each revision apart: `rev3:G`',
        ),
      },
      { ...closed, title: 'MarketCompanies', description: 'Who there is.' },
    ),
    registrations: Registrations,
    strikeOffs: StrikeOffs,
    years: orNull(
      Type.Array(MarketYear),
      'Turnover, profit and employees by year, newest first; null without balance sheets.',
    ),
  },
  { ...closed, title: 'Market' },
);
export type Market = Static<typeof Market>;
