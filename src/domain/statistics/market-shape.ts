/** The shape of the market's aggregates. */

import { Type } from 'typebox';
import type { Bilingual } from '#lib/i18n/message.ts';
import { about, closed, field, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { MarketYear } from './market-year.ts';

const Count = Type.Object(
  {
    value: orNull(Type.String(), {
      en: 'Code, form, slug or section; null, in the last row, for registrations without a known value.',
      ro: 'Codul, forma, numele pentru adrese sau secțiunea; null, pe ultimul rând, pentru înregistrările la care nu se știe.',
    }),
    label: orNull(Type.String(), {
      en: 'The same in words, where there are any.',
      ro: 'Același lucru în cuvinte, unde există.',
    }),
    companies: field(Type.Integer(), { en: 'Registrations.', ro: 'Înregistrări.' }),
    active: field(Type.Integer(), { en: 'Of them, those that operate.', ro: 'Dintre ele, cele în funcțiune.' }),
  },
  { ...closed, title: 'MarketCount' },
);
export type Count = Static<typeof Count>;

const counts = (texts: Bilingual) =>
  Type.Array(
    Count,
    about({
      en: `${texts.en}, the most frequent first; those of which it is not known come last, in one row.`,
      ro: `${texts.ro}, cele mai frecvente întâi; cele la care nu se știe vin la urmă, pe un rând.`,
    }),
  );

const Month = Type.Object(
  {
    month: field(Type.String(), { en: '`YYYY-MM`.', ro: '`YYYY-MM`.' }),
    companies: field(Type.Integer(), { en: 'How many.', ro: 'Câte.' }),
  },
  { ...closed, title: 'MarketMonth' },
);
export type Month = Static<typeof Month>;

const Registrations = Type.Object(
  {
    months: field(Type.Array(Month), {
      en: 'The last ten years, oldest first, every month.',
      ro: 'Ultimii zece ani, cei mai vechi întâi, fiecare lună.',
    }),
    coverage: Type.Object(
      {
        known: field(Type.Integer(), {
          en: 'Registrations with a known day, of all years.',
          ro: 'Înregistrări cu zi cunoscută, din toți anii.',
        }),
        of: field(Type.Integer(), {
          en: 'Registrations in the snapshot, those struck off too.',
          ro: 'Înregistrări din publicație, și cele radiate.',
        }),
      },
      {
        ...closed,
        title: 'RegistrationCoverage',
        ...about({ en: 'Number of them with a known day.', ro: 'Numărul celor cu zi cunoscută.' }),
      },
    ),
  },
  {
    ...closed,
    title: 'Registrations',
    ...about({ en: 'New registrations, by their day.', ro: 'Înmatriculările noi, după ziua lor.' }),
  },
);

const StrikeOffs = Type.Object(
  {
    changeLog: orNull(
      Type.Object(
        {
          months: Type.Array(
            Type.Object(
              {
                month: field(Type.String(), {
                  en: 'Month of the snapshots that showed them, `YYYY-MM`.',
                  ro: 'Luna publicațiilor care le-au arătat, `YYYY-MM`.',
                }),
                since: field(Type.String(), {
                  en: 'Day of the snapshot before: they were struck off after it.',
                  ro: 'Ziua publicației dinainte: au fost radiate după ea.',
                }),
                companies: field(Type.Integer(), {
                  en: 'Registrations that were struck off in between.',
                  ro: 'Înregistrări radiate între timp.',
                }),
              },
              { ...closed, title: 'StrikeOffsSeen' },
            ),
            { ...about({ en: 'Oldest first.', ro: 'Cele mai vechi întâi.' }) },
          ),
          coverage: Type.Object(
            {
              from: field(Type.String(), {
                en: 'Day of the first snapshot compared.',
                ro: 'Ziua primei publicații comparate.',
              }),
              to: field(Type.String(), { en: 'Day of the last.', ro: 'Ziua ultimei.' }),
              snapshots: field(Type.Integer(), { en: 'How many were compared.', ro: 'Câte au fost comparate.' }),
            },
            {
              ...closed,
              title: 'ChangeLogCoverage',
              ...about({ en: 'Which snapshots were compared.', ro: 'Ce publicații au fost comparate.' }),
            },
          ),
        },
        { ...closed, title: 'StrikeOffsOfChangeLog' },
      ),
      {
        en: 'By comparing snapshots of the registry, which does not publish the day; null before there are two.',
        ro: 'Prin compararea publicațiilor registrului, care nu publică ziua; null până când există două.',
      },
    ),
    taxAuthority: orNull(
      Type.Object(
        {
          months: field(Type.Array(Month), {
            en: 'By the day that the tax authority gives; the last ten years, oldest first, months with any.',
            ro: 'După ziua dată de ANAF; ultimii zece ani, cei mai vechi întâi, lunile care au vreuna.',
          }),
          coverage: Type.Object(
            {
              observed: field(Type.Integer(), {
                en: 'Registrations that the tax authority had reported when this generation was built.',
                ro: 'Înregistrări raportate de ANAF până la construirea acestei generații.',
              }),
              of: field(Type.Integer(), { en: 'Registrations in the snapshot.', ro: 'Înregistrări din publicație.' }),
            },
            {
              ...closed,
              title: 'TaxAuthorityCoverage',
              ...about({ en: 'Number of companies that were queried.', ro: 'Numărul firmelor interogate.' }),
            },
          ),
        },
        { ...closed, title: 'StrikeOffsOfTaxAuthority' },
      ),
      {
        en: 'Counts the companies that had been queried when this generation was built; null when none had, as in the first generation of an installation.',
        ro: 'Numără firmele interogate până la construirea acestei generații; null când nu a fost interogată niciuna, ca la prima generație a unei instalări.',
      },
    ),
  },
  {
    ...closed,
    title: 'StrikeOffs',
    ...about({
      en: 'Two sources that know a part each: they are not added up.',
      ro: 'Două surse care știu câte o parte: nu se adună.',
    }),
  },
);

export const Market = Type.Object(
  {
    asOf: orNull(Type.String(), { en: 'Day of the registry’s snapshot.', ro: 'Ziua publicației registrului.' }),
    companies: Type.Object(
      {
        total: field(Type.Integer(), {
          en: 'Registrations in the trade registry, those struck off too.',
          ro: 'Înregistrări în registrul comerțului, și cele radiate.',
        }),
        active: field(Type.Integer(), { en: 'Of them, those that operate.', ro: 'Dintre ele, cele în funcțiune.' }),
        byStatus: counts({ en: 'By the status that decides', ro: 'După starea hotărâtoare' }),
        byLegalForm: counts({ en: 'By legal form', ro: 'După forma juridică' }),
        byCounty: counts({ en: 'By county of the seat', ro: 'După județul sediului' }),
        bySection: counts({
          en: 'By section of the main activity (as filed last, else as registered), each revision apart: `rev3:G`',
          ro: 'După secțiunea activității principale (cum a fost depusă ultima dată, altfel cum este înregistrată), fiecare revizie separat: `rev3:G`',
        }),
      },
      { ...closed, title: 'MarketCompanies', ...about({ en: 'Registered companies.', ro: 'Firmele înregistrate.' }) },
    ),
    registrations: Registrations,
    strikeOffs: StrikeOffs,
    years: orNull(Type.Array(MarketYear), {
      en: 'Turnover, profit and employees by year, newest first; null without balance sheets.',
      ro: 'Cifra de afaceri, profit și salariați pe ani, cei mai noi întâi; null fără bilanțuri.',
    }),
  },
  { ...closed, title: 'Market' },
);
export type Market = Static<typeof Market>;
