/** The list of direct purchases: filtered by the day they ended; the filters that the system ignores are ignored here. */
import type { Answer } from '#demo-country/answer.ts';
import { fold } from '#lib/values/text.ts';
import { CATEGORIES } from './cpv.ts';
import { type DirectAward, PURCHASE_STATES, type Purchase } from './purchases.ts';
import type { Procurement } from './system.ts';
import { type Body, coded, dayIn, instant, lei, NO_INSTANT, numberIn, page, passes } from './wire.ts';

/** Days after publication by which every purchase has ended. */
const ENDED_WITHIN_DAYS = 12;
export const PURCHASE_ID = 100_000_000;

export function listPurchases(system: Procurement, body: Body, today: number, cap: number): Answer {
  const from = dayIn(body, 'finalizationDateStart');
  const until = Math.min(dayIn(body, 'finalizationDateEnd') ?? today, today);
  const isMatch = purchaseFilter(body);
  const rows: Purchase[] = [];
  if (body.showOngoingDa === true && from === null) rows.push(...ongoing(system, today).filter(isMatch));
  // Without a first day, the newest rows up to the cap.
  for (let day = until; day >= (from ?? system.frame.firstDay); day--) {
    rows.push(...endedBy(system, day, today).filter(isMatch).reverse());
    if (rows.length > cap && from === null) break;
  }
  return page(rows, body, cap, (purchase) => purchaseItem(purchase, today));
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

function purchaseFilter(body: Body): (purchase: Purchase) => boolean {
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

export function purchaseItem(purchase: Purchase, today: number) {
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

export const DIRECT_AWARD_ID = 400_000_000;

export function listDirectAwards(system: Procurement, body: Body, today: number, cap: number): Answer {
  const from = dayIn(body, 'publicationDateStart');
  const until = Math.min(dayIn(body, 'publicationDateEnd') ?? today, today);
  const isMatch = directAwardFilter(body);
  const rows: DirectAward[] = [];
  for (let day = until; day >= (from ?? system.frame.firstDay); day--) {
    const awards = system.directAwardsOn(day);
    const rowsOfDay = day < today ? awards : awards.slice(0, awards.length / 2);
    rows.push(...rowsOfDay.filter(isMatch).reverse());
    if (rows.length > cap && from === null) break;
  }
  return page(rows, body, cap, directAwardItem);
}

function directAwardFilter(body: Body): (award: DirectAward) => boolean {
  const text = (name: string): string => (typeof body[name] === 'string' ? fold(body[name]) : '');
  const [number, object, cpvText] = [text('noticeNo'), text('contractObject'), text('cpvCodeText')];
  const valueMin = numberIn(body, 'awardedValueStart');
  const valueMax = numberIn(body, 'awardedValueEnd');
  return (award) =>
    (number === '' || `dan${award.number}` === number) &&
    (object === '' || fold(award.object).includes(object)) &&
    award.cpv.code.includes(cpvText) &&
    (valueMin === null || lei(award.value) >= valueMin) &&
    (valueMax === null || lei(award.value) <= valueMax);
}

export const directAwardItem = ({
  number,
  object,
  authority,
  supplier,
  cpv,
  value,
  publishedOn,
  publishedAt,
}: DirectAward) => ({
  daAwardNoticeId: DIRECT_AWARD_ID + number,
  contractObject: object,
  noticeNo: `DAN${number}`,
  sysNoticeState: coded(2, 'Publicat'),
  supplier: `${supplier.code?.replace(' ', '') ?? ''} ${supplier.name}`.trim(),
  contractingAuthority: `${authority.code} ${authority.name}`,
  cpvCode: cpv.printed,
  cpvCategory: CATEGORIES[cpv.categoryId - 1]?.[0] ?? null,
  publicationDate: instant(publishedOn, publishedAt),
  awardedValue: lei(value),
});
