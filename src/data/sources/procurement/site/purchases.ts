/** Direct purchases by the day of their end. Only past days are complete. */

import { type JsonObject, numberOf, textOf } from '#data/sources/json.ts';
import { stateOf } from '#data/sources/procurement/exports/purchases.ts';
import { stripPersons } from '#data/sources/procurement/persons-in-texts.ts';
import type { PurchaseRecord, PurchaseState } from '#data/sources/procurement/records.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import type { Day } from '#lib/values/date.ts';
import { slicedByCpv } from './cpv-slices.ts';
import { byStateAndAuthority, type OnCut } from './finer-slices.ts';
import { assertFiltered, assertOpen, isTooLong, type List, wholeList } from './list.ts';
import type { Site } from './site.ts';
import { baniOf, codedId, codedText, cpvIn, dayOf, partyIn } from './values.ts';

const LIST: List = {
  path: 'DirectAcquisitionCommon/GetDirectAcquisitionList/',
  id: 'directAcquisitionId',
  everything: {
    showOngoingDa: false,
    cookieContext: null,
    sysDirectAcquisitionStateId: null,
    cpvCategoryId: null,
    cpvCodeId: null,
    contractingAuthorityId: null,
    supplierId: null,
  },
  rowsMax: 2_000,
};

export async function* purchasesFinalized(site: Site, day: Day, onCut: OnCut): AsyncGenerator<PurchaseRecord> {
  const filter = { finalizationDateStart: day, finalizationDateEnd: day };
  const whole = await wholeList(site, LIST, filter);
  const finer = byStateAndAuthority(site, LIST, onCut);
  const rows = isTooLong(whole) ? slicedByCpv(site, LIST, filter, 'cpvCategoryId', whole, finer) : whole;
  if (Array.isArray(rows) && rows.length === 0) return assertOpen(site, LIST);
  for await (const row of rows) {
    assertFiltered(LIST, [row], ({ finalizationDate }) => dayOf(finalizationDate) === day, `finalized on ${day}`);
    yield purchaseOf(row);
  }
}

const STATES: Readonly<Record<number, PurchaseState>> = {
  3: 'conditionsRefused',
  4: 'lapsed',
  5: 'published',
  6: 'refused',
  7: 'accepted',
  8: 'lapsed',
};

export function purchaseOf(row: JsonObject): PurchaseRecord {
  const id = textOf(row.uniqueIdentificationCode);
  const authority = partyIn(row.contractingAuthority);
  if (id === null || authority === null) {
    throw new WrongShape(LIST.path, 'purchases with a code and an authority', JSON.stringify(row).slice(0, 200));
  }
  const stateField = row.sysDirectAcquisitionState;
  const state = STATES[codedId(stateField) ?? 0] ?? stateOf(codedText(stateField));
  const value = baniOf(row.closingValue);
  return {
    id,
    systemId: numberOf(row.directAcquisitionId),
    title: stripPersons(textOf(row.directAcquisitionName)) ?? id,
    authority,
    supplier: partyIn(row.supplier),
    cpv: cpvIn(row.cpvCode),
    // A purchase that was not concluded closes at 0.
    value: state !== 'accepted' && state !== 'unknown' && value === 0 ? null : value,
    estimatedValue: baniOf(row.estimatedValueRon),
    state,
    publishedOn: dayOf(row.publicationDate),
    finalizedOn: dayOf(row.finalizationDate),
  };
}
