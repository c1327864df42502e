/** The state of a company on a day, each field with its basis. */

import { Type } from 'typebox';
import { about, closed, field, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';

export type Basis = 'anafAsked' | 'anafPeriod' | 'changeLog' | 'registry' | 'unknown';

const bases: readonly Basis[] = ['anafAsked', 'anafPeriod', 'changeLog', 'registry', 'unknown'];

const basisOf = (name: string) =>
  oneOf(bases, { en: `What \`${name}\` is known from.`, ro: `De unde se știe \`${name}\`.` });

export const OnDate = Type.Object(
  {
    date: field(Type.String(), { en: 'The requested day.', ro: 'Ziua cerută.' }),
    vatRegistered: orNull(Type.Boolean(), {
      en: 'Registered for VAT on that day.',
      ro: 'Înregistrată în scopuri de TVA în acea zi.',
    }),
    cashBasisVat: orNull(Type.Boolean(), {
      en: 'Paid VAT on cash basis on that day.',
      ro: 'Plătea TVA la încasare în acea zi.',
    }),
    splitVat: orNull(Type.Boolean(), {
      en: 'Under split VAT on that day.',
      ro: 'Cu plata defalcată a TVA în acea zi.',
    }),
    inactive: orNull(Type.Boolean(), {
      en: 'Declared inactive by the tax authority on that day.',
      ro: 'Declarată inactivă de ANAF în acea zi.',
    }),
    registered: orNull(Type.Boolean(), {
      en: 'Registered on that day: entered in the trade registry, or else with the tax authority, and not struck off.',
      ro: 'Înregistrată în acea zi: înscrisă în registrul comerțului, altfel la ANAF, și neradiată.',
    }),
    name: orNull(Type.String(), {
      en: 'Its name on that day; with the basis `anafAsked` the one in the tax authority’s answer about the day, which may be a later one.',
      ro: 'Numele ei în acea zi; cu temeiul `anafAsked`, cel din răspunsul ANAF despre acea zi, care poate fi unul mai nou.',
    }),
    basis: Type.Object(
      {
        vatRegistered: basisOf('vatRegistered'),
        cashBasisVat: basisOf('cashBasisVat'),
        splitVat: basisOf('splitVat'),
        inactive: basisOf('inactive'),
        registered: basisOf('registered'),
        name: basisOf('name'),
      },
      {
        ...closed,
        title: 'OnDateBasis',
        ...about({
          en: '`anafAsked`: the tax authority was queried about that day. `anafPeriod`: the periods that it reports today include the day without doubt. `changeLog`: snapshots of the trade registry before and after the day agree, and a change between others is recorded. `registry`: the trade registry’s own date, or snapshots without any change. `unknown`: no source states it; the field is null.',
          ro: '`anafAsked`: ANAF a fost interogat despre acea zi. `anafPeriod`: perioadele pe care le declară azi acoperă ziua fără îndoială. `changeLog`: publicațiile registrului comerțului dinainte și de după acea zi sunt de acord, iar o schimbare între altele este consemnată. `registry`: data proprie a registrului comerțului sau publicații fără nicio schimbare. `unknown`: nicio sursă nu precizează; câmpul este null.',
          heading: { en: 'Known from', ro: 'Sursa informației' },
        }),
      },
    ),
  },
  {
    ...closed,
    title: 'OnDate',
    ...about({
      en: 'The company on the day of `date`; only where a day or a receipt was requested.',
      ro: 'Firma în ziua din `date`; apare doar unde s-a cerut o zi sau o dovadă.',
      heading: { en: 'On the day asked for', ro: 'La data cerută' },
    }),
  },
);

export type OnDate = Static<typeof OnDate>;
export type DayField = keyof OnDate['basis'];

/** The fields that one source states; absent fields are unknown to it. */
export type DayFacts = { [Field in DayField]?: { value: OnDate[Field]; basis: Basis } };

/** `sources` in order of precedence: the first with a field wins. */
export function onDate(date: string, sources: readonly DayFacts[]): OnDate {
  const first = <Field extends DayField>(field: Field): { value: OnDate[Field]; basis: Basis } => {
    for (const facts of sources) {
      const fact: DayFacts[Field] = facts[field];
      if (fact) return fact as { value: OnDate[Field]; basis: Basis };
    }
    return { value: null as OnDate[Field], basis: 'unknown' };
  };
  const [vat, cash, split] = [first('vatRegistered'), first('cashBasisVat'), first('splitVat')];
  const [inactive, registered, name] = [first('inactive'), first('registered'), first('name')];
  return {
    date,
    vatRegistered: vat.value,
    cashBasisVat: cash.value,
    splitVat: split.value,
    inactive: inactive.value,
    registered: registered.value,
    name: name.value,
    basis: {
      vatRegistered: vat.basis,
      cashBasisVat: cash.basis,
      splitVat: split.basis,
      inactive: inactive.basis,
      registered: registered.basis,
      name: name.basis,
    },
  };
}

/** Fields that justify a query to the tax authority, which states only the current name. */
const queriedFields = ['vatRegistered', 'cashBasisVat', 'splitVat', 'inactive', 'registered'] as const;

export const isComplete = (sources: readonly DayFacts[]): boolean =>
  queriedFields.every((field) => sources.some((facts) => facts[field] !== undefined));
