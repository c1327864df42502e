/** The list of award notices of direct purchases (DAN): the one list whose days of publication are a filter. */

import type { Answer } from '#demo-country/answer.ts';
import { fold } from '#lib/values/text.ts';
import { CATEGORIES } from './cpv.ts';
import type { DirectAward } from './direct-awards.ts';
import type { Procurement } from './system.ts';
import { type Body, coded, dayIn, instant, lei, numberIn, page } from './wire.ts';

export const DIRECT_AWARD_ID = 400_000_000;

export function listDirectAwards(system: Procurement, body: Body, today: number, cap: number): Answer {
  const from = dayIn(body, 'publicationDateStart');
  const until = Math.min(dayIn(body, 'publicationDateEnd') ?? today, today);
  const wanted = filterOf(body);
  const rows: DirectAward[] = [];
  for (let day = until; day >= (from ?? system.frame.firstDay); day--) {
    const awards = system.directAwardsOn(day);
    const told = day < today ? awards : awards.slice(0, awards.length / 2);
    rows.push(...told.filter(wanted).reverse());
    if (rows.length > cap && from === null) break;
  }
  return page(rows, body, cap, itemOf);
}

function filterOf(body: Body): (award: DirectAward) => boolean {
  const text = (name: string): string => (typeof body[name] === 'string' ? fold(body[name]) : '');
  const [number, object, cpvText] = [text('noticeNo'), text('contractObject'), text('cpvCodeText')];
  const least = numberIn(body, 'awardedValueStart');
  const most = numberIn(body, 'awardedValueEnd');
  return (award) =>
    (number === '' || `dan${award.number}` === number) &&
    (object === '' || fold(award.object).includes(object)) &&
    award.cpv.code.includes(cpvText) &&
    (least === null || lei(award.value) >= least) &&
    (most === null || lei(award.value) <= most);
}

const itemOf = ({ number, object, authority, supplier, cpv, value, publishedOn, publishedAt }: DirectAward) => ({
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
