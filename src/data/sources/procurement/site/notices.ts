/** Participation notices by the day of publication, which the list itself lacks, with their lots and views. */
import { isObject, type JsonObject, listOf, numberOf, objectOf, textOf } from '#data/sources/json.ts';
import { typeOf } from '#data/sources/procurement/exports/notices.ts';
import { noticeNumber } from '#data/sources/procurement/exports/values.ts';
import { stripPersons } from '#data/sources/procurement/persons-in-texts.ts';
import type { NoticeLotRecord, NoticeRecord } from '#data/sources/procurement/records.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import type { Day } from '#lib/values/date.ts';
import { generalInfoOf } from './general-info.ts';
import { assertFiltered, assertOpen, isTooLong, type List, wholeList } from './list.ts';
import type { Site } from './site.ts';
import { baniOf, codedText, cpvIn, dayOf, instantOf, keyOf, partyAt, partyIn } from './values.ts';

const LIST: List = {
  path: 'NoticeCommon/GetCNoticeList/',
  id: 'noticeId',
  everything: {
    // CN, SCN, PC, DC, and the invitations
    sysNoticeTypeIds: [2, 17, 7, 6, 12, 19],
    sortProperties: [],
    contractingAuthorityId: null,
    cPVId: null,
    sysProcedureTypeId: null,
    sysProcedureStateId: null,
  },
  rowsMax: 2_000,
};

export interface NoticeOptions {
  /** The stored records of the day, by number: lots and views do not change with the state, and cost a request each. */
  before: ReadonlyMap<string, NoticeRecord>;
  /**
   * Besides the list: the lots of notices, or also the views of every notice, with two requests for each new notice and one for each that
   * has changed its state.
   */
  details: 'none' | 'lots' | 'views';
}

/** A later request for the same day returns the new states. */
export async function* noticesPublished(
  site: Site,
  day: Day,
  { before, details }: NoticeOptions,
): AsyncGenerator<NoticeRecord> {
  for (const row of await publishedRows(site, LIST, day)) {
    const fromList = noticeOf(row, day);
    const stored = before.get(fromList.notice);
    const isViewed = stored === undefined && details === 'views';
    const record = stored ? merge(fromList, stored) : isViewed ? await withView(site, row, fromList) : fromList;
    const isLotted = record.lots === null && row.hasLots === true && details !== 'none';
    const isChanged = stored === undefined || (record.state !== null && record.state !== stored.state);
    yield {
      ...record,
      ...(isLotted && { lots: await lotsOf(site, row) }),
      ...(isChanged && details === 'views' && { general: (await generalInfoOf(site, row)) ?? stored?.general ?? null }),
    };
  }
}

/** The fields of the list, completed from the stored record. */
const merge = (now: NoticeRecord, stored: NoticeRecord): NoticeRecord => ({
  ...now,
  authority: { ...now.authority, city: stored.authority.city, county: stored.authority.county },
  procedureId: now.procedureId ?? stored.procedureId,
  procedureType: now.procedureType ?? stored.procedureType,
  publishedAt: now.publishedAt ?? stored.publishedAt,
  deadlineAt: now.deadlineAt ?? stored.deadlineAt,
  lots: now.lots ?? stored.lots,
  general: stored.general ?? null,
  ...(now.estimatedValue === null && { estimatedValue: stored.estimatedValue, currency: stored.currency }),
});

/** Rows of a list of notices. A day has a few hundred: more mean that the filter was ignored. */
export async function publishedRows(site: Site, list: List, day: Day): Promise<JsonObject[]> {
  const rows = await wholeList(site, list, { startPublicationDate: day, endPublicationDate: day });
  if (isTooLong(rows)) throw new WrongShape(list.path, `the notices of ${day}`, `more than ${list.rowsMax}`);
  if (rows.length === 0) await assertOpen(site, list);
  // States change after publication, never before.
  const isLater = ({ noticeStateDate, publicationDate }: JsonObject): boolean =>
    (dayOf(noticeStateDate) ?? day) >= day && (dayOf(publicationDate) ?? day) === day;
  assertFiltered(list, rows, isLater, `published on ${day}`);
  return rows;
}

export function noticeOf(row: JsonObject, day: Day): NoticeRecord {
  const notice = noticeNumber(textOf(row.noticeNo));
  const authority = partyIn(row.contractingAuthorityNameAndFN);
  if (notice === null || authority === null) {
    throw new WrongShape(LIST.path, 'notices with a number and an authority', JSON.stringify(row).slice(0, 200));
  }
  const deadlineAt = instantOf(row.maxTenderReceiptDeadline) ?? instantOf(row.minTenderReceiptDeadline);
  return {
    notice,
    systemId: keyOf(row.cNoticeId),
    procedureId: keyOf(row.procedureId),
    type: typeOf(notice),
    title: stripPersons(textOf(row.contractTitle)) ?? notice,
    authority,
    cpv: cpvIn(row.cpvCodeAndName),
    estimatedValue: baniOf(row.estimatedValueRon),
    currency: 'RON',
    procedureType: codedText(row.sysProcedureType),
    publishedAt: instantOf(row.publicationDate),
    publishedOn: day,
    deadlineAt,
    state: codedText(row.sysProcedureState) ?? codedText(row.sysNoticeState),
    lots: row.hasLots === false ? [] : null,
    // Online procedures have their documentation; the list does not state it for others.
    hasDocuments: row.isOnline === true ? true : null,
  };
}

