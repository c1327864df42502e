/** The lives behind the showcase. Seed and size of the country do not touch them; only its founding day does. */
import { type Birth, lifeOf, ordinaryBirth } from './births.ts';
import { dayNumber, YEAR_DAYS } from './days.ts';
import { seedNumber } from './dice.ts';
import type { Life, Tenure } from './life.ts';
import { busiestOfficer, person } from './people.ts';
import { crowdedAddress, findLocality } from './places.ts';
import { type FirmCase, firmCases, showcase } from './showcase.ts';
import { endingOf, noProceedings, type Proceedings, STATUS } from './statuses.ts';
import { tradeOf, trades } from './trades.ts';
import { firmCui, type World } from './world.ts';

const SEED = seedNumber('showcase');

/** What is decided by hand; the rest is drawn as for any firm. */
interface Script {
  form?: Life['form'];
  registered?: string;
  place: string;
  caen: string;
  turnover?: number;
  proceedings?: Partial<Proceedings>;
  edit?: (life: Life) => Partial<Life>;
}

/** Null when this index is no showcase firm. */
export function showcaseLife(world: World, index: number): Life | null {
  const id = firmCases[index];
  const record = showcase[index];
  if (id === undefined || record === undefined) return null;
  const own: World = { ...world, seed: SEED };
  const script = scriptOf(id, own);
  const registeredOn = dayNumber(script.registered ?? '2009-03-16');
  const proceedings = { ...noProceedings, ...script.proceedings };
  const birth: Birth = {
    ...ordinaryBirth(own, index),
    form: script.form ?? 'SRL',
    registeredOn,
    serial: index + 1,
    trade: tradeOf(script.caen),
    founder: person(own, 'showcase founder', index, registeredOn),
    seat: findLocality(script.place),
    proceedings,
    kept: true,
  };
  const drawn = lifeOf(birth);
  const life: Life = {
    ...drawn,
    names: [{ from: registeredOn, value: record.name }],
    addresses: drawn.addresses.slice(0, 1),
    // No random pauses: the case alone decides.
    statuses: [{ from: registeredOn, value: [STATUS.operating] }, ...endingOf(own, index, proceedings)],
    rev3Since: Math.max(registeredOn, dayNumber('2025-06-10')),
    business: {
      ...drawn.business,
      turnover: script.turnover ?? 2_400_000,
      growth: 0.06,
      leverage: 0.5,
      edge: 0.01,
      dormant: false,
      employees: 'as usual',
      files: 'always',
    },
    tax: { vat: 'registered', cashBasis: false, splitVat: false, inactiveSince: null },
  };
  return { ...life, ...script.edit?.(life) };
}

