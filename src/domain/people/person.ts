/** Persons as they are answered. No birth data is here, and none leads back from the id. */

import { Type } from 'typebox';
import type { Translate } from '#lib/i18n/message.ts';
import { type HiddenPersons, nobodyHidden } from '#lib/redaction/hidden-persons.ts';
import { companyRowFields } from '#lib/values/company-row.ts';
import { stateFields } from '#lib/values/company-state.ts';
import { counties } from '#lib/values/county.ts';
import { roles } from '#lib/values/officer-roles.ts';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import { confidenceOf, levels, NAMESAKES_MAX } from './identity.ts';
import type { PersonRecord } from './persons-table.ts';

const IdentityConfidence = Type.Object(
  {
    level: oneOf(levels, 'How sure it is that all of this is one person.'),
    reasons: Type.Array(Type.String(), { description: 'What it rests on, and what speaks against.' }),
  },
  { ...closed, title: 'IdentityConfidence', description: 'How far the identity can be trusted.' },
);

const COUNTED =
  'Companies in which the person holds a role or a share, without those where the person is only an insolvency practitioner, a liquidator, an auditor or the like.';

const rowFields = {
  id: Type.String({ description: 'Identifier of the person; stays the same over generations.' }),
  name: Type.String({ description: 'Name as registered, family name first.' }),
  companiesCount: Type.Integer({ description: COUNTED }),
  activeCount: Type.Integer({ description: 'Those of them that operate, by the registry.' }),
  counties: Type.Array(Type.String(), { description: 'Counties of these companies, those with most of them first.' }),
  identityConfidence: IdentityConfidence,
};

export const PersonRow = Type.Object(rowFields, { ...closed, title: 'PersonRow' });
export type PersonRow = Static<typeof PersonRow>;

const roleFields = {
  role: oneOf(roles, 'The role, by the title; the table is in `reference/officer-roles.tsv`.'),
  title: orNull(Type.String(), 'Title as registered; null for shareholders.'),
  since: orNull(
    Type.String(),
    'Day since which it is known: of the first snapshot with it, or as a shareholder list says.',
  ),
};

export const PersonRole = Type.Object(
  {
    ...roleFields,
    cui: orNull(Type.String(), 'Fiscal code of the company; null for firms that have none.'),
    companyName: Type.String({ description: 'Name of the company.' }),
    until: orNull(Type.String(), 'Day of the first snapshot without it; null while it lasts.'),
    active: orNull(Type.Boolean(), 'Whether the company operates, by the registry.'),
  },
  { ...closed, title: 'PersonRole' },
);
export type PersonRole = Static<typeof PersonRole>;

export const Person = Type.Object(
  {
    ...rowFields,
    roles: Type.Array(PersonRole, {
      description: 'Roles in the largest companies first; those that ended stand at the end.',
    }),
    truncated: Type.Boolean({ description: 'True when there are more roles; `/companies` lists all companies.' }),
  },
  { ...closed, title: 'Person' },
);

const HeldRole = Type.Object(roleFields, { ...closed, title: 'HeldRole' });
export type HeldRole = Static<typeof HeldRole>;

const SoldSum = (description: string) =>
  Type.Object(
    {
      count: Type.Integer({ description: 'How many.' }),
      value: orNull(
        Type.Number(),
        'Value of those whose value is known, lei; 0 when there are none, null when it is known of none.',
      ),
    },
    { ...closed, title: 'SoldSum', description },
  );

export const PersonCompany = Type.Object(
  {
    ...companyRowFields,
    ...stateFields,
    roles: Type.Array(HeldRole, { description: 'What the person is there, today.' }),
    counted: Type.Boolean({
      description:
        'False where the person is only an insolvency practitioner, a liquidator, an auditor or the like: the company does not count among those of the person.',
    }),
    percent: orNull(
      Type.Number(),
      'Share of the capital that the person holds, in percent; null when the person is no shareholder, the list does not say how much, or none is loaded.',
    ),
    procurement: orNull(
      Type.Object(
        {
          contracts: SoldSum('Ordinary contracts; of a consortium’s, the share.'),
          directPurchases: SoldSum('Accepted direct purchases.'),
        },
        { ...closed, title: 'SoldToTheState' },
      ),
      'What the company sold to public authorities, as supplier; null when procurement is not loaded, and for firms without a fiscal code.',
    ),
  },
  { ...closed, title: 'PersonCompany' },
);

const countyNames = new Map(counties.map((county) => [county.slug, county.name]));

/** `hidden`: they are nobody's namesakes, as far as anybody is told. */
export function personRow(person: PersonRecord, t: Translate, { names }: HiddenPersons = nobodyHidden): PersonRow {
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
