/** Procedures: a notice with its lots, and what became of it later. */
import { type Dice, dice, within } from '#demo-country/random.ts';
import { awardNoticesOf } from './contracts.ts';
import { countOn, numberOf } from './frame.ts';
import { procedureValue } from './money.ts';
import { drawType, OPEN_PROCEDURE, participation } from './notice-types.ts';
import type { Decided, Lot, Procedure } from './procedure.ts';
import { type Market, PROGRAMMES } from './purchases.ts';
import { procedureTitle } from './texts.ts';

const FRAMEWORK_SHARE = 0.62;
const LOTS_SHARE = 0.3;
const LOTS_MAX = 9;
const EU_SHARE = 0.15;
const CANCELLED_SHARE = 0.08;
/** Neither awarded nor cancelled: the authority never told. */
const SILENT_SHARE = 0.05;
/** Days that bidders have. */
const DEADLINE_DAYS = { min: 30, max: 108 };

export function proceduresOn(market: Market, day: number): Procedure[] {
  const count = countOn(market.frame, 'procedure', day);
  return Array.from({ length: count }, (_, n) =>
    drawProcedure(market, numberOf(market.frame, 'procedure', day, n), day),
  );
}

export function drawProcedure(market: Market, number: number, day: number, decided: Decided = {}): Procedure {
  const roll = dice(market.frame.world.seed, number, 'procedure');
  const cpv = decided.cpv ?? market.draw(roll(), roll());
  const type = decided.type ? participation : drawType(roll())[0];
  const deadlineOn = day + (decided.deadlineDays ?? within(roll(), DEADLINE_DAYS.min, DEADLINE_DAYS.max));
  const procedureType = type.procedures[Math.floor(roll() * type.procedures.length)] ?? OPEN_PROCEDURE;
  const fate = decided.fate ? 1 : roll();
  const procedure: Procedure = {
    number,
    type,
    procedureType,
    publishedOn: day,
    publishedAt: within(roll(), 8 * 3_600, 18 * 3_600),
    deadlineOn,
    deadlineAt: within(roll(), 9, 16) * 3_600,
    title: decided.title ?? procedureTitle(cpv, roll),
    authority: decided.authority ?? market.authority(roll, cpv),
    cpv,
    estimatedValue: procedureValue(cpv.contractType, roll),
    isFramework: decided.isFramework ?? (cpv.contractType !== 'Lucrari' && roll() < FRAMEWORK_SHARE),
    isOnline: roll() < 0.97,
    euProgramme: roll() < EU_SHARE ? (PROGRAMMES[Math.floor(roll() * PROGRAMMES.length)] ?? null) : null,
    lots: [],
    cancelledOn: fate < CANCELLED_SHARE ? deadlineOn + within(roll(), -10, 40) : null,
    awards: [],
  };
  procedure.lots = drawLots(market, procedure, decided.lots, roll);
  if (fate >= CANCELLED_SHARE + SILENT_SHARE) procedure.awards = awardNoticesOf(market, procedure, decided);
  return procedure;
}

function drawLots(market: Market, procedure: Procedure, decided: number | undefined, roll: Dice): Lot[] {
  const count = decided ?? (roll() < LOTS_SHARE ? within(roll() ** 2, 2, LOTS_MAX) : 0);
  const { codes } = market.division(procedure.cpv.division);
  return Array.from({ length: count }, (_, i) => {
    const cpv = i === 0 ? procedure.cpv : (codes[Math.floor(roll() * codes.length)] ?? procedure.cpv);
    return {
      id: procedure.number * 100 + i,
      number: i + 1,
      title: `Lot ${i + 1} - ${cpv.title}`,
      estimatedValue: Math.round(procedure.estimatedValue / count / 100) * 100,
      cpv,
    };
  });
}