function scriptOf(id: FirmCase, world: World): Script {
  const ago = (days: number): number => world.founded - days;
  const business = (change: Partial<Life['business']>) => (life: Life) => ({
    business: { ...life.business, ...change },
  });
  const tax = (change: Life['tax']) => (life: Life) => ({ tax: { ...life.tax, ...change } });
  const scripts: Record<FirmCase, Script> = {
    giant: { form: 'SA', registered: '1993-05-17', place: 'Brașov', caen: '2811', turnover: 9.4e9, edit: giant },
    growing: {
      registered: '2014-09-02',
      place: 'Cluj-Napoca',
      caen: '6210',
      turnover: 38e6,
      edit: business({ growth: 0.22, chart: 'UU' }),
    },
    insolvent: {
      place: 'Bacău',
      caen: '4941',
      turnover: 6e6,
      proceedings: { insolventOn: ago(130) },
      edit: business({ growth: -0.12, leverage: 1.1 }),
    },
    bankrupt: {
      place: 'Buzău',
      caen: '1071',
      proceedings: { insolventOn: ago(700), bankruptOn: ago(140) },
      edit: business({ growth: -0.2, leverage: 1.6 }),
    },
    struckOff: {
      registered: '1994-11-08',
      place: 'Galați',
      caen: '4639',
      proceedings: { dissolvedOn: ago(400), closedOn: ago(120) },
    },
    dissolved: { place: 'Sibiu', caen: '9531', proceedings: { dissolvedOn: ago(100) } },
    suspended: {
      place: 'Rucăr',
      caen: '5520',
      edit: (life) => ({
        statuses: [...life.statuses, { from: ago(110), value: [STATUS.operating, STATUS.suspended] }],
      }),
    },
    inactive: { place: 'Vaslui', caen: '4711', edit: tax({ vat: 'canceled', inactiveSince: ago(500) }) },
    vatCanceled: { place: 'Oradea', caen: '4690', edit: tax({ vat: 'canceled' }) },
    notVatRegistered: { place: 'Târgu Mureș', caen: '7420', turnover: 90_000, edit: tax({ vat: 'never' }) },
    cashBasisVat: { place: 'Pitești', caen: '4100', turnover: 3.1e6, edit: tax({ cashBasis: true }) },
    splitVat: { place: 'Constanța', caen: '4634', turnover: 14e6, edit: tax({ splitVat: true }) },
    bank: {
      form: 'SA',
      registered: '1996-02-12',
      place: 'București Sectorul 1',
      caen: '6419',
      turnover: 2.1e9,
      edit: business({ chart: 'bank', edge: 0.1 }),
    },
    insurer: {
      form: 'SA',
      registered: '1998-07-20',
      place: 'București Sectorul 3',
      caen: '6512',
      turnover: 6.2e8,
      edit: business({ chart: 'insurer' }),
    },
    ifrs: {
      form: 'SA',
      registered: '2000-10-03',
      place: 'Râmnicu Vâlcea',
      caen: '3511',
      turnover: 3.3e9,
      edit: business({ chart: 'IR', edge: -0.16 }),
    },
    soleTrader: {
      form: 'PFA',
      registered: '2016-04-11',
      place: 'Botoșani',
      caen: '6920',
      turnover: 70_000,
      edit: tax({ vat: 'never' }),
    },
    familyEnterprise: {
      form: 'IF',
      registered: '2011-08-29',
      place: 'Horezu',
      caen: '2341',
      turnover: 60_000,
      edit: tax({ vat: 'never' }),
    },
    cooperative: { form: 'CA', registered: '2012-02-06', place: 'Calafat', caen: '0111', turnover: 8e6 },
    namesakeBucharest: { place: 'București Sectorul 4', caen: '4712' },
    namesakeCluj: { registered: '2018-01-22', place: 'Cluj-Napoca', caen: '7112' },
    namesakeIasi: { registered: '2003-06-30', place: 'Iași', caen: '4941', proceedings: { closedOn: ago(900) } },
    hostileName: { place: 'Timișoara', caen: '6310' },
    dormant: { place: 'Snagov', caen: '6812', turnover: 50_000, edit: business({ dormant: true }) },
    negativeEquity: { place: 'Brăila', caen: '4771', edit: business({ leverage: 1.7, edge: -0.12 }) },
    lateFiler: { place: 'Ploiești', caen: '5320', edit: business({ lateNewest: true }) },
    neverFiled: { place: 'Suceava', caen: '5811', edit: business({ files: 'never' }) },
    noEmployees: { place: 'Zalău', caen: '7020', turnover: 240_000, edit: business({ employees: 'none' }) },
    newNumber: { registered: '2024-10-14', place: 'Craiova', caen: '3512' },
    busiestOfficer: {
      registered: '2006-05-04',
      place: 'București Sectorul 2',
      caen: '8210',
      edit: underBusiestOfficer,
    },
    crowdedAddress: {
      registered: '2013-12-02',
      place: 'București Sectorul 2',
      caen: '7020',
      edit: (life) => ({ addresses: [{ from: life.registeredOn, value: crowdedAddress }] }),
    },
    groupParent: { form: 'SA', registered: '1997-03-10', place: 'Arad', caen: '6421', turnover: 2.6e8 },
    groupMember: { registered: '2010-01-18', place: 'Arad', caen: '6820', turnover: 1.9e7, edit: inGroup },
    foreignParent: {
      registered: '2005-09-12',
      place: 'Sighișoara',
      caen: '1421',
      turnover: 4.5e7,
      edit: withForeignParent,
    },
    reorganised: {
      place: 'Hunedoara',
      caen: '2511',
      turnover: 1.2e7,
      proceedings: { insolventOn: ago(420), reorganisedOn: ago(110) },
      edit: business({ leverage: 1.2, growth: -0.05 }),
    },
  };
  return scripts[id];
}