const LOT_ROWS = 100;
/** The largest procedures have some two thousand lots. */
const LOT_PAGES_MAX = 50;

async function lotsOf(site: Site, { cNoticeId, sysNoticeTypeId }: JsonObject): Promise<NoticeLotRecord[]> {
  const path = 'NoticeCommon/GetSection22LotList/';
  const lots = new Map<string, NoticeLotRecord>();
  for (let pageIndex = 0; pageIndex < LOT_PAGES_MAX; pageIndex++) {
    const query = { initNoticeId: cNoticeId, sysNoticeTypeId, sortProperty: 'no', descending: false };
    const answer = await site.post(path, { ...query, pageIndex, pageSize: LOT_ROWS });
    const items = listOf(answer.items).filter(isObject);
    const before = lots.size;
    for (const item of items) {
      const lot = lotOf(item);
      if (lot === null) throw new WrongShape(path, 'lots with a number', JSON.stringify(item).slice(0, 200));
      lots.set(lot.number, lot);
    }
    if (lots.size >= (numberOf(answer.total) ?? 0) || lots.size === before) return [...lots.values()];
  }
  throw new WrongShape(path, `an end within ${LOT_PAGES_MAX} pages`, `${lots.size} lots`);
}

/** Fields have the names of award notices; older answers have `no` and `title`. */
export function lotOf(item: JsonObject): NoticeLotRecord | null {
  const number = textOf(item.lotNumber ?? item.no ?? item.lotNo);
  if (number === null) return null;
  return {
    number,
    title: stripPersons(textOf(item.contractTitle ?? item.title ?? item.lotTitle)),
    estimatedValue: baniOf(item.estimatedValue),
    cpv: cpvIn(item.cpvCode ?? objectOf(item.mainCPVCode).localeKey)?.code ?? null,
  };
}

/** Views of notices have fields that the list lacks: the hour of publication, the locality of the authority. */
const INVITATION = 'PublicRFQInvitation/getRfqInvitationView/?rfqInvitationId=';

/** The path of the view of a notice; null for other types. */
export const noticeViewPath = (typeId: number, systemId: number): string | null =>
  VIEWS[typeId] === undefined ? null : `${VIEWS[typeId]}${systemId}`;

/** By type of notice. Each service has ids of its own. */
const VIEWS: Readonly<Record<number, string>> = {
  2: 'PUBLICCNotice/getPubCNoticeView/?cNoticeId=',
  6: 'PUBLICDCNotice/getDCNoticeView/?dcNoticeId=',
  7: 'PublicPcNotice/getPCNoticeView/?pcNoticeId=',
  12: INVITATION,
  17: INVITATION,
  19: INVITATION,
};

/** `row`: its row in the list, whose fields have precedence. Personal data in the view are not read. */
async function withView(site: Site, row: JsonObject, record: NoticeRecord): Promise<NoticeRecord> {
  const path = record.systemId === null ? null : noticeViewPath(numberOf(row.sysNoticeTypeId) ?? 0, record.systemId);
  const view = path === null ? null : await site.view(path);
  if (view === null || (noticeNumber(textOf(view.noticeNo)) ?? record.notice) !== record.notice) return record;
  const isSameDay = dayOf(view.publicationDate) === record.publishedOn;
  const address = partyAt({ address: view.caAddress });
  return {
    ...record,
    authority: { ...record.authority, city: address?.city ?? null, county: address?.county ?? null },
    publishedAt: record.publishedAt ?? (isSameDay ? instantOf(view.publicationDate) : null),
    deadlineAt: record.deadlineAt ?? instantOf(view.tenderReceiptDeadline),
    state: record.state ?? codedText(view.sysProcedureState),
    procedureType: record.procedureType ?? codedText(view.sysProcedureType),
    procedureId: record.procedureId ?? numberOf(view.procedureId),
    ...(record.estimatedValue === null && valueIn(view)),
  };
}

const valueIn = ({ estimatedValue, currency }: JsonObject): Pick<NoticeRecord, 'estimatedValue' | 'currency'> => ({
  estimatedValue: baniOf(estimatedValue),
  currency: textOf(objectOf(currency).text)?.toUpperCase() ?? 'RON',
});
