/** The list of direct purchases: filtered by the day they ended; the filters that the system ignores are ignored here. */
import type { Answer } from '#demo-country/answer.ts';
import { PURCHASE_STATES, type Purchase } from './purchases.ts';
import type { Procurement } from './system.ts';
import { type Body, coded, dayIn, instant, lei, NO_INSTANT, numberIn, page, passes } from './wire.ts';

/** Days after publication by which every purchase has ended. */
const ENDED_WITHIN_DAYS = 12;
export const PURCHASE_ID = 100_000_000;

export function listPurchases(system: Procurement, body: Body, today: number, cap: number): Answer {
  const from = dayIn(body, 'finalizationDateStart');
  const until = Math.min(dayIn(body, 'finalizationDateEnd') ?? today, today);
  const wanted = filterOf(body);
  const rows: Purchase[] = [];
  if (body.showOngoingDa === true && from === null) rows.push(...ongoing(system, today).filter(wanted));
  // Without a first day the newest come until no more can be reached.
  for (let day = until; day >= (from ?? system.frame.firstDay); day--) {
    rows.push(...endedBy(system, day, today).filter(wanted).reverse());
    if (rows.length > cap && from === null) break;
  }
  return page(rows, body, cap, (purchase) => itemOf(purchase, today));
}

/** Of the day it is, half has ended so far: only closed days are whole. */
function endedBy(system: Procurement, day: number, today: number): Purchase[] {
  const purchases = system.purchasesOn(day);
  return day < today ? purchases : purchases.slice(0, purchases.length / 2);
}

function ongoing(system: Procurement, today: number): Purchase[] {
  const days = Array.from({ length: ENDED_WITHIN_DAYS }, (_, i) => today + 1 + i);
  return days.flatMap((day) => system.purchasesOn(day)).filter(({ publishedOn }) => publishedOn <= today);
}

function filterOf(body: Body): (purchase: Purchase) => boolean {
  const state = numberIn(body, 'sysDirectAcquisitionStateId');
  const category = numberIn(body, 'cpvCategoryId');
  const code = numberIn(body, 'cpvCodeId');
  const authorityId = numberIn(body, 'contractingAuthorityId');
  const supplierId = numberIn(body, 'supplierId');
  const digits = typeof body.cpvCodeText === 'string' ? body.cpvCodeText : '';
  return ({ cpv, authority, supplier, ...purchase }) =>
    passes(state, purchase.state) &&
    passes(category, cpv.categoryId) &&
    passes(code, cpv.id) &&
    cpv.code.includes(digits) &&
    passes(authorityId, authority.id) &&
    passes(supplierId, supplier.id);
}

function itemOf(purchase: Purchase, today: number) {
  const { number, title, cpv, supplier, authority, publishedOn, publishedAt, finalizedOn, finalizedAt } = purchase;
  const hasEnded = finalizedOn <= today;
  const state = hasEnded ? purchase.state : 5;
  // A firm that refused the conditions never became a supplier.
  const seller = hasEnded && state !== 3 ? `${supplier.code ?? ''} ${supplier.name}`.trim() : null;
  return {
    directAcquisitionId: PURCHASE_ID + number,
    directAcquisitionName: title,
    uniqueIdentificationCode: `DA${number}`,
    sysDirectAcquisitionState: coded(state, PURCHASE_STATES[state]),
    sysDirectAcquisitionStateID: state,
    cpvCode: cpv.printed,
    publicationDate: instant(publishedOn, publishedAt),
    finalizationDate: hasEnded ? instant(finalizedOn, finalizedAt) : NO_INSTANT,
    caDecisionDeadline: NO_INSTANT,
    supplierDecisionDeadline: instant(publishedOn + 3, publishedAt),
    supplier: seller,
    contractingAuthority: `${authority.code} ${authority.name}`,
    estimatedValueRon: lei(purchase.estimatedValue),
    estimatedValueOtherCurrency: null,
    closingValue: hasEnded ? lei(closingValueOn(purchase, today)) : 0,
    isOpenForCorrection: false,
    isOpenForContractCorrection: false,
  };
}

/** Clerks notice a slipped decimal a day or two later. */
export const closingValueOn = (purchase: Purchase, today: number): number =>
  purchase.correctedOn <= today ? purchase.closingValue : purchase.closingValueBefore;
