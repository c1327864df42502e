/** Practices that run a firm in its last years: companies without birth data, as the registry lists them. */

import type { Tenure } from './life-cycle.ts';
import { drawMaleName, drawSurname } from './people.ts';
import { findLocality, pickSeat } from './places.ts';
import { chance, dice, pick } from './random.ts';
import type { Proceedings } from './statuses.ts';
import type { World } from './world.ts';

/** The court names a practice of insolvency practitioners; members who dissolve their firm name a liquidator. */
export function practitioners(world: World, index: number, proceedings: Proceedings): Tenure[] {
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
const LISTED = { name: 'CUMPĂNA DREAPTĂ INSOLV I.P.U.R.L.', place: 'Alba Iulia' };
const LISTED_SHARE = 0.25;

function practiceOf(world: World, roll: number): { name: string; seat: Tenure['seat'] } {
  if (roll < LISTED_SHARE) return { name: LISTED.name, seat: findLocality(LISTED.place) };
  const number = Math.floor(roll * Math.max(PRACTICES_MIN, world.companies / FIRMS_PER_PRACTICE));
  const draw = dice(world.seed, number, 'practices');
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
