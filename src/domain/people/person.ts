/** The shapes of persons in answers. They contain no birth data, and the id reveals none. */
import { Type } from 'typebox';
import type { Translate } from '#lib/i18n/message.ts';
import { type HiddenPersons, noHiddenPersons } from '#lib/redaction/hidden-names.ts';
import { companyRowFields } from '#lib/schema/company-row.ts';
import { stateFields } from '#lib/schema/company-state.ts';
import { CountAndValue, CountAndValueOfPurchases } from '#lib/schema/deal-sums.ts';
import { about, closed, field, oneOf, orNone, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { counties } from '#lib/values/county.ts';
import { roles } from '#lib/values/officer-roles.ts';
import { confidenceOf, levels, NAMESAKES_MAX } from './identity.ts';
import type { PersonRecord } from './persons-table.ts';

const IdentityConfidence = Type.Object(
  {
    level: oneOf(levels, {
      en: 'How certain it is that all of this is one person.',
      ro: 'Cât de sigur este că toate acestea sunt ale unei singure persoane.',
    }),
    reasons: field(Type.Array(Type.String()), {
      en: 'What it rests on, and what speaks against.',
      ro: 'Argumentele pentru și împotrivă.',
    }),
  },
  {
    ...closed,
    title: 'IdentityConfidence',
    ...about({
      en: 'How far the identity can be trusted.',
      ro: 'Cât de mult se poate avea încredere în identitate.',
      heading: { en: 'Certainty of identity', ro: 'Siguranța identificării' },
    }),
  },
);

const COUNTED = {
  en: 'Companies in which the person holds a role or a share, except those where the person is only an insolvency practitioner, a liquidator, an auditor or the like.',
  ro: 'Firmele în care persoana are un rol sau o cotă, fără cele în care este numai practician în insolvență, lichidator, cenzor sau asemănător.',
  heading: { en: 'Companies', ro: 'Număr de firme' },
};

const rowFields = {
  id: field(Type.String(), {
    en: 'Identifier of the person; stable over generations.',
    ro: 'Identificatorul persoanei; rămâne același de la o generație la alta.',
    heading: { en: 'Person identifier', ro: 'Identificator persoană' },
  }),
  name: field(Type.String(), {
    en: 'Name as registered, family name first.',
    ro: 'Numele așa cum este înregistrat, întâi numele de familie.',
    heading: { en: 'Name', ro: 'Nume' },
  }),
  companiesCount: field(Type.Integer(), COUNTED),
  activeCount: field(Type.Integer(), {
    en: 'Those of them that operate, by the registry.',
    ro: 'Cele dintre ele care funcționează, după registru.',
    heading: { en: 'Operating companies', ro: 'Firme active' },
  }),
  counties: field(Type.Array(Type.String()), {
    en: 'Counties of these companies, those with most of them first.',
    ro: 'Județele acestor firme, cele cu mai multe întâi.',
    heading: { en: 'Counties', ro: 'Județe' },
  }),
  identityConfidence: IdentityConfidence,
};

export const PersonRow = Type.Object(rowFields, { ...closed, title: 'PersonRow' });
export type PersonRow = Static<typeof PersonRow>;

const roleFields = {
  role: oneOf(roles, {
    en: 'The role, by the title; the table is in `reference/officer-roles.tsv`.',
    ro: 'Rolul, după titlu; tabelul este în `reference/officer-roles.tsv`.',
  }),
  title: orNone(Type.String(), {
    en: 'Title as registered; null for shareholders.',
    ro: 'Titlul așa cum este înregistrat; null pentru asociați.',
  }),
  since: orNull(Type.String(), {
    en: 'Day since which it is known: of the first snapshot with it, or according to a list of shareholders.',
    ro: 'Ziua de când se știe: a primei publicații care îl are sau după o listă de asociați.',
  }),
};

export const PersonRole = Type.Object(
  {
    ...roleFields,
    cui: orNull(Type.String(), {
      en: 'Fiscal code of the company; null for firms that have none.',
      ro: 'Codul fiscal al firmei; null pentru firmele care nu au.',
    }),
    companyName: field(Type.String(), { en: 'Name of the company.', ro: 'Numele firmei.' }),
    until: orNone(Type.String(), {
      en: 'Day of the first snapshot without it; null while it lasts.',
      ro: 'Ziua primei publicații fără el; null cât timp durează.',
    }),
    active: orNull(Type.Boolean(), {
      en: 'Whether the company operates, by the registry.',
      ro: 'Dacă firma este în funcțiune, după registru.',
    }),
  },
  { ...closed, title: 'PersonRole' },
);
export type PersonRole = Static<typeof PersonRole>;

export const Person = Type.Object(
  {
    ...rowFields,
    roles: field(Type.Array(PersonRole), {
      en: 'Roles in the largest companies first; ended roles come last.',
      ro: 'Rolurile din cele mai mari firme întâi; cele încheiate stau la urmă.',
    }),
    truncated: field(Type.Boolean(), {
      en: 'True when there are more roles; `/companies` lists all companies.',
      ro: 'Adevărat când sunt mai multe roluri; `/companies` enumeră toate firmele.',
    }),
  },
  { ...closed, title: 'Person' },
);

const HeldRole = Type.Object(roleFields, { ...closed, title: 'HeldRole' });
export type HeldRole = Static<typeof HeldRole>;

export const PersonCompany = Type.Object(
  {
    ...companyRowFields,
    ...stateFields,
    roles: field(Type.Array(HeldRole), {
      en: 'What the person is there, today.',
      ro: 'Rolul persoanei acolo, azi.',
      heading: { en: 'Roles', ro: 'Calități' },
    }),
    counted: field(Type.Boolean(), {
      en: 'False where the person is only an insolvency practitioner, a liquidator, an auditor or the like: the company does not count among those of the person.',
      ro: 'False unde persoana este numai practician în insolvență, lichidator, cenzor sau asemănător: firma nu se numără la această persoană.',
      heading: { en: 'Counted', ro: 'Numărată' },
    }),
    percent: orNull(Type.Number(), {
      en: 'Share of the capital that the person holds, in percent; null when the person is no shareholder, the list does not state it, or no list is loaded.',
      ro: 'Cota din capital pe care o are persoana, în procente; null când persoana nu este asociat, lista nu precizează sau nu este încărcată niciuna.',
    }),
    procurement: orNull(
      Type.Object(
        {
          contracts: {
            ...CountAndValue,
            ...about({
              en: 'Ordinary contracts; of a consortium’s, the share.',
              ro: 'Contracte obișnuite; ale unei asocieri, partea ei.',
            }),
          },
          callOffs: { ...CountAndValue, ...about({ en: 'Call-offs under frameworks.', ro: 'Contracte subsecvente.' }) },
          directPurchases: CountAndValueOfPurchases,
        },
        { ...closed, title: 'SoldToTheState' },
      ),
      {
        en: 'What the company sold to public authorities, as supplier; null when procurement is not loaded, and for firms without a fiscal code.',
        ro: 'Ce a vândut firma autorităților publice, ca furnizor; null când achizițiile nu sunt încărcate și pentru firmele fără cod fiscal.',
        heading: { en: 'Public procurement', ro: 'Achiziții publice' },
      },
    ),
  },
  { ...closed, title: 'PersonCompany' },
);

const countyNames = new Map(counties.map((county) => [county.slug, county.name]));

/** The count of namesakes excludes hidden persons. */
export function personRow(person: PersonRecord, t: Translate, { names }: HiddenPersons = noHiddenPersons): PersonRow {
  const { id, companies } = person;
  const isMany = person.namesakes >= NAMESAKES_MAX;
  const namesakes = isMany ? person.namesakes : Math.max(0, person.namesakes - names.bearers(person.name));
  const { level, reasons } = confidenceOf({ id, companies, namesakes, tied: person.tied === 1 });
  return {
    id,
    name: person.name,
    companiesCount: person.run,
    activeCount: person.active,
    counties: person.counties === '' ? [] : person.counties.split(',').map((slug) => countyNames.get(slug) ?? slug),
    identityConfidence: { level, reasons: reasons.map(t) },
  };
}
