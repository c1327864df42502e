/** Fixed values of each showcase firm; the rest is drawn as for any firm. */

import { YEAR_DAYS } from './days.ts';
import type { Entity, Shareholder, Tenure } from './entity.ts';
import { busiestOfficer, type Person, person } from './people.ts';
import { crowdedAddress, findLocality } from './places.ts';
import { type FirmCase, firmCases, showcase } from './showcase.ts';
import { type Proceedings, STATUS } from './statuses.ts';
import { trades } from './trades.ts';
import type { World } from './world.ts';

const tenureOf = (holder: Person, title: string, from: number, until: number | null = null): Tenure => ({
  name: holder.name,
  person: holder,
  seat: holder.home,
  title,
  from,
  until,
});

function shareOf(id: FirmCase, share: number, since: number): Shareholder {
  const { name, cui } = showcase[firmCases.indexOf(id)] ?? { name: '', cui: '' };
  return { name, cui, person: null, share, since };
}

/** Renamed and under a new director in the months before the founding day, so that four snapshots show both. */
function giant(entity: Entity): Partial<Entity> {
  const { world, registeredOn } = entity;
  const director = (number: number): Person => person(world, 'board of the giant', number, registeredOn);
  const renamedOn = world.founded - 150;
  const changedOn = world.founded - 100;
  const youngster = person(world, 'director of the giant', 0, world.founded - 15 * YEAR_DAYS);
  return {
    names: [
      { from: registeredOn, value: 'CARPATIA UTILAJ INDUSTRIAL SA' },
      { from: renamedOn, value: entity.names[0]?.value ?? '' },
    ],
    officers: [
      tenureOf(director(0), 'președinte consiliu de administrație', registeredOn),
      tenureOf(director(1), 'director general unic', registeredOn, changedOn),
      tenureOf(youngster, 'director general unic', changedOn),
      tenureOf(director(2), 'membru în consiliul de administrație', registeredOn),
      tenureOf(director(3), 'membru în consiliul de administrație', registeredOn),
    ],
    shareholders: [
      shareOf('groupParent', 6_100, registeredOn),
      { name: director(0).name, person: director(0), cui: null, share: 3_900, since: registeredOn },
    ],
    activities: [entity.trade, ...trades.filter((trade, i) => trade.section === 'C' && i % 9 === 0)],
    website: 'www.zimbrul-auriu.example',
    branches: [
      branch('ZIMBRUL AURIU ZWEIGNIEDERLASSUNG WIEN', 'ATBRA.900014-000', 'ATU90000014', 'Austria'),
      branch('ZIMBRUL AURIU KLON SOFIA', 'BGREG.900000149', '900000149', 'Bulgaria'),
    ],
    business: { ...entity.business, chart: 'BL', growth: 0.07, edge: 0.07, leverage: 0.42 },
  };
}

const branch = (name: string, euid: string, fiscalCode: string, country: string): Entity['branches'][0] => ({
  kind: 'sucursală',
  name,
  euid,
  fiscalCode,
  country,
});

/** The address names the person, as the registry does for a private flat. */
const underBusiestOfficer = ({ registeredOn, addresses }: Entity): Partial<Entity> => ({
  addresses: addresses.map(({ from, value }) => ({ from, value: { ...value, details: `la ${busiestOfficer.name}` } })),
  officers: [tenureOf(busiestOfficer, 'administrator', registeredOn)],
  shareholders: [{ name: busiestOfficer.name, person: busiestOfficer, cui: null, share: 10_000, since: registeredOn }],
});

function inGroup({ registeredOn }: Entity): Partial<Entity> {
  const parent = shareOf('groupParent', 7_500, registeredOn);
  const seat = findLocality('Arad');
  return {
    officers: [{ name: parent.name, person: null, seat, title: 'administrator', from: registeredOn, until: null }],
    shareholders: [parent, shareOf('giant', 2_500, registeredOn)],
  };
}

/** The registry spells company officers freely and gives them no fiscal code. */
const administeredBy =
  (name: string, seat: string) =>
  ({ registeredOn }: Entity): Partial<Entity> => ({
    officers: [
      { name, person: null, seat: findLocality(seat), title: 'administrator', from: registeredOn, until: null },
    ],
  });

