/** Award notices of direct purchases by the day of their publication. */

import { type JsonObject, numberOf, textOf } from '#data/sources/json.ts';
import { stripPersons } from '#data/sources/procurement/persons-in-texts.ts';
import type { AwardRecord } from '#data/sources/procurement/records.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import type { Day } from '#lib/values/date.ts';
import { slicedByCpv } from './cpv-slices.ts';
import { byValue, type OnCut } from './finer-slices.ts';
import { assertFiltered, assertOpen, isTooLong, type List, wholeList } from './list.ts';
import type { Site } from './site.ts';
import { baniOf, cpvIn, dayOf, partyIn } from './values.ts';

const LIST: List = {
  path: 'DaAwardNoticeCommon/GetDaAwardNoticeList/',
  id: 'daAwardNoticeId',
  everything: { noticeNo: null, contractObject: null },
  rowsMax: 2_000,
};

export async function* directAwardsPublished(site: Site, day: Day, onCut: OnCut): AsyncGenerator<AwardRecord> {
  const filter = { publicationDateStart: day, publicationDateEnd: day };
  const whole = await wholeList(site, LIST, filter);
  const finer = byValue(site, LIST, onCut);
  const rows = isTooLong(whole) ? slicedByCpv(site, LIST, filter, null, whole, finer) : whole;
  if (Array.isArray(rows) && rows.length === 0) return assertOpen(site, LIST);
  for await (const row of rows) {
    assertFiltered(LIST, [row], ({ publicationDate }) => dayOf(publicationDate) === day, `published on ${day}`);
    yield awardOf(row);
  }
}

export function awardOf(row: JsonObject): AwardRecord {
  const id = textOf(row.noticeNo);
  const authority = partyIn(row.contractingAuthority);
  if (id === null || authority === null) {
    throw new WrongShape(LIST.path, 'award notices with a number and an authority', JSON.stringify(row).slice(0, 200));
  }
  return {
    id,
    systemId: numberOf(row.daAwardNoticeId),
    object: stripPersons(textOf(row.contractObject)) ?? id,
    authority,
    supplier: partyIn(row.supplier),
    cpv: cpvIn(row.cpvCode),
    value: baniOf(row.awardedValue),
    publishedOn: dayOf(row.publicationDate),
  };
}
