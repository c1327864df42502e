/** Officers and shareholders of a firm: founders, colleagues, successors, and insolvency practitioners. */
import { YEAR_DAYS } from './days.ts';
import { type Form, isIndividual, type Shareholder, type Tenure } from './entity.ts';
import { busiestOfficer, drawMaleName, drawSurname, officeHolder, type Person, person } from './people.ts';
import { findLocality, pickSeat } from './places.ts';
import { chance, pick, type Random, random, waitDays, within } from './random.ts';
import type { Proceedings } from './statuses.ts';
import { horizon, type World } from './world.ts';

export interface Staffing {
  world: World;
  index: number;
  form: Form;
  founder: Person;
  registeredOn: number;
  closedOn: number | null;
  proceedings: Proceedings;
  /** A firm that administers this one; null for most. */
  manager: { name: string; seat: Tenure['seat'] } | null;
}

const TITLES: Partial<Record<Form, string>> = {
  PFA: 'persoană fizică autorizată',
  II: 'titular întreprindere individuală',
  IF: 'reprezentant',
  PF: 'persoană fizică',
  AF: 'reprezentant',
};
const BOARD = ['președinte consiliu de administrație', 'director general unic', 'membru în consiliul de administrație'];

/** A change of officers every so many years. */
const CHANGE_YEARS = 11;
const CHANGES_MAX = 10;

export function drawOfficers(of: Staffing): Tenure[] {
  const { world, index, registeredOn, closedOn, founder } = of;
  const roll = random(world.seed, index, 'officers');
  if (isIndividual(of.form)) return individualOfficers(of, roll);
  const board = of.form === 'SA' || of.form === 'RA' || of.form === 'SE';
  const list: Tenure[] = [];
  const serve = (holder: Person, title: string, from: number): void => {
    list.push({ name: holder.name, person: holder, seat: holder.home, title, from, until: null });
  };
  const size = board ? within(roll(), 3, 6) : roll() < 0.78 ? 1 : roll() < 0.85 ? 2 : 3;
  const titleOf = (office: number): string =>
    board ? (BOARD[office] ?? 'membru în consiliul de administrație') : ordinaryTitle(roll());
  for (let office = 0; office < size; office++)
    serve(office === 0 ? founder : officeHolder(world, index, office, registeredOn), titleOf(office), registeredOn);
  if (of.manager) list.push({ ...of.manager, person: null, title: 'administrator', from: registeredOn, until: null });

  let day = registeredOn;
  for (let office = size; office < size + CHANGES_MAX; office++) {
    day += waitDays(roll(), CHANGE_YEARS * YEAR_DAYS);
    if (day >= (closedOn ?? horizon(world))) break;
    const predecessor = list.find((tenure) => tenure.until === null && tenure.person !== busiestOfficer);
    const replaced = predecessor !== undefined && roll() < REPLACED_SHARE;
    if (replaced) predecessor.until = day;
    serve(
      officeHolder(world, index, office, day),
      replaced ? predecessor.title : ADDED_TITLE[board ? 'board' : 'usual'],
      day,
    );
  }
  return closeTenures([...list, ...practitioners(world, index, of.proceedings)], of);
}

/** Share of changes that replace an officer; the others add one. */
const REPLACED_SHARE = 0.8;
const ADDED_TITLE = { board: 'membru în consiliul de administrație', usual: 'administrator' };

/** Share of struck-off firms whose officers the registry removes. */
const DROPPED_SHARE = 0.55;

function closeTenures(list: Tenure[], { world, index, closedOn }: Staffing): Tenure[] {
  if (closedOn === null || chance(world.seed, index, 'officers dropped') >= DROPPED_SHARE) return list;
  return list.map((tenure) => ({ ...tenure, until: tenure.until ?? closedOn }));
}

