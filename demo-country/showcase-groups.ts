/** Officers and owners of those showcase firms that are known for them. */
import { YEAR_DAYS } from './days.ts';
import type { Life, Shareholder, Tenure } from './life-cycle.ts';
import { busiestOfficer, type Person, person } from './people.ts';
import { findLocality } from './places.ts';
import { type FirmCase, firmCases, showcase } from './showcase.ts';
import { trades } from './trades.ts';

const serving = (who: Person, title: string, from: number, until: number | null = null): Tenure => ({
  name: who.name,
  person: who,
  seat: who.home,
  title,
  from,
  until,
});

function holding(id: FirmCase, share: number, since: number): Shareholder {
  const { name, cui } = showcase[firmCases.indexOf(id)] ?? { name: '', cui: '' };
  return { name, cui, person: null, share, since };
}

/** Renamed and under a new director in the months before the founding day, so that four snapshots show both. */
export function giant(life: Life): Partial<Life> {
  const { world, registeredOn } = life;
  const someone = (number: number): Person => person(world, 'board of the giant', number, registeredOn);
  const renamedOn = world.founded - 150;
  const changedOn = world.founded - 100;
  const youngster = person(world, 'director of the giant', 0, world.founded - 15 * YEAR_DAYS);
  return {
    names: [
      { from: registeredOn, value: 'CARPATIA UTILAJ INDUSTRIAL SA' },
      { from: renamedOn, value: life.names[0]?.value ?? '' },
    ],
    officers: [
      serving(someone(0), 'președinte consiliu de administrație', registeredOn),
      serving(someone(1), 'director general unic', registeredOn, changedOn),
      serving(youngster, 'director general unic', changedOn),
      serving(someone(2), 'membru în consiliul de administrație', registeredOn),
      serving(someone(3), 'membru în consiliul de administrație', registeredOn),
    ],
    shareholders: [
      holding('groupParent', 6_100, registeredOn),
      { name: someone(0).name, person: someone(0), cui: null, share: 3_900, since: registeredOn },
    ],
    activities: [life.trade, ...trades.filter((trade, i) => trade.section === 'C' && i % 9 === 0)],
    website: 'www.zimbrul-auriu.example',
    branches: [
      branch('ZIMBRUL AURIU ZWEIGNIEDERLASSUNG WIEN', 'ATBRA.900014-000', 'ATU90000014', 'Austria'),
      branch('ZIMBRUL AURIU KLON SOFIA', 'BGREG.900000149', '900000149', 'Bulgaria'),
    ],
    business: { ...life.business, chart: 'BL', growth: 0.07, edge: 0.07, leverage: 0.42 },
  };
}

const branch = (name: string, euid: string, fiscalCode: string, country: string): Life['branches'][0] => ({
  kind: 'sucursală',
  name,
  euid,
  fiscalCode,
  country,
});

/** His own flat, and the registry says so in the address. */
export const underBusiestOfficer = ({ registeredOn, addresses }: Life): Partial<Life> => ({
  addresses: addresses.map(({ from, value }) => ({ from, value: { ...value, details: `la ${busiestOfficer.name}` } })),
  officers: [serving(busiestOfficer, 'administrator', registeredOn)],
  shareholders: [{ name: busiestOfficer.name, person: busiestOfficer, cui: null, share: 10_000, since: registeredOn }],
});

export function inGroup({ registeredOn }: Life): Partial<Life> {
  const parent = holding('groupParent', 7_500, registeredOn);
  const seat = findLocality('Arad');
  return {
    officers: [{ name: parent.name, person: null, seat, title: 'administrator', from: registeredOn, until: null }],
    shareholders: [parent, holding('giant', 2_500, registeredOn)],
  };
}

/** The registry writes the names of companies that are officers as it hears them, and gives them no fiscal code. */
export const administeredBy =
  (name: string, place: string) =>
  ({ registeredOn }: Life): Partial<Life> => ({
    officers: [
      { name, person: null, seat: findLocality(place), title: 'administrator', from: registeredOn, until: null },
    ],
  });

export const withForeignParent = ({ registeredOn }: Life): Partial<Life> => ({
  parentCountry: 'Germania',
  shareholders: [{ name: 'NORDWIND TEXTIL GMBH', person: null, cui: null, share: 10_000, since: registeredOn }],
});