function giant(life: Life): Partial<Life> {
  const { world, registeredOn } = life;
  const renamedOn = world.founded - 150;
  const [chair, ...board] = life.officers;
  const successor = person(world, 'showcase successor', life.index, world.founded - 30 * YEAR_DAYS);
  const changedOn = world.founded - 100;
  const leaving: Tenure[] = board.map((tenure, i) =>
    i === 0 ? { ...tenure, from: registeredOn, until: changedOn } : tenure,
  );
  return {
    names: [
      { from: registeredOn, value: 'CARPATIA UTILAJ INDUSTRIAL SA' },
      { from: renamedOn, value: life.names[0]?.value ?? '' },
    ],
    officers: [
      ...(chair ? [chair] : []),
      ...leaving,
      {
        name: successor.name,
        person: successor,
        seat: successor.home,
        title: 'director general unic',
        from: changedOn,
        until: null,
      },
    ],
    shareholders: [
      {
        name: 'STEJARUL BATRAN HOLDING SA',
        person: null,
        cui: firmCui(firmCases.indexOf('groupParent')),
        share: 6_100,
        since: registeredOn,
      },
      ...life.shareholders.slice(0, 1).map((holder) => ({ ...holder, share: 3_900 })),
    ],
    activities: [life.trade, ...trades.filter((trade, i) => trade.section === 'C' && i % 9 === 0)].slice(0, 26),
    website: 'www.zimbrul-auriu.example',
    branches: [
      {
        kind: 'sucursală',
        name: 'ZIMBRUL AURIU ZWEIGNIEDERLASSUNG WIEN',
        euid: 'ATBRA.900014-000',
        fiscalCode: 'ATU90000014',
        country: 'Austria',
      },
      {
        kind: 'sucursală',
        name: 'ZIMBRUL AURIU KLON SOFIA',
        euid: 'BGREG.900000149',
        fiscalCode: '900000149',
        country: 'Bulgaria',
      },
    ],
    business: { ...life.business, chart: 'BL', growth: 0.09, edge: 0.03, leverage: 0.42 },
  };
}

function underBusiestOfficer(life: Life): Partial<Life> {
  const { registeredOn } = life;
  return {
    officers: [
      {
        name: busiestOfficer.name,
        person: busiestOfficer,
        seat: busiestOfficer.home,
        title: 'administrator',
        from: registeredOn,
        until: null,
      },
    ],
    shareholders: [
      { name: busiestOfficer.name, person: busiestOfficer, cui: null, share: 10_000, since: registeredOn },
    ],
  };
}

function inGroup(life: Life): Partial<Life> {
  const { registeredOn } = life;
  const seat = findLocality('Arad');
  const parent = { name: 'STEJARUL BATRAN HOLDING SA', cui: firmCui(firmCases.indexOf('groupParent')) };
  return {
    officers: [{ name: parent.name, person: null, seat, title: 'administrator', from: registeredOn, until: null }],
    shareholders: [
      { ...parent, person: null, share: 7_500, since: registeredOn },
      {
        name: 'ZIMBRUL AURIU INDUSTRII SA',
        cui: firmCui(firmCases.indexOf('giant')),
        person: null,
        share: 2_500,
        since: registeredOn,
      },
    ],
  };
}

function withForeignParent(life: Life): Partial<Life> {
  return {
    parentCountry: 'Germania',
    shareholders: [{ name: 'NORDWIND TEXTIL GMBH', person: null, cui: null, share: 10_000, since: life.registeredOn }],
  };
}