function individualOfficers(of: Staffing, roll: Random): Tenure[] {
  const { founder, registeredOn } = of;
  const self: Tenure = {
    name: founder.name,
    person: founder,
    seat: founder.home,
    title: TITLES[of.form] ?? 'reprezentant',
    from: registeredOn,
    until: null,
  };
  if (of.form !== 'IF' && of.form !== 'AF') return [self];
  const members = Array.from({ length: within(roll(), 1, 3) }, (_, member): Tenure => {
    const relative = person(of.world, 'relative', of.index * 4 + member, registeredOn, founder.surname);
    return { ...self, name: relative.name, person: relative, title: 'membru' };
  });
  return [self, ...members];
}

const ordinaryTitle = (roll: number): string =>
  roll < 0.86
    ? 'administrator'
    : roll < 0.93
      ? 'administrator și reprezentant'
      : roll < 0.97
        ? 'reprezentant legal'
        : 'director general unic';

/** The court names a practice of insolvency practitioners; members who dissolve their firm name a liquidator. */
function practitioners(world: World, index: number, proceedings: Proceedings): Tenure[] {
  const list: Tenure[] = [];
  const until = proceedings.closedOn;
  const practice = practiceOf(world, chance(world.seed, index, 'practice'));
  const { insolventOn, bankruptOn, dissolvedOn } = proceedings;
  if (insolventOn !== null)
    list.push({
      ...practice,
      person: null,
      title: 'administrator judiciar',
      from: insolventOn,
      until: bankruptOn ?? until,
    });
  if (bankruptOn !== null)
    list.push({ ...practice, person: null, title: 'lichidator judiciar', from: bankruptOn, until: null });
  if (dissolvedOn !== null && chance(world.seed, index, 'liquidator') < 0.5)
    list.push({ ...practice, person: null, title: 'lichidator', from: dissolvedOn, until: null });
  return list;
}

/** Few practices serve the whole country. */
const FIRMS_PER_PRACTICE = 700;
const PRACTICES_MIN = 12;

/** A practice that is in the trade registry too; most are in that of their profession only. */
const REGISTERED = { name: 'CUMPĂNA DREAPTĂ INSOLV I.P.U.R.L.', seat: 'Alba Iulia' };
const REGISTERED_SHARE = 0.25;

function practiceOf(world: World, roll: number): { name: string; seat: Tenure['seat'] } {
  if (roll < REGISTERED_SHARE) return { name: REGISTERED.name, seat: findLocality(REGISTERED.seat) };
  const number = Math.floor(roll * Math.max(PRACTICES_MIN, world.companies / FIRMS_PER_PRACTICE));
  const draw = random(world.seed, number, 'practices');
  const [first = '', second = ''] = [draw(), draw()].map((each) => drawSurname(each).toUpperCase());
  const cabinet = `CABINET INDIVIDUAL DE INSOLVENȚĂ ${first} ${drawMaleName(draw()).toUpperCase()}`;
  const names = [
    `${first}-${second} INSOLV IPURL`,
    `${first} & ${second} INSOLVENCY SPRL`,
    `${first} ${second} RESTRUCT IPURL`,
    cabinet,
  ];
  return { name: pick(names, draw()), seat: pickSeat(draw()) };
}

/** Shares add up to the whole. */
export function drawShareholders(of: Staffing, owner: { name: string; cui: string } | null): Shareholder[] {
  if (isIndividual(of.form)) return [];
  const { world, index, founder, registeredOn: since } = of;
  const roll = random(world.seed, index, 'shareholders');
  const byOwner = owner ? pick([10000, 9900, 7500, 5100], roll()) : 0;
  const people: Shareholder[] = [];
  const count = byOwner === 10000 ? 0 : roll() < 0.68 ? 1 : roll() < 0.8 ? 2 : 3;
  let remaining = 10000 - byOwner;
  for (let i = 0; i < count; i++) {
    const holder = i === 0 ? founder : officeHolder(world, index, i, since);
    const share = i === count - 1 ? remaining : Math.floor(remaining / pick([2, 2, 4, 5, 10], roll()));
    remaining -= share;
    people.push({ name: holder.name, person: holder, cui: null, share, since });
  }
  return owner ? [{ name: owner.name, person: null, cui: owner.cui, share: byOwner, since }, ...people] : people;
}
