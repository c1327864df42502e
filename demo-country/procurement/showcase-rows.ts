/** Purchases of every simulated country, for examples: an open, an awarded and a completed procedure, and two purchases. */

import { showcaseWorld } from '#demo-country/firms.ts';
import { outsideCases } from '#demo-country/showcase.ts';
import { outsideCui } from '#demo-country/world.ts';
import type { Authorities } from './authorities.ts';
import { cpvVocabulary } from './cpv.ts';
import { showcaseNumber, showcaseProcurement } from './frame.ts';
import type { Procedure } from './procedure.ts';
import { drawProcedure } from './procedures.ts';
import { type DirectAward, drawDirectAward, drawPurchase, type Market, type Purchase } from './purchases.ts';
import type { Suppliers } from './suppliers.ts';

export interface ShowcaseRows {
  procedures: Procedure[];
  purchase: Purchase;
  directAward: DirectAward;
}

/** Days before the founding day. */
const OPENED = 20;
const CARRIED_OUT = 1_100;
const AWARDED = 520;
const BOUGHT = 240;

export function showcaseRows(market: Market, authorities: Authorities, suppliers: Suppliers): ShowcaseRows {
  const { world } = market.frame;
  const cityCui = outsideCui(outsideCases.indexOf('cityHall'));
  const authority = authorities.all.find(({ cui }) => cui === cityCui);
  const cpv = (code: string) => cpvVocabulary().byCode.get(code);
  const [pumps, road, consulting] = [cpv('42122000'), cpv('45233120'), cpv('71311000')];
  if (!authority || !pumps || !road || !consulting) throw new Error('The showcase of procurement lacks a part.');
  // Seed and size of the country do not touch the showcase.
  const fixed: Market = { ...market, frame: { ...market.frame, world: showcaseWorld(world) } };
  const supplier = suppliers.showcase('stateSupplier');
  const giant = suppliers.showcase('giant');
  return {
    procedures: [
      drawProcedure(fixed, showcaseNumber('procedure', 1), world.founded - OPENED, {
        type: 'open',
        title: 'Reabilitarea drumului de legătură dintre Piatra Vulturului și Valea Cucului',
        cpv: road,
        authority,
        deadlineDays: 55,
        isFramework: false,
        lots: 3,
        fate: 'awarded',
      }),
      drawProcedure(fixed, showcaseNumber('procedure', 2), world.founded - AWARDED, {
        type: 'open',
        title: 'Acord-cadru de furnizare pompe pentru stațiile de apă ale municipiului',
        cpv: pumps,
        authority,
        deadlineDays: 40,
        isFramework: true,
        lots: 0,
        fate: 'awarded',
        winners: [supplier, giant],
      }),
      drawProcedure(fixed, showcaseNumber('procedure', 3), world.founded - CARRIED_OUT, {
        type: 'open',
        title:
          'Furnizare și montaj pompe pentru stația de captare Valea Cucului, pe terenul lui Haralambie Neofit Cutezătoru',
        cpv: pumps,
        authority,
        deadlineDays: 40,
        isFramework: false,
        lots: 2,
        fate: 'awarded',
        winners: [supplier, giant],
        contractNumber: showcaseProcurement.contract,
      }),
    ],
    purchase: {
      ...drawPurchase(fixed, showcaseNumber('purchase', 1), world.founded - BOUGHT),
      title: 'Pompe submersibile pentru stația de epurare, oferta CUTEZATORU HARALAMBIE-NEOFIT',
      cpv: pumps,
      authority,
      supplier: giant,
      state: 7,
    },
    directAward: {
      ...drawDirectAward(fixed, showcaseNumber('directAward', 1), world.founded - BOUGHT),
      object: 'Servicii de consultanță pentru modernizarea rețelei de apă prestate de Neofit-Haralambie Cutezatoru',
      cpv: consulting,
      authority,
      supplier,
    },
  };
}
