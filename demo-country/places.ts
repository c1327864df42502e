/** Addresses: localities by population, streets, postal codes. */
import { type County, counties } from '#lib/values/county.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { commaBelow } from '#lib/values/text.ts';
import { pick, type Random, weighted, within } from './random.ts';

export interface Locality {
  siruta: string;
  name: string;
  kind: 'municipiu' | 'oraș' | 'comună' | 'sector';
  county: County;
  population: number;
}

export interface Address {
  locality: Locality;
  street: string | null;
  number: string | null;
  building: string | null;
  entrance: string | null;
  floor: string | null;
  apartment: string | null;
  postalCode: string | null;
  details: string | null;
}

const byPlate = new Map(counties.map((county) => [county.plate, county]));

function readLocalities(): Locality[] {
  const rows = readReference<'siruta' | 'name' | 'type' | 'county' | 'population_domiciled_2021'>('localities.tsv');
  return rows.flatMap((row) => {
    const county = byPlate.get(row.county);
    // București has a row of its own beside its six sectors; firms sit in the sectors.
    if (!county || (row.county === 'B' && row.type !== 'sector')) return [];
    return {
      siruta: row.siruta,
      name: commaBelow(row.name),
      kind: row.type as Locality['kind'],
      county,
      population: Number(row.population_domiciled_2021),
    };
  });
}

const localities: readonly Locality[] = readLocalities();

/** Firms per inhabitant: cities have several times as many as villages. */
const FIRMS_PER_HEAD = { sector: 2.2, municipiu: 1.5, oraș: 0.8, comună: 0.45 };

export const pickSeat = weighted(localities, (locality) => locality.population * FIRMS_PER_HEAD[locality.kind]);
export const pickBirthPlace = weighted(localities, (locality) => locality.population);

export function findLocality(name: string): Locality {
  const match = localities.find((locality) => locality.name === name);
  if (!match) throw new Error(`No locality is called ${name}.`);
  return match;
}

const byName = Map.groupBy(localities, (locality) => locality.name);

/** The tax authority's spelling of a locality: with its kind, and for some communes the village. */
export function officialName(name: string, county: string): string {
  const namesakes = byName.get(name) ?? [];
  const locality = namesakes.find((one) => one.county.name.toUpperCase() === county.toUpperCase()) ?? namesakes[0];
  switch (locality?.kind) {
    case 'sector':
      return name.endsWith('6') ? `Sector 6 Mun. București` : `Mun. București, Sect. ${name.at(-1)}`;
    case 'municipiu':
      return `Mun. ${name}`;
    case 'oraș':
      return `Orș. ${name}`;
    case 'comună':
      return name.length % 2 === 0 ? `Com. ${name}` : `Sat ${name} Com. ${name}`;
    default:
      return name;
  }
}

const streets = weighted(
  readReference<'name' | 'weight'>('street-names.txt').map((row) => ({ ...row, name: commaBelow(row.name) })),
  (row) => Number(row.weight),
);
const BOULEVARDS = new Set(['Mihai Eminescu', 'Unirii', '1 Decembrie 1918', 'Independenței', 'Republicii']);

export function drawAddress(locality: Locality, roll: Random): Address {
  const name = streets(roll()).name;
  const urban = locality.kind !== 'comună';
  const flat = urban && roll() < 0.45;
  // One village in three has no street names at all.
  const nameless = !urban && roll() < 0.33;
  const kind = BOULEVARDS.has(name) && urban && roll() < 0.5 ? 'Bld.' : urban && roll() < 0.06 ? 'Calea' : 'Str.';
  return {
    locality,
    street: nameless ? null : `${kind} ${name}`,
    number:
      roll() < 0.04 ? null : `${within(roll() ** 2, 1, 240)}${roll() < 0.12 ? pick(['A', 'B', 'C'], roll()) : ''}`,
    building: flat ? pick(['A', 'B', 'C', 'D', 'M', 'P', 'R'], roll()) + within(roll(), 1, 60) : null,
    entrance: flat && roll() < 0.8 ? pick(['1', '2', '3', 'A', 'B', 'C'], roll()) : null,
    floor: flat && roll() < 0.8 ? pick(['P', '1', '2', '3', '4', '5', '7', '9'], roll()) : null,
    apartment: flat ? String(within(roll(), 1, 120)) : null,
    postalCode: roll() < 0.6 ? drawPostalCode(locality, roll()) : null,
    details:
      roll() < 0.05
        ? pick(['camera 1', 'biroul nr. 2', 'parter', 'corp C1', 'hala 3', 'spațiul comercial nr. 4'], roll())
        : null,
  };
}

/** As the registry and the tax authority publish codes. */
export const withoutZero = (postalCode: string): string => postalCode.replace(/^0/, '');

/** Six digits: two for the county, the rest invented. */
function drawPostalCode(locality: Locality, roll: number): string {
  const { plate, number } = locality.county;
  const county = plate === 'B' ? Number(locality.name.at(-1)) || 1 : plate === 'IF' ? 7 : 10 + (number % 90);
  return String(county).padStart(2, '0') + String(within(roll, 0, 9999)).padStart(4, '0');
}

/** The seat of very many firms: an office that rents out its address. */
export const crowdedAddress: Address = {
  locality: findLocality('București Sectorul 2'),
  street: 'Str. Sediilor',
  number: '1',
  building: null,
  entrance: null,
  floor: '1',
  apartment: null,
  postalCode: '021010',
  details: null,
};
