/** Entities outside the trade registry: town halls, hospitals, associations, practices. */
import { dayNumber, YEAR_DAYS } from './days.ts';
import type { Business, Entity, Form } from './entity.ts';
import { showcaseWorld } from './firms.ts';
import { person } from './people.ts';
import { drawAddress, findLocality, pickSeat } from './places.ts';
import { pick, random } from './random.ts';
import { outsideCases, showcase } from './showcase.ts';
import { tradeOf } from './trades.ts';
import { outsideCui, type World } from './world.ts';

const CAEN: Partial<Record<Form, string>> = { 'town hall': '8411', hospital: '8610', NGO: '9499', practice: '6910' };
/** Kinds of the showcase in its order; then MIX repeats. */
const KINDS: Form[] = ['town hall', 'hospital', 'NGO', 'practice', 'town hall'];
const MIX: Form[] = ['town hall', 'NGO', 'NGO', 'NGO', 'NGO', 'practice', 'practice', 'practice', 'hospital', 'NGO'];

const HILLS = ['VALEA', 'POIANA', 'IZVORUL', 'DEALUL', 'PODUL', 'FÂNTÂNA', 'LUNCA', 'PIATRA'];
const OWNERS = [
  'LUPILOR',
  'CERBULUI',
  'SITARULUI',
  'BUFNIȚEI',
  'HAIDUCULUI',
  'MORARULUI',
  'VIDREI',
  'ARINILOR',
  'ULIULUI',
  'CREMENII',
];
const SAINTS = ['SFÂNTUL PANTELIMON', 'SFÂNTA PARASCHEVA', 'SFÂNTUL SPIRIDON', 'SFÂNTUL LUCA', 'SFÂNTA ANA'];
const CAUSES = [
  'PENTRU COPII',
  'PENTRU NATURĂ',
  'SPORT ȘI SĂNĂTATE',
  'ARTE ȘI MEȘTEȘUGURI',
  'TRADIȚII VII',
  'SPRIJIN PENTRU VÂRSTNICI',
];

export function nonRegistryEntity(world: World, index: number): Entity {
  const showcaseCase = outsideCases[index];
  const own = showcaseCase === undefined ? world : showcaseWorld(world);
  const form = (showcaseCase === undefined ? MIX[index % MIX.length] : KINDS[index]) ?? 'NGO';
  const roll = random(own.seed, index, 'outside');
  const seat = showcaseCase === undefined ? pickSeat(roll()) : findLocality('Horezu');
  const registeredOn = dayNumber('1992-06-01') + Math.floor(roll() * (form === 'town hall' ? 400 : 30 * YEAR_DAYS));
  const record = showcase.find((candidate) => candidate.id === showcaseCase);
  return {
    world: own,
    index,
    cui: outsideCui(index),
    cuiPublished: true,
    form,
    registeredOn,
    registration: null,
    closedOn: null,
    names: [{ from: registeredOn, value: record?.name ?? drawOutsideName(own, index, form) }],
    addresses: [{ from: registeredOn, value: drawAddress(seat, roll) }],
    officers: [],
    shareholders: [],
    statuses: [],
    trade: tradeOf(CAEN[form] ?? '9499'),
    activities: [],
    rev3Since: dayNumber('2025-01-01'),
    website: null,
    parentCountry: null,
    branches: [],
    business: { ...BUSINESS, turnover: Math.min(2e8, 40_000 / (1 - roll())), chart: form === 'NGO' ? 'NGO' : null },
    tax: { vat: 'never', cashBasis: false, splitVat: false, inactiveSince: null },
  };
}

const BUSINESS: Business = {
  turnover: 0,
  growth: 0.05,
  swing: 0.2,
  edge: 0.02,
  leverage: 0.3,
  dormant: false,
  employees: 'as usual',
  files: 'always',
  lateNewest: false,
  chart: null,
};

/** Localities and patrons are invented, so that no name is a real institution's. */
function drawOutsideName(world: World, index: number, form: Form): string {
  const roll = random(world.seed, index, 'outside name');
  const locality = `${pick(HILLS, roll())} ${pick(OWNERS, roll())}`;
  if (form === 'town hall') return `${pick(['COMUNA', 'COMUNA', 'ORAȘUL'], roll())} ${locality}`;
  if (form === 'hospital')
    return `SPITALUL ${pick(['ORĂȘENESC', 'MUNICIPAL', 'JUDEȚEAN DE URGENȚĂ'], roll())} ${pick(SAINTS, roll())} ${locality}`;
  if (form === 'NGO')
    return `${pick(['ASOCIAȚIA', 'ASOCIAȚIA', 'FUNDAȚIA'], roll())} ${locality} ${pick(CAUSES, roll())}`;
  const head = person(world, 'practitioner', index, world.founded - 10 * YEAR_DAYS);
  return `${head.name} - ${pick(['CABINET DE AVOCAT', 'CABINET MEDICAL INDIVIDUAL', 'BIROU INDIVIDUAL NOTARIAL'], roll())}`;
}
