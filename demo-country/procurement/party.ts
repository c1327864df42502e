/** An entity as the procurement system writes it: clerks type names and codes in their own way. */
import { entryOn } from '#demo-country/days.ts';
import type { Entity } from '#demo-country/entity.ts';
import { dottedForm } from '#demo-country/names.ts';
import { drawMaleName, drawSurname } from '#demo-country/people.ts';
import { chance, random, within } from '#demo-country/random.ts';
import { fold } from '#lib/values/text.ts';

export interface Party {
  /** The system's own; authorities and suppliers are numbered apart. */
  id: number;
  /** As published: with RO, with a blank after it, foreign, wrong, or none. */
  code: string | null;
  name: string;
  street: string;
  city: string;
  county: string | null;
  postalCode: string | null;
  country: string;
}

/** The same entity, from the spelling that most rows have to the rarest. */
export function spellings(entity: Entity, id: number): Party[] {
  const { locality, street, number, postalCode } = entryOn(entity.addresses, entity.world.founded).value;
  const name = entryOn(entity.names, entity.world.founded).value;
  const former = entity.names[0]?.value ?? name;
  const address = {
    id,
    street: [street ?? 'Principala', `nr. ${number ?? 1}`].join(', '),
    city: locality.name.replace(/^București (Sectorul \d)$/, '$1, București'),
    county: locality.county.name,
    postalCode,
    country: 'Romania',
  };
  const vat = chance(entity.world.seed, entity.index, 'vat') < 0.8;
  return [
    { ...address, code: vat ? `RO ${entity.cui}` : entity.cui, name },
    {
      ...address,
      code: `RO${entity.cui}`,
      name: `S.C. ${dottedForm(name)}`,
      city: clerkCity(address.city, address.county, entity.index),
    },
    {
      ...address,
      code: entity.cui,
      name: titleCase(name),
      city: fold(address.city).toUpperCase().replaceAll('-', ' '),
    },
    { ...address, code: `R${entity.cui} `, name: `${former.replace(' ', '  ')} `, city: missingCity(entity.index) },
  ];
}

/** Contents of the field for an unknown town. */
const MISSING_CITY = ['-', '.', 'n/a', 'NULL', '  '];
const missingCity = (index: number): string => MISSING_CITY[index % MISSING_CITY.length] ?? '-';

/** Spellings of a town by clerks: with its kind, its commune or its county. */
function clerkCity(city: string, county: string, index: number): string {
  const sector = /^Sectorul (\d)/.exec(city)?.[1];
  const variants = sector
    ? [`BUCURESTI, SECTOR ${sector}`, `Bucuresti Sectorul ${sector}`, `Mun. Bucureşti, Sect. ${sector}`]
    : [`Loc. ${city}, jud. ${county}`, `Or. ${city}`, `Sat ${city}, Com. ${city}`, `${city} jud. ${county}`];
  return variants[index % variants.length] ?? city;
}

const SPELLING_ENDS = [0.68, 0.86, 0.96, 1];

export const spellingAt = (parties: readonly Party[], roll: number): Party =>
  parties[SPELLING_ENDS.findIndex((end) => roll < end)] ?? (parties[0] as Party);

/** `LUMINIS DIGITAL SRL` → `Luminis Digital SRL` */
const titleCase = (name: string): string =>
  name.replace(/\p{Lu}{4,}/gu, (word) => word.slice(0, 1) + word.slice(1).toLowerCase());

/** Contents of the field in place of a fiscal code. */
export function wrongCode(cui: string, roll: number): string | null {
  const wrong = [
    null,
    '-',
    'n/a',
    `${cui.slice(0, -1)}${(Number(cui.at(-1)) + 1) % 10}`,
    cui.slice(0, 4),
    `J40/${within(roll * 7 - Math.floor(roll * 7), 100, 9_999)}/2004`,
    `${cui};${cui}`,
  ];
  return wrong[Math.floor(roll * wrong.length)] ?? null;
}

interface Contact {
  name: string;
  email: string;
  phone: string;
  fax: string;
}

/** The same for the same number. Addresses and telephones cannot exist. */
export function contactOf(number: number): Contact {
  const roll = random(number, number, 'contact');
  const [surname, first] = [drawSurname(roll()), drawMaleName(roll())];
  const mailbox = fold(`${first}.${surname}`).replace(/[^a-z.]/g, '');
  const line = String(within(roll(), 100, 999));
  return {
    name: `${surname} ${first}`,
    email: `${mailbox}@achizitii.example`,
    phone: `+40 7${within(roll(), 20, 79)}000${line}`,
    fax: `+40 2${within(roll(), 30, 69)}000${line}`,
  };
}

/** As part of a text. */
export function contactLine(number: number): string {
  const { name, email, phone } = contactOf(number);
  return `Persoana de contact: ${name}, tel. ${phone}, e-mail: ${email}.`;
}