const withForeignParent = ({ registeredOn }: Entity): Partial<Entity> => ({
  parentCountry: 'Germania',
  shareholders: [{ name: 'NORDWIND TEXTIL GMBH', person: null, cui: null, share: 10_000, since: registeredOn }],
});

interface Script {
  form?: Entity['form'];
  registered?: string;
  seat: string;
  caen: string;
  turnover?: number;
  proceedings?: Partial<Proceedings>;
  edit?: (entity: Entity) => Partial<Entity>;
}

const business =
  (change: Partial<Entity['business']>) =>
  (entity: Entity): Partial<Entity> => ({ business: { ...entity.business, ...change } });
const tax =
  (change: Entity['tax']) =>
  (entity: Entity): Partial<Entity> => ({ tax: { ...entity.tax, ...change } });

export function scriptOf(id: FirmCase, world: World): Script {
  const fixed = scripts[id];
  return typeof fixed === 'function' ? fixed((days) => world.founded - days) : fixed;
}

/** A day so many days before the founding day. */
type Ago = (days: number) => number;

const scripts: Record<FirmCase, Script | ((ago: Ago) => Script)> = {
  giant: { form: 'SA', registered: '1993-05-17', seat: 'Brașov', caen: '2811', turnover: 4.2e9, edit: giant },
  growing: {
    registered: '2014-09-02',
    seat: 'Cluj-Napoca',
    caen: '6210',
    turnover: 38e6,
    edit: business({ growth: 0.22, chart: 'UU' }),
  },
  insolvent: (ago) => ({
    seat: 'Bacău',
    caen: '4941',
    turnover: 6e6,
    proceedings: { insolventOn: ago(130) },
    edit: business({ growth: -0.12, leverage: 1.15, edge: -0.2 }),
  }),
  bankrupt: (ago) => ({
    seat: 'Buzău',
    caen: '1071',
    proceedings: { insolventOn: ago(700), bankruptOn: ago(140) },
    edit: business({ growth: -0.2, leverage: 1.6, edge: -0.12 }),
  }),
  struckOff: (ago) => ({
    registered: '1994-11-08',
    seat: 'Galați',
    caen: '4639',
    proceedings: { dissolvedOn: ago(400), closedOn: ago(120) },
  }),
  dissolved: (ago) => ({ seat: 'Sibiu', caen: '9531', proceedings: { dissolvedOn: ago(100) } }),
  suspended: (ago) => ({
    seat: 'Rucăr',
    caen: '5520',
    edit: (entity) => ({
      statuses: [...entity.statuses, { from: ago(110), value: [STATUS.operating, STATUS.suspended] }],
    }),
  }),
  inactive: (ago) => ({ seat: 'Vaslui', caen: '4711', edit: tax({ vat: 'canceled', inactiveSince: ago(500) }) }),
  vatCanceled: { seat: 'Oradea', caen: '4690', edit: tax({ vat: 'canceled' }) },
  notVatRegistered: { seat: 'Târgu Mureș', caen: '7420', turnover: 90_000, edit: tax({ vat: 'never' }) },
  cashBasisVat: { seat: 'Pitești', caen: '4100', turnover: 3.1e6, edit: tax({ cashBasis: true }) },
  splitVat: {
    seat: 'Constanța',
    caen: '4634',
    turnover: 14e6,
    edit: tax({ splitVat: true, cashBasis: true, leftCashBasis: true }),
  },
  bank: {
    form: 'SA',
    registered: '1996-02-12',
    seat: 'București Sectorul 1',
    caen: '6419',
    turnover: 2.1e9,
    edit: business({ chart: 'bank', edge: 0.1 }),
  },
  insurer: {
    form: 'SA',
    registered: '1998-07-20',
    seat: 'București Sectorul 3',
    caen: '6512',
    turnover: 6.2e8,
    edit: business({ chart: 'insurer' }),
  },
  ifrs: {
    form: 'SA',
    registered: '2000-10-03',
    seat: 'Râmnicu Vâlcea',
    caen: '3511',
    turnover: 3.3e9,
    edit: business({ chart: 'IR', edge: -0.16 }),
  },
  soleTrader: {
    form: 'PFA',
    registered: '2016-04-11',
    seat: 'Botoșani',
    caen: '6920',
    turnover: 70_000,
    edit: tax({ vat: 'never' }),
  },
  familyEnterprise: {
    form: 'IF',
    registered: '2011-08-29',
    seat: 'Horezu',
    caen: '2341',
    turnover: 60_000,
    edit: tax({ vat: 'never' }),
  },
  cooperative: {
    form: 'CA',
    registered: '2012-02-06',
    seat: 'Calafat',
    caen: '0111',
    turnover: 8e6,
    edit: business({ breachIn: 2023, files: 'always' }),
  },
  namesakeBucharest: { seat: 'București Sectorul 4', caen: '4712' },
  namesakeCluj: { registered: '2018-01-22', seat: 'Cluj-Napoca', caen: '7112' },
  namesakeIasi: (ago) => ({
    registered: '2003-06-30',
    seat: 'Iași',
    caen: '4941',
    proceedings: { closedOn: ago(900) },
  }),
  hostileName: { seat: 'Timișoara', caen: '6310' },
  dormant: { seat: 'Snagov', caen: '6812', turnover: 50_000, edit: business({ dormant: true }) },
  negativeEquity: { seat: 'Brăila', caen: '4771', edit: business({ leverage: 1.7, edge: -0.12 }) },
  lateFiler: { seat: 'Ploiești', caen: '5320', edit: business({ lateNewest: true }) },
  neverFiled: { seat: 'Suceava', caen: '5811', edit: business({ files: 'never' }) },
  noEmployees: { seat: 'Zalău', caen: '7020', turnover: 240_000, edit: business({ employees: 'none' }) },
  newNumber: { registered: '2024-10-14', seat: 'Craiova', caen: '3512' },
  busiestOfficer: {
    registered: '2006-05-04',
    seat: 'București Sectorul 2',
    caen: '8210',
    edit: underBusiestOfficer,
  },
  crowdedAddress: (ago) => ({
    registered: '2013-12-02',
    seat: 'București Sectorul 2',
    caen: '7020',
    edit: (entity) => ({
      addresses: [{ from: entity.registeredOn, value: crowdedAddress }],
      tax: { ...entity.tax, inactiveSince: ago(1_900), reactivatedSince: ago(1_500) },
    }),
  }),
  groupParent: { form: 'SA', registered: '1992-03-10', seat: 'Arad', caen: '6421', turnover: 2.6e8 },
  groupMember: { registered: '2010-01-18', seat: 'Arad', caen: '6820', turnover: 1.9e7, edit: inGroup },
  foreignParent: {
    registered: '2005-09-12',
    seat: 'Sighișoara',
    caen: '1421',
    turnover: 4.5e7,
    edit: withForeignParent,
  },
  reorganised: (ago) => ({
    seat: 'Hunedoara',
    caen: '2511',
    turnover: 1.2e7,
    proceedings: { insolventOn: ago(420), reorganisedOn: ago(110) },
    edit: business({ leverage: 1.2, growth: -0.05, edge: -0.07 }),
  }),
  stateSupplier: { form: 'SA', registered: '1999-06-21', seat: 'Ploiești', caen: '4690', turnover: 5.4e8 },
  liquidator: { registered: '2004-02-09', seat: 'Alba Iulia', caen: '6910', turnover: 1.4e6 },
  managed: {
    registered: '2019-05-13',
    seat: 'Tulcea',
    caen: '7734',
    turnover: 8e5,
    edit: administeredBy('S.C. Luminis Digital S.R.L.', 'Cluj-Napoca'),
  },
  unclearManager: {
    registered: '2017-10-02',
    seat: 'Mangalia',
    caen: '5020',
    turnover: 6e5,
    edit: administeredBy('VÂNTUL DE MIAZĂNOAPTE SRL', 'Iași'),
  },
};
